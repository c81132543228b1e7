// What a browser keeps of a page: choices in lists, such as the speed. Where it keeps nothing the page works
// all the same.

// Puts the choice that was kept into a list, and keeps every other one.
export function remember(list) {
  const kept = read(list.id);
  if (kept !== list.value && [...list.options].some(({ value }) => value === kept)) {
    list.value = kept;
    list.dispatchEvent(new Event("change"));
  }
  list.addEventListener("change", () => keep(list.id, list.value));
}

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {}
}
