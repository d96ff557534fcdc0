// What an operator looks for after an attack. The lines contain only ids: no addresses, names or networks.
import type { FastifyBaseLogger } from 'fastify';
import { counts } from '#platform/metrics/counts.ts';

type SecurityEvent =
  | 'sign-in refused'
  | 'sign-in locked'
  | 'password changed'
  | 'password reset'
  | 'sessions ended'
  | 'session confirmed'
  | 'passkey added'
  | 'passkey removed'
  | 'recovery codes renewed'
  | 'signed in by provider'
  | 'provider connected'
  | 'provider disconnected'
  | 'provider return refused'
  | 'sessions ended by provider'
  | 'authenticator app added'
  | 'authenticator app removed'
  | 'password removed'
  | 'account deleted';

/** Logs an event that concerns the security of an account. */
export function logSecurity(log: FastifyBaseLogger, event: SecurityEvent, user?: string): void {
  log.info({ security: event, ...(user !== undefined && { user }) }, event);
}

const failures = new Set(['wrong_credentials', 'wrong_code', 'passkey_refused', 'too_many_tries']);

/** Counts and logs a sign-in that was refused: a wrong password, address, code or passkey, or too many of them. */
export function logRefusedSignIn(log: FastifyBaseLogger, code: string): void {
  if (!failures.has(code)) return;
  counts.failedSignIns += 1;
  logSecurity(log, code === 'too_many_tries' ? 'sign-in locked' : 'sign-in refused');
}
