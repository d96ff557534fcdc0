// Starts and renews sessions (R-A6). New tokens are derived from the refresh token in use, so two tabs that refresh
// concurrently get the same tokens, although the server stores only hashes.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { setSessionCookies } from '#platform/http/tokens.ts';
import { hashToken, newToken, successorOf } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import type { SignedIn } from '../../contract.ts';
import {
  enterSession,
  rotateSession,
  startByPasskey,
  type Answered,
  type NewSession,
  type Started,
} from '../session-store.ts';
import { ownAccount } from '../store.ts';

/** Seconds. */
export const accessLife = limits.accessMinutes * 60;
const refreshLife = limits.refreshDays * 24 * 60 * 60;

export type { Answered };
// For features that start sessions in functions of their own.
export { sessionFrom, sessionValues, started, startedOf } from '../session-store.ts';
export type { NewSession, Started } from '../session-store.ts';

export type Tokens = { access: string; refresh: string };

/** The tokens of a new session, and the input of the database function that checks the caller and starts it. */
export function newSession(
  request: FastifyRequest,
  timeZone: string | null,
): { tokens: Tokens; session: NewSession } {
  const tokens = { access: newToken(), refresh: newToken() };
  const session = {
    id: newId(),
    accessHash: hashToken(tokens.access),
    accessLife,
    refreshHash: hashToken(tokens.refresh),
    refreshLife,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    ip: request.ip,
    timeZone,
    maxSessions: limits.sessions,
  };
  return { tokens, session };
}

/** Makes the user of a new session the viewer, and returns the response for the client. */
export async function enterStarted(
  tx: Tx,
  tokens: Tokens,
  { userId, accessExpiresAt }: Started,
): Promise<{ tokens: Tokens; signedIn: SignedIn }> {
  await enterSession(tx, hashToken(tokens.access));
  const account = await ownAccount(tx, userId);
  if (!account) throw new Error('The account was deleted while its session started.');
  return { tokens, signedIn: { ...account, session: { expires_at: unixSeconds(accessExpiresAt) } } };
}

/** Opens a session for the user of a passkey. Undefined: its answer was used before. */
export async function enterByPasskey(
  tx: Tx,
  request: FastifyRequest,
  answer: Answered,
  timeZone: string | null,
): Promise<{ tokens: Tokens; signedIn: SignedIn } | undefined> {
  const { tokens, session } = newSession(request, timeZone);
  const started = await startByPasskey(tx, answer, session);
  return started && enterStarted(tx, tokens, started);
}

/** The next tokens of a session, or undefined if the refresh token is no longer valid. */
export async function renewSession(
  tx: Tx,
  key: Buffer,
  refresh: string,
): Promise<{ tokens: Tokens; userId: string; sessionId: string; expiresAt: number } | undefined> {
  const tokens = {
    access: successorOf(key, refresh, 'access'),
    refresh: successorOf(key, refresh, 'refresh'),
  };
  const row = await rotateSession(tx, {
    oldRefresh: hashToken(refresh),
    newAccess: hashToken(tokens.access),
    accessLife,
    newRefresh: hashToken(tokens.refresh),
    refreshLife,
  });
  return (
    row && { tokens, userId: row.user_id, sessionId: row.session_id, expiresAt: unixSeconds(row.expires_at) }
  );
}

export function setCookies(reply: FastifyReply, tokens: Tokens): void {
  setSessionCookies(reply, { ...tokens, accessLife, refreshLife });
}

export function unixSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}
