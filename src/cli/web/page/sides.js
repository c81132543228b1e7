// The side from which the board is seen.
export const isTurned = () => document.body.classList.contains("turned");

// Turns the board, so that B's row is at the bottom, or A's again.
export function turnBoard(on = !isTurned()) { document.body.classList.toggle("turned", on); }
