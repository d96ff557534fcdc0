// The playbook (R-K1): its path, and the wins that a visitor writes down. The wins stay in the browser's local storage,
// from which the dashboard turns them into check-ins.

export const playbookPath = '/raise-promotion-playbook';

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

export type Win = {
  /** A UUIDv7, which becomes the id of the check-in: saving the wins again adds nothing twice. */
  id: string;
  text: string;
  /** When it was written, as an ISO string. */
  at: string;
};

export type StoredWins = { wins: Win[] };
