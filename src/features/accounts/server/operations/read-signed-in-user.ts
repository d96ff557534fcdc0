import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transactInOneTrip, type Reader, type Tx, type Viewer } from '#platform/database/transaction.ts';
import { accessTokenHash } from '#platform/http/tokens.ts';
import type { SignedIn } from '../../contract.ts';
import { ownAccount } from '../store.ts';
import { unixSeconds } from './sessions.ts';

type Account = Awaited<ReturnType<typeof ownAccount>>;

/** The viewer's account and session, or undefined if the account was deleted. */
export async function describeViewer(tx: Tx, viewer: Viewer): Promise<SignedIn | undefined> {
  return signedIn(await ownAccount(tx, viewer.userId), viewer);
}

/**
 * The signed-in user of a page request, so that the page does not ask again, and the result of `more`, read in the same
 * trip to the database and before it (see `transactInOneTrip`). Null without a live session.
 */
export async function readSignedInUser<T>(
  pool: pg.Pool,
  request: FastifyRequest,
  more: (tx: Reader) => Promise<T>,
): Promise<{ signedIn: SignedIn; more: T } | null> {
  const hash = accessTokenHash(request);
  if (!hash) return null;
  const { viewer, result } = await transactInOneTrip(pool, hash, (tx) =>
    Promise.all([more(tx), ownAccount(tx, null)]),
  );
  const caller = viewer && signedIn(result[1], viewer);
  return caller ? { signedIn: caller, more: result[0] } : null;
}

function signedIn(account: Account, { expiresAt }: Viewer): SignedIn | undefined {
  return account && { ...account, session: { expires_at: unixSeconds(expiresAt) } };
}
