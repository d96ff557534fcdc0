import { newId } from '#platform/clock/id.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { hasMailbox } from '#platform/mail/mailer.ts';
import type { operations } from '../../contract.ts';
import { isEmail, normalEmail, normalName } from '../../rules.ts';
import { startByAccount } from '../session-store.ts';
import { anyAccount, settleTries, takeTry } from '../store.ts';
import { hashPassword, newPasswordFault } from './passwords.ts';
import { enterStarted, giveCookies, newSession } from './sessions.ts';
import { signUpHitLimit, tooManyTries } from './tries.ts';
import { sendVerification, type MailParts } from './verify.ts';

type SignUp = (typeof operations)['POST /api/auth/sign-up'];

/** User, profile, session and the mail that asks for the proof in one transaction (R-A2). The quoted duplicate answer is limited by IP (R-A5). */
export function signUp(parts: MailParts) {
  const { config } = parts;
  return inSteps<SignUp>(async ({ step, input, request, reply }) => {
    const { password, timezone } = input.body;
    const fullName = normalName(input.body.full_name);
    if (fullName === null) return refuse('invalid_name');
    const email = normalEmail(input.body.email);
    if (!isEmail(email)) return refuse('invalid_email');
    const fault = newPasswordFault(password);
    if (fault) return refuse(fault);

    const hashed = await hashPassword(password);
    const timeZone = knownTimeZone(timezone);
    const made = await step(async ({ tx }) => {
      // Closed sign-ups still admit the first person: the one who hosts it.
      if (config.signups === 'closed' && (await anyAccount(tx))) return refuse('signups_closed');
      const id = newId();
      // Where the mailbox is open to whoever sits there, the address counts as verified (R-A3).
      const verified = hasMailbox(config);
      const account = { id, email, password: hashed, fullName, verified };
      const { tokens, session } = newSession(request, timeZone);
      const started = await withHitLimit(tx, request.ip, () => startByAccount(tx, account, session));
      if (isRefused(started)) return started;
      const opened = await enterStarted(tx, tokens, started);
      // Beyond the limit no mail goes out; the banner's resend says how long to wait.
      if (!verified)
        await sendVerification(tx, parts, { userId: id, fullName, email, extraId: null, ip: request.ip });
      return opened;
    });
    if (isRefused(made)) return made;
    giveCookies(reply, made.tokens);
    return made.signedIn;
  });
}

// The try is taken first and given back when the address was free: only hits count, and exactly.
async function withHitLimit<Made>(tx: Tx, ip: string, create: () => Promise<Made | undefined>) {
  const { tryId, wait } = await takeTry(tx, signUpHitLimit(ip));
  if (tryId === null) return tooManyTries(wait);
  const made = await create();
  await settleTries(tx, [tryId], made ? 'given back' : 'failed');
  return made ?? refuse('email_taken');
}
