import type { Database } from '#platform/database/open.ts';

export type TipsReader = {
  address: string;
  /** ISO string. */
  confirmedAt: string;
  /** The number of tips that were sent. */
  sent: number;
};

/** The confirmed addresses that get tips by email (R-K2), or got the last one up to 90 days ago. Oldest first. */
export function tipsReaders(database: Database): Promise<TipsReader[]> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<TipsReader>(
      `select address, confirmed_at as "confirmedAt", sent from tips_signups
       where confirmed_at is not null order by confirmed_at, id`,
    );
    return rows;
  });
}
