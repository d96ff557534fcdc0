import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  readByRefreshToken,
  transactInOneTrip,
  type Reader,
  type Tx,
  type Viewer,
} from '#platform/database/transaction.ts';
import { accessTokenHash, refreshTokenOf } from '#platform/http/tokens.ts';
import { hashToken, isToken } from '#platform/secrets/secrets.ts';
import type { SignedIn } from '../../contract.ts';
import { ownAccount } from '../store.ts';
import { unixSeconds } from './sessions.ts';

type Account = Awaited<ReturnType<typeof ownAccount>>;

/** The viewer's account and session, or undefined if the account was deleted. */
export async function describeViewer(tx: Tx, viewer: Viewer): Promise<SignedIn | undefined> {
  return signedIn(await ownAccount(tx, viewer.userId), viewer);
}

type UserOfPage<T> = {
  signedIn: SignedIn;
  more: T;
  /** The access token is missing or has expired: the page has to renew the session before it calls anything. */
  isRenewalDue: boolean;
};

/**
 * The signed-in user of a page request, so that the page does not ask again, and the result of `more`, read in the same
 * trip to the database and before it (see `transactInOneTrip`). Null without a live session.
 *
 * Without a valid access token, the refresh token of the cookie identifies the user. It is not replaced here: if this
 * response were lost, the browser would keep the old token, whose later use ends the session (R-A6).
 */
export async function readSignedInUser<T>(
  pool: pg.Pool,
  request: FastifyRequest,
  more: (tx: Reader) => Promise<T>,
): Promise<UserOfPage<T> | null> {
  const work = (tx: Reader) => Promise.all([more(tx), ownAccount(tx, null)]);
  const found = ({ viewer, result }: { viewer: Viewer | null; result: Awaited<ReturnType<typeof work>> }) => {
    const caller = viewer && signedIn(result[1], viewer);
    return caller ? { signedIn: caller, more: result[0] } : null;
  };
  const hash = accessTokenHash(request);
  const byAccess = hash && found(await transactInOneTrip(pool, hash, work));
  if (byAccess) return { ...byAccess, isRenewalDue: false };
  const refreshHash = refreshHashOfPage(request);
  const byRefresh = refreshHash && found(await readByRefreshToken(pool, refreshHash, work));
  return byRefresh && { ...byRefresh, isRenewalDue: true };
}

/** The hash of the refresh token that a browser sends when it opens a page. */
function refreshHashOfPage(request: FastifyRequest): Buffer | null {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return null;
  const token = refreshTokenOf(request);
  return token !== undefined && isToken(token) ? hashToken(token) : null;
}

function signedIn(account: Account, { expiresAt }: Viewer): SignedIn | undefined {
  return account && { ...account, session: { expires_at: unixSeconds(expiresAt) } };
}
