// A board drawing that shows seeds.
const SVG = "http://www.w3.org/2000/svg";
const SEED_RADIUS = 4.6;

export function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// The shift that centres seeds in their cell.
function centring(spots) {
  return [0, 1].map((axis) => {
    const places = spots.map((spot) => spot[axis]);
    return spots.length ? -(Math.min(...places) + Math.max(...places)) / 2 : 0;
  });
}

export class Board {
  // `spots` has the places of seeds in a hole and in a store of this drawing.
  constructor(svg, spots) {
    this.svg = svg;
    this.cells = [];
    for (const group of svg.querySelectorAll("[data-cell]")) {
      const store = group.classList.contains("store");
      this.cells[group.dataset.cell] = {
        group, x: Number(group.dataset.x), y: Number(group.dataset.y),
        seeds: group.querySelector(".seeds"), count: group.querySelector(".count"),
        spots: store ? spots[1] : spots[0],
        closed: group.classList.contains("closed"),
        ending: group.classList.contains("protected") ? "p" : "",
      };
    }
    this.layer = svgElement("g", {});
    svg.append(this.layer);
    this.hands = [];
  }

  // Shows the seeds of every cell.
  show(seeds, names, mover, words) {
    this.cells.forEach((cell, index) => {
      this.put(index, seeds[index]);
      cell.group.classList.toggle("mover", [...(mover ?? "")].some((side) => names[index].includes(side)));
    });
    this.clear();
    this.svg.setAttribute("aria-label", words);
  }

  // Removes all marks.
  unmark() {
    for (const cell of this.cells) cell.group.classList.remove("lifted", "landed", "marked");
    for (const mark of this.layer.querySelectorAll(".arrow, .wedge")) mark.remove();
  }

  // Removes all marks and hands.
  clear() {
    this.unmark();
    this.layer.replaceChildren();
    this.hands = [];
  }

  put(index, seeds) {
    const cell = this.cells[index];
    cell.count.textContent = cell.closed ? "x" : seeds + cell.ending;
    const heaped = seeds > cell.spots.length;
    cell.group.classList.toggle("heaped", heaped);
    const drawn = heaped ? 0 : Math.max(0, seeds);
    while (cell.seeds.childElementCount > drawn) cell.seeds.lastElementChild.remove();
    for (let n = cell.seeds.childElementCount; n < drawn; n++) {
      const [x, y] = cell.spots[n];
      cell.seeds.append(svgElement("circle", {
        class: "seed", cx: (cell.x + x).toFixed(1), cy: (cell.y + y).toFixed(1), r: SEED_RADIUS,
      }));
    }
    const [right, down] = centring(cell.spots.slice(0, drawn));
    cell.seeds.setAttribute("transform", `translate(${right.toFixed(1)} ${down.toFixed(1)})`);
  }

  // Shows a hand with seeds over a cell, from its first seed to its last. A's is round, B's square,
  // and each is slightly to the side, so that both can be over one cell.
  hand(number, seeds, over) {
    let hand = this.hands[number];
    if (!hand && seeds > 0) {
      hand = svgElement("g", { class: "hand" });
      const shape = number === 0 ? svgElement("circle", { r: 17 })
        : svgElement("rect", { x: -16, y: -16, width: 32, height: 32, rx: 5 });
      hand.append(shape, svgElement("text", {}));
      this.hands[number] = hand;
      this.layer.append(hand);
    }
    if (!hand) return;
    if (over !== undefined) {
      const { x, y } = this.cells[over];
      const aside = number === 0 ? 9 : -9;
      hand.style.transform = `translate(${x + aside}px, ${y + aside}px)`;
    }
    hand.lastElementChild.textContent = seeds;
    if (seeds === 0) {
      hand.remove();
      delete this.hands[number];
    }
  }

  // Draws an arrow along which seeds are taken.
  arrow(from, to) {
    const [a, b] = [this.cells[from], this.cells[to]];
    a.group.classList.add("marked");
    this.layer.append(svgElement("path", { class: "arrow", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
  }

  // Marks where the last seed of a lap fell: a wedge points into the cell.
  land(index) {
    const { group, x, y } = this.cells[index];
    group.classList.add("landed");
    const top = y - Number(group.querySelector(".pit").getAttribute("height")) / 2;
    this.layer.append(svgElement("path", { class: "wedge", d: `M${x - 8} ${top - 5}h16l-8 13z` }));
  }

  lift(indexes) {
    this.cells.forEach((cell, index) => cell.group.classList.toggle("lifted", indexes.includes(index)));
  }
}
