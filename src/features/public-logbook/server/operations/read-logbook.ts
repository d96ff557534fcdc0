import type pg from 'pg';
import { transactInOneTrip } from '#platform/database/transaction.ts';
import { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { limits } from '../../constants.ts';
import { publicLogbook, type PublicLogbook } from '../store.ts';

/** One limit for all addresses of public logbooks: pages, files and photos all reveal whether a link exists. */
export const unknownLinks = () => new UnknownLimit({ most: limits.unknownPerMinute, within: 60_000 });

export type Found =
  | { kind: 'found'; logbook: PublicLogbook }
  /** It has another link now (R-F6). */
  | { kind: 'moved'; slug: string }
  /** Unknown or private: the same to any caller (R-F5). */
  | { kind: 'none' };

/** Reads a public logbook, in one trip. `page`: of its vouches, from 1. */
export async function readLogbook(pool: pg.Pool, slug: string, page: number): Promise<Found> {
  const { result } = await transactInOneTrip(pool, null, (tx) => publicLogbook(tx, slug, page));
  if (!result) return { kind: 'none' };
  return result.slug === slug ? { kind: 'found', logbook: result } : { kind: 'moved', slug: result.slug };
}
