(() => {
  const body = document.body, beat = Number(body.dataset.beat) * 1000, lost = document.getElementById("link"), shown = {};
  let source = null, heard = 0, told = Date.now(), mine = null, asked = null, over = false;

  // Tabs: without this script they lead to their part of one long page.
  const tabs = [...document.querySelectorAll(".tabs a")];
  const show = hash => {
    const chosen = tabs.find(tab => tab.hash === hash && !tab.hidden) || tabs[0];
    for (const tab of tabs) tab.setAttribute("aria-current", tab === chosen);
    body.dataset.tab = chosen.hash.slice(1);
    if (chosen === tabs[0]) chosen.classList.remove("news");
  };
  for (const tab of tabs) tab.addEventListener("click", event => {
    event.preventDefault();
    history.replaceState(tab.hash, "");  // survives a reload
    show(tab.hash);
    if (tab.getBoundingClientRect().top < 1) document.querySelector("main").scrollIntoView();
  });

  document.getElementById("now").addEventListener("click", event => {
    if (!event.target.closest('a[href="#orders"]')) return;
    event.preventDefault();
    if (!tabs.some(tab => tab.hash === "#orders" && !tab.hidden)) return;  // nobody takes orders
    history.replaceState("#orders", "");
    show("#orders");
  });

  // The wall: the largest letters with which all of it is on the screen.
  const fit = () => {
    for (const part of document.querySelectorAll(".table #forces, .table #latest")) {
      let least = 8, most = 40;
      part.style.fontSize = "";
      if (getComputedStyle(part).overflowY !== "hidden") continue;
      while (most - least > 0.25) {
        const size = (least + most) / 2;
        part.style.fontSize = `${size}px`;
        if (part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth) most = size; else least = size;
      }
      part.style.fontSize = `${least}px`;
    }
  };
  const call = () => {
    const die = !!document.querySelector("#orders .die"), yours = die || !!document.querySelector("#now .yours");
    const choice = !!document.querySelector("#orders .choosing"), calls = document.querySelector("#orders .calls"), badge = document.querySelector(".badge");
    document.title = `${choice ? "Your choice: " : die ? "Your die: " : yours ? "Your turn: " : ""}${body.dataset.title}`;
    const orders = tabs.find(tab => tab.hash === "#orders"), off = document.getElementById("off");
    if (orders) {
      const had = !orders.hidden || !off.hidden;
      orders.hidden = !document.getElementById("orders").innerHTML;
      off.hidden = !(had && orders.hidden);
      if (orders.hidden && body.dataset.tab === "orders") show("");
    }
    if (calls && badge) { badge.textContent = calls.value; badge.hidden = calls.value === "0"; }
    if (die && asked === false) { show("#orders"); document.querySelector("main").scrollIntoView(); }
    asked = die;
    if (yours && mine === false && navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate([200, 100, 200]);
    mine = yours;
  };

  // After a change that moves buttons or brings new ones, touches do nothing for a moment: the thumb was on its way to what stood
  // there before. A second touch on a die must not answer the next one.
  const MOMENT = 600, orders = document.getElementById("orders");
  let still = 0;
  const places = () => [...orders.querySelectorAll("button, a, summary")].map(one => {
    const { left, top } = one.getBoundingClientRect(), words = one.form ? [...new FormData(one.form)].join() : one.href || "";
    return [Math.round(left), Math.round(top), one.innerText, words].join();
  });
  const rest = before => {
    const after = new Set(places());
    if (!before.some(place => !after.has(place)) && after.size === before.length) return;
    still = Date.now() + MOMENT;
    orders.classList.add("still");
    setTimeout(() => orders.classList.toggle("still", Date.now() < still), MOMENT);
  };
  orders.addEventListener("click", event => {
    if (!event.isTrusted || Date.now() >= still || event.target.closest("summary")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // The player's name, which the page of an order keeps on the phone.
  const who = () => { try { return localStorage.getItem("fleetbook.who") || ""; } catch { return ""; } };
  document.addEventListener("click", event => {
    const link = event.target.closest?.('#orders a[href^="order?"]');
    if (link && who() && !link.href.includes("&who=")) link.href += `&who=${encodeURIComponent(who())}`;
  });

  // A die, an order that one touch sends, or one taken back goes without leaving the page. Without this script the page is loaded again.
  document.addEventListener("submit", event => {
    const form = event.target, action = form.getAttribute("action");
    if (!form.classList.contains("quick")) return;
    event.preventDefault();
    const words = new URLSearchParams(new FormData(form, event.submitter));
    if (action === "order" && who()) words.set("who", who());
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    fetch(action, { method: "POST", body: words, redirect: "manual" })
      .then(answer => { if (action === "order" && answer.type !== "opaqueredirect") location = `order?${words}`; })
      .catch(() => { lost.hidden = false; })
      .finally(() => { for (const button of form.querySelectorAll("button")) button.disabled = false; });
  });

  const hear = () => { heard = Date.now(); lost.hidden = true; };
  const end = words => {
    over = true;
    source.close();
    lost.textContent = words;
    lost.className = "over";
    lost.hidden = false;
  };
  const open = () => {
    if (over) return;
    if (source) source.close();
    heard = Date.now();
    source = new EventSource("events");
    source.onopen = hear;
    source.addEventListener("beat", hear);
    source.addEventListener("end", () => end("The referee has ended the sharing. Here the battle stands as it was left."));
    source.onmessage = event => {
      hear();
      const changed = JSON.parse(event.data);
      if ("clock" in changed) told = Date.now();
      if (shown.result !== undefined && "result" in changed && changed.result !== shown.result && body.dataset.tab !== "latest")
        tabs[0].classList.add("news");
      const before = places(), was = shown.orders;
      for (const [name, text] of Object.entries(changed)) {
        if (shown[name] !== text) document.getElementById(name).innerHTML = text;
        shown[name] = text;
      }
      call();
      if (shown.orders !== undefined && was !== undefined) rest(before);
      fit();
    };
    source.onerror = async event => {
      if (over) return;
      lost.hidden = false;
      if (event.target.readyState !== EventSource.CLOSED) return;
      const answer = await fetch("events", { method: "HEAD" }).catch(() => null);
      if (answer && answer.status === 404) end("This link is no longer in use. Ask the referee for your code.");
    };
  };
  setInterval(() => {
    for (const time of over ? [] : document.querySelectorAll("#clock .runs [data-seconds]")) {
      const seconds = Math.floor(Number(time.dataset.seconds) + (Date.now() - told) / 1000);
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }, 1000);
  setInterval(() => {
    if (over || (Date.now() - heard <= 2.5 * beat && source.readyState !== EventSource.CLOSED)) return;
    lost.hidden = false;
    open();
  }, beat);
  addEventListener("online", open);
  addEventListener("resize", fit);
  addEventListener("pageshow", event => { if (event.persisted) open(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > beat) open(); });
  body.classList.add("live");
  show(history.state || location.hash);
  fit();
  open();
})();
