// The players: people, or policies of the program. For a policy the page throws and the program
// chooses.
import { byId, element } from "../elements.js";
import { t } from "../language.js";
import { choice, labelled } from "../panels.js";
import { Lost } from "../server.js";
import { thrown } from "./dice.js";
import { PROGRAM } from "./game.js";

const STRENGTHS = ["best", "strong", "player", "beginner"];
const PLAYERS = ["person", ...STRENGTHS, "greedy", "runner", "random"];
const nameOf = (who) => t(STRENGTHS.includes(who) ? `players.${who}` : `chong.player.${who}`);
// Milliseconds between actions of the program, so that people can follow.
const PAUSE = 700;

const wait = (time) => new Promise((done) => setTimeout(done, time));

export class Players {
  constructor({ game, server, board, take, play, complain }) {
    Object.assign(this, { game, server, board, take, play, complain });
    this.turn = 0;
    this.search = null;
    this.seats = ["A", "B"].map((player) => {
      const seat = choice(PLAYERS.map((who) => [who, nameOf(who)]), { id: `seat-${player.toLowerCase()}` });
      seat.addEventListener("change", () => game.seat(player, seat.value));
      byId("players").append(labelled(player, seat));
      return seat;
    });
    this.real = element("input", undefined, { type: "checkbox", id: "real" });
    const label = element("label");
    label.append(this.real, ` ${t("chong.real")}`);
    byId("players").append(label);
  }

  // Shows who plays; the list includes a policy that a link names.
  show() {
    for (const [seat, player] of [[this.seats[0], "A"], [this.seats[1], "B"]]) {
      const who = this.game.whoPlays(player);
      const known = [...seat.options].some((option) => option.value === who);
      if (!known) seat.append(element("option", who, { value: who }));
      seat.value = who;
    }
  }

  stop() {
    this.turn += 1;
    this.search?.cancel();
    this.search = null;
  }

  // Continues at a place if it is the program's turn and nobody looks at earlier turns.
  async goOn(info) {
    this.stop();
    const { turn, game } = this;
    const who = game.whoPlays(info.player);
    if (info.winner || who === "person" || game.at < game.turns.length) return;
    await wait(this.board.speed === 0 ? 0 : PAUSE / this.board.speed);
    if (turn !== this.turn) return;
    if (!info.throw) {
      if (!this.real.checked) this.take(thrown(game.dice), PROGRAM);
      return;
    }
    const params = { ...game.whole(), throw: info.throw, policy: who, seed: game.seed };
    this.search = this.server.search("chong_choose", params);
    try {
      const chosen = await this.search.answer;
      if (turn === this.turn) this.play(chosen, PROGRAM);
    } catch (error) {
      if (turn === this.turn && !(error instanceof Lost)) this.complain(error);
    }
  }
}
