(() => {
  // What happens at the referee's program while the player fills in the order. Without this script he reads it once he sends.
  const told = document.getElementById("link"), tell = words => { told.textContent = words; told.hidden = !words; };
  const source = new EventSource("events");
  let ended = false, takes = true;
  source.onopen = () => tell("");
  source.onerror = () => tell("The referee's screen cannot be reached. What you have entered stays here. Trying again …");
  source.addEventListener("end", () => { source.close(); tell("The referee has ended the sharing. Tell him this order."); });
  source.onmessage = event => {
    const { now, orders } = JSON.parse(event.data);
    if (now) ended = now.includes('class="step ended"');
    if (orders !== undefined) takes = !!orders;
    tell(ended ? "The battle has ended: no more orders are given."
      : takes ? "" : "The referee takes no orders from phones now. Tell him this one.");
  };

  // The player's name is kept on the phone, so that it is typed once. His side's other phones read it beside the unit.
  let who = "";
  try { who = localStorage.getItem("fleetbook.who") || ""; } catch { return; }
  const field = document.querySelector("input[name=who]");
  for (const link of who ? document.querySelectorAll('a[href^="order?"]') : []) link.href += `&who=${encodeURIComponent(who)}`;
  for (const form of who ? document.querySelectorAll("form[method=get]") : []) {
    const kept = Object.assign(document.createElement("input"), { type: "hidden", name: "who", value: who });
    form.append(kept);
  }
  if (!field) return;
  field.value = who;
  field.form.addEventListener("submit", () => localStorage.setItem("fleetbook.who", field.value));
})();
