// The duration of a turn, without a page.
async (load, equal) => {
  const { Player, ticksOf } = await load("player.js");

  // A lap of three seeds, and its duration.
  const moves = [{ stages: [
    { what: "sowing", ticks: [[], [], []] },
    { what: "taking", ticks: [[]] },
  ] }];
  equal("three seeds and a pause; three ticks to be seen, one to be taken, and a pause", ticksOf(moves), 4 + 5);
  equal("no moves", ticksOf([]), 0);

  const player = new Player({}, () => {});
  const lasts = (speed, ticks) => {
    Object.assign(player, { speed, whole: { ticks, due: null } });
    return ticks * player.pause(1);
  };
  for (const ticks of [1, 10, 30, 1000, 100000]) {
    equal(`${ticks} ticks at normal speed`, lasts(1, ticks) <= 10000, true);
    // In the order of the list, whatever the length of the turn.
    const times = [0.4, 1, 2.5, 8].map((speed) => lasts(speed, ticks));
    equal(`${ticks} ticks by speeds`, times, [...times].sort((one, other) => other - one));
  }
  equal("slow is slow", lasts(0.4, 1000) > 10000, true);
}
