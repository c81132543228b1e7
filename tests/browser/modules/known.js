// Knowledge about places: the laws of bounds, on random games with known values; see tree.js here.
async (load, equal) => {
  const { both, loss } = await load("bounds.js");
  const { bestLine, bestMoves, bound, inherit, learn, ranked, safer, spread } = await load("known.js");
  const { decisive, lossesOf } = await load("curve.js");
  const { Tree } = await load("tree.js");

  equal("both", both({ lower: 10, upper: 18 }, { lower: -4, upper: 14 }), { lower: 10, upper: 14 });
  let told = "";
  try {
    both({ lower: 5, upper: 9 }, { lower: 1, upper: 4 });
  } catch (error) {
    told = error.message;
  }
  equal("a contradiction", told, "The program contradicts itself: it proves both at least 5 and at most 4");
  const [before, after] = [{ lower: 10, upper: 14 }, { lower: 6, upper: 12 }];
  equal("two lower bounds are no loss", loss("A", before, after), { least: 0, most: 8 });
  equal("a loss of A's", loss("A", before, { lower: 4, upper: 4 }), { least: 6, most: 10 });
  equal("of B's", loss("B", { lower: 2, upper: 3 }, { lower: 7, upper: 9 }), { least: 4, most: 7 });
  equal("none", loss("B", { lower: 2, upper: 2 }, { lower: 2, upper: 2 }), { least: 0, most: 0 });

  let seed = 7;
  const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
  const some = (list) => list[random(list.length)];

  // A game: the mover, the places after the moves, and the value by minimax.
  function game(depth, side) {
    if (depth === 0 || random(9) === 0) return { side, moves: new Map(), value: random(21) - 10 };
    const moves = new Map();
    for (let hole = 1 + random(3); hole > 0; hole--) moves.set(`${side}${hole}`, game(depth - 1, some(["A", "A", "B"])));
    const values = [...moves.values()].map(({ value }) => value);
    return { side, moves, value: side === "A" ? Math.max(...values) : Math.min(...values) };
  }

  // Valid bounds, and an estimate within them.
  function search(value) {
    if (random(4) === 0) return { lower: value, upper: value, value, exact: true };
    const [lower, upper] = [value - random(12), value + random(12)];
    return { lower, upper, value: some([lower, upper, lower + random(upper - lower + 1)]), exact: lower === upper };
  }

  function lineOf(place) {
    const line = [];
    for (let one = place; one.moves.size > 0;) {
      const move = some([...one.moves].filter(([, { value }]) => value === place.value))[0];
      line.push(move);
      one = one.moves.get(move);
    }
    return line.slice(0, 1 + random(line.length));
  }

  // A possible answer of the program about a place.
  function found(place) {
    const result = search(place.value);
    const moves = [...place.moves].map(([move, { value }]) => ({ move, ...search(value) }));
    const reach = moves.filter((row) => result.exact && row.exact && row.value === result.value).map(({ move }) => move);
    // The line of a value that ships is an estimate until a move is proven to reach the value.
    const estimated = !result.exact || (reach.length === 0 && random(2) === 0);
    const pv = !estimated ? lineOf(place) : moves.length > 0 ? [some(moves).move] : [];
    const ties = estimated ? [] : [...new Set([...pv.slice(0, 1), ...reach])];
    const of = { ...result, moves, ties, pv, depth: random(9), nodes: 1 };
    return random(6) === 0 ? { ...of, moves: [] } : of;
  }

  // A line of the turn, and the value that it keeps.
  function keeps(place) {
    const line = [];
    let least = place.value;
    for (let one = place; one.side === place.side && one.moves.size > 0 && (line.length === 0 || random(3) > 0);) {
      const [move, next] = some([...one.moves]);
      line.push(move);
      one = next;
      least = place.side === "A" ? Math.min(least, one.value) : Math.max(least, one.value);
    }
    if (line.length === 0) return null;
    return place.side === "A" ? { line, lower: least, upper: Infinity } : { line, lower: -Infinity, upper: least };
  }

  const counts = { followed: 0, blamed: 0, decided: 0, narrowed: 0, best: 0 };
  const wrong = [];

  function check(tree, placeOf, seen) {
    const nodes = [tree.root];
    for (const node of nodes) nodes.push(...node.children);
    for (const node of nodes) {
      if (!node.found) continue;
      for (const one of [{ ...node.found, move: "" }, ...node.found.moves]) {
        const place = one.move ? placeOf.get(node).moves.get(one.move) : placeOf.get(node);
        const { lower, upper, value, exact } = one;
        const told = `${lower} to ${upper}`;
        if (lower > place.value || upper < place.value) wrong.push(`${told}, but the value is ${place.value}`);
        if (value < lower || value > upper || exact !== (lower === upper)) wrong.push(`${value} within ${told}`);
        const key = tree.line(node).join() + one.move;
        const old = seen.get(key);
        if (old && (lower < old.lower || upper > old.upper)) wrong.push(`${key} was ${old.lower} to ${old.upper}, is ${told}`);
        if (old && (lower > old.lower || upper < old.upper)) counts.narrowed++;
        seen.set(key, { lower, upper });
      }
      for (const child of node.children) {
        const row = child.found && node.found.moves.find(({ move }) => move === child.move);
        if (!row) continue;
        if (row.lower !== child.found.lower || row.upper !== child.found.upper) wrong.push("a row and its place differ");
      }
    }
  }

  // Losses and the decisive turn, compared with the values.
  function judge(tree, placeOf) {
    const places = [tree.root, ...tree.path(tree.end())].map((node, number) => ({ number, node, found: node.found }));
    const values = places.map(({ node }) => placeOf.get(node).value);
    const at = (node) => places.findIndex((one) => one.node === node);
    const losses = lossesOf(places);
    for (const { node, moves, side, least, most } of losses) {
      const [was, is] = [values[at(node)], values[at(node) + moves.length]];
      const lost = side === "A" ? was - is : is - was;
      if (lost < least || lost > most) wrong.push(`${lost} lost, told ${least} to ${most}`);
      counts.blamed += least > 0;
      counts.best += most === 0;
    }
    const last = decisive(places);
    if (!last) return;
    counts.decided++;
    const rest = values.slice(at(last.node) + last.moves.length);
    const sign = { A: 1, B: -1, nobody: 0 }[last.winner];
    for (const value of [rest[0], rest.at(-1)]) {
      if (Math.sign(value) !== sign) wrong.push(`decided for ${last.winner}, but the values are ${rest}`);
    }
  }

  function walk(start) {
    const tree = new Tree();
    const [placeOf, seen] = [new Map([[tree.root, start]]), new Map()];
    for (let step = 0; step < 40; step++) {
      const node = tree.current;
      const place = placeOf.get(node);
      const act = random(10);
      if (act < 4) learn(node, found(place));
      else if (act === 4) bound(node, search(place.value));
      else if (act === 5 && node.found) {
        node.found.keeps = safer(node.found.keeps, keeps(place));
        spread(node);
      } else if (act === 6) tree.current = some([tree.root, ...tree.path()]);
      else if (place.moves.size > 0) {
        const [best] = node.found ? bestLine(node.found) : [];
        const move = best && act > 7 ? best : some([...place.moves.keys()]);
        const least = move === best ? proven(node.found, place.side) : null;
        tree.current = tree.child(move);
        placeOf.set(tree.current, place.moves.get(move));
        inherit(tree.path());
        if (least) follow(least, tree.current.found);
      }
      check(tree, placeOf, seen);
    }
    judge(tree, placeOf);
  }

  // The bounds of a place whose value is a bound for the player to move.
  function proven(found, side) {
    return found.value === (side === "A" ? found.lower : found.upper) ? { ...found } : null;
  }

  // Playing the best move keeps what is proven.
  function follow(before, after) {
    counts.followed++;
    if (!after || after.lower < before.lower || after.upper > before.upper) {
      wrong.push(`the best move leads from ${before.lower} to ${before.upper} to ${after?.lower} to ${after?.upper}`);
    }
  }

  for (let round = 0; round < 1000 && wrong.length === 0; round++) walk(game(6, some(["A", "B"])));
  equal("what is wrong in 1000 games", wrong, []);
  for (const [what, count] of Object.entries(counts)) equal(`${what} was tried`, count > 100 || `${count} times`, true);

  // An estimate doesn't tie with a bound, and for a proven value only proven moves are best.
  const row = (move, value, lower, upper) => ({ move, value, lower, upper, exact: lower === upper });
  const place = (value, lower, upper, pv, ...moves) => ({ ...row("", value, lower, upper), pv, moves });
  const bounds = place(86, 86, 98, ["A3"], row("A3", 86, 80, 90), row("A5", 86, 86, 98), row("A7", 90, 0, 98));
  equal("the bound is the best", [bestLine(bounds), bestMoves(bounds)], [["A5"], ["A5"]]);
  const exact = place(8, 8, 8, ["A4", "B1"], row("A4", 8, -4, 8), row("A2", 8, 8, 8), row("A1", 3, 3, 3));
  equal("what is proven comes first", ranked(exact).map(({ move }) => move), ["A2", "A4", "A1"]);
  equal("and is the best alone", bestMoves(exact), ["A2"]);
  const open = place(9, 8, 20, ["B4", "A1"], row("B4", 9, 8, 20), row("B2", 12, 8, 30));
  equal("an estimate has a line", [bestLine(open), bestMoves(open)], [["B4", "A1"], ["B4"]]);
  const lost = place(8, 8, 8, ["A4", "A1"], row("A4", 8, 2, 8), row("A2", 7, 0, 8));
  equal("of a proven value there is no line then", [bestLine(lost), bestMoves(lost)], [[], []]);
}
