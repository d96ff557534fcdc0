// The playbook (R-K1): its path, and the wins that a visitor writes down. The wins stay in the browser's local storage,
// from which the dashboard turns them into check-ins.

export const playbookPath = '/raise-promotion-playbook';

export type Win = {
  /** A UUIDv7, which becomes the id of the check-in: saving the wins again adds nothing twice. */
  id: string;
  text: string;
  /** When it was written, as an ISO string. */
  at: string;
};

export type StoredWins = { wins: Win[] };
