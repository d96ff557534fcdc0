// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** The key in local storage. Its value is the JSON of `StoredWins`. */
export const winsKey = 'logbook-wins';

/** Where "Save these wins to my logbook" leads. */
export const saveWinsPath = '/?save-wins';

export const winLimits = {
  /** Wins in the list. */
  wins: 10,
  /** Wins from which a hint is shown. */
  hintFrom: 3,
  /** Characters of a win, as `countCharacters` counts them. */
  text: 500,
} as const;
