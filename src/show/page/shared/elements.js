// Elements of a page.
export const byId = (id) => document.getElementById(id);

export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function row(cells, head) {
  const line = element("tr");
  cells.forEach((text, index) => {
    const heading = head || index === 0;
    line.append(element(heading ? "th" : "td", text, heading ? { scope: head ? "col" : "row" } : {}));
  });
  return line;
}
