// The curve of a saved page, at its bottom.
function showCurve({ title, caption, told, axes, numbers, kinds, points }) {
  const place = element("div");
  const legend = element("ul", undefined, { class: "legend" });
  legend.append(...kinds.map(([kind, name]) => keyOf(kind, name)));
  const table = element("table");
  const names = new Map(kinds);
  table.append(row(axes, true), ...points.map(([x, y, kind]) => row([x, y, names.get(kind)])));
  const details = element("details", undefined, { class: "scroll" });
  details.append(element("summary", numbers), table);
  const figure = element("figure");
  figure.append(element("h2", title), legend, element("p", axes[1], { class: "axis" }), place,
    element("p", axes[0], { class: "axis across" }), element("figcaption", caption), details);
  document.querySelector("main").append(figure);

  let width;
  const draw = () => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    const attributes = { role: "img", "aria-label": `${title}. ${told}` };
    const plot = new Plot(place, 326, attributes, points.at(-1)[0], points.map(([, value]) => value), String);
    // A new curve begins after the result of a round.
    points.slice(1).forEach((point, index) => {
      if (points[index][2] !== "result") plot.step(points[index], point);
    });
    for (const [x, y, kind] of points) plot.add(kind, [x, y], `${x}: ${y}`, { class: "datum" });
    place.replaceChildren(plot.svg);
  };
  draw();
  new ResizeObserver(draw).observe(place);
}
showCurve(data.curve);
