(() => {
  // The player's name is kept on the phone, so that it is typed once.
  const field = document.querySelector("input[name=who]");
  if (!field) return;
  try { field.value = localStorage.getItem("fleetbook.who") || ""; } catch { return; }
  field.form.addEventListener("submit", () => localStorage.setItem("fleetbook.who", field.value));
})();
