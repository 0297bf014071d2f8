(() => {
  const beat = Number(document.body.dataset.beat) * 1000, lost = document.getElementById("link");
  let source = null, heard = 0, told = Date.now();
  const hear = () => { heard = Date.now(); lost.hidden = true; };
  const open = () => {
    if (source) source.close();
    heard = Date.now();
    source = new EventSource("events");
    source.onopen = hear;
    source.addEventListener("beat", hear);
    source.onmessage = event => {
      hear();
      const changed = JSON.parse(event.data);
      if ("clock" in changed) told = Date.now();
      for (const [name, text] of Object.entries(changed)) document.getElementById(name).innerHTML = text;
    };
  };
  setInterval(() => {
    for (const time of document.querySelectorAll("#clock .runs [data-seconds]")) {
      const seconds = Math.floor(Number(time.dataset.seconds) + (Date.now() - told) / 1000);
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }, 1000);
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
