(() => {
  const beat = Number(document.body.dataset.beat) * 1000, lost = document.getElementById("link");
  let source = null, heard = 0;
  const hear = () => { heard = Date.now(); lost.hidden = true; };
  const open = () => {
    if (source) source.close();
    heard = Date.now();
    source = new EventSource("events");
    source.onopen = hear;
    source.addEventListener("beat", hear);
    source.onmessage = event => {
      hear();
      for (const [name, text] of Object.entries(JSON.parse(event.data))) document.getElementById(name).innerHTML = text;
    };
  };
  setInterval(() => {
    if (Date.now() - heard <= 2.5 * beat && source.readyState !== EventSource.CLOSED) return;
    lost.hidden = false;
    open();
  }, beat);
  addEventListener("online", open);
  addEventListener("pageshow", event => { if (event.persisted) open(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > beat) open(); });
  open();
})();
