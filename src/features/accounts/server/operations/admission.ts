// Whom closed sign-ups admit, and how often a network may hit addresses that have an account.
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { reserveAttempt, settleAttempts, tooManyTries } from '#platform/http/attempts.ts';
import { isRefused, refuse, refuseAndRollBack, type Refused } from '#platform/http/bind.ts';
import { anyAccount, isInvited, lockFirstAccount } from '../store.ts';
import { signUpHitLimit } from './attempt-limits.ts';

/** `proved`: by the link of an email that another user caused, or by a provider whose people the operator admits. */
export type Applicant = { email: string; proved: boolean };

/** Closed sign-ups still admit the first user, who is the host, and everyone whom users have invited. */
export async function isAdmitted(tx: Tx, config: Config, { email, proved }: Applicant): Promise<boolean> {
  return config.signups === 'open' || proved || !(await anyAccount(tx)) || isInvited(tx, email);
}

/** Creates an account if sign-ups admit the applicant, also when others sign up, or withdraw invitations, at the same time. */
export async function ifAdmitted<Created, Code extends string>(
  tx: Tx,
  config: Config,
  applicant: Applicant,
  create: () => Promise<Created | Refused<Code>>,
): Promise<Created | Refused<Code | 'signups_closed'>> {
  if (config.signups === 'closed') {
    // Exactly one user is the first one.
    await lockFirstAccount(tx);
    if (!(await isAdmitted(tx, config, applicant))) return refuse('signups_closed');
  }
  const isFirst = config.signups === 'closed' && !(await anyAccount(tx));
  const created = await create();
  if (isRefused(created)) return created;
  // No invitation can be withdrawn anymore: creating the account has locked them.
  if (!isFirst && !(await isAdmitted(tx, config, applicant))) return refuseAndRollBack('signups_closed');
  return created;
}

/** Reserves a hit first and releases it if the address was free. So only hits count, and exactly. */
export async function withHitLimit<Created>(tx: Tx, ip: string, create: () => Promise<Created | undefined>) {
  const { attemptId, wait } = await reserveAttempt(tx, signUpHitLimit(ip));
  if (attemptId === null) return tooManyTries(wait);
  const created = await create();
  await settleAttempts(tx, [attemptId], created ? 'released' : 'failed');
  return created ?? refuse('email_taken');
}
