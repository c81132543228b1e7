// What the board and the player of moves say themselves, in the language of saved pages. The page of the program
// has another file of this name, with the same face.
export const spoken = {
  row: ({ first, last, seeds, store, count }) => `${first} to ${last}: ${seeds}; store ${store}: ${count}.`,
  holds: ({ side, count }) => `${side} holds ${count}.`,
  goesOn: ({ move }) => `${move} goes on`,
  tooManyTaken: ({ text }) => `${text}: more seeds are taken than are there`,
  otherSeeds: ({ text }) => `${text}: the seeds are not those of the position that the program gives`,
};
