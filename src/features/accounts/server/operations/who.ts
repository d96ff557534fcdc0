import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transact, type Tx, type Viewer } from '#platform/database/transaction.ts';
import { accessTokenHash } from '#platform/http/tokens.ts';
import type { SignedIn } from '../../contract.ts';
import { ownAccount } from '../store.ts';
import { unixSeconds } from './sessions.ts';

/** Who the viewer is; undefined when the account is gone. */
export async function whoIs(tx: Tx, viewer: Viewer): Promise<SignedIn | undefined> {
  const account = await ownAccount(tx, viewer.userId);
  return account && { ...account, session: { expires_at: unixSeconds(viewer.expiresAt) } };
}

/** Who asks for a page, so that the page need not ask again; null without a live session. */
export async function whoAsks(pool: pg.Pool, request: FastifyRequest): Promise<SignedIn | null> {
  const hash = accessTokenHash(request);
  if (!hash) return null;
  return transact(pool, hash, async (tx, viewer) => (viewer && (await whoIs(tx, viewer))) ?? null);
}
