(() => {
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
