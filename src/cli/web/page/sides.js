// The side from which the board is looked at.
export const isTurned = () => document.body.classList.contains("turned");

// Turns the board, so that B's row is below, or A's again.
export function turnBoard(on = !isTurned()) { document.body.classList.toggle("turned", on); }
