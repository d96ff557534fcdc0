// The account of a person whom the provider has confirmed.
import type { FastifyRequest } from 'fastify';
import { limits as accountLimits } from '#features/accounts/constants.ts';
import { normalName } from '#features/accounts/rules.ts';
import { ifAdmitted, withHitLimit } from '#features/accounts/server/operations/admission.ts';
import { signUpLimits } from '#features/accounts/server/operations/attempt-limits.ts';
import { enterStarted, newSession, type NewSession } from '#features/accounts/server/operations/sessions.ts';
import { sendVerification, type MailParts } from '#features/accounts/server/operations/verify.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { isRefused, type Refused } from '#platform/http/bind.ts';
import { hasMailbox } from '#platform/mail/mailer.ts';
import { parseReader, readerCookie } from '#platform/reader/reader.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { newUserName } from '../../account-texts.ts';
import type { Outcome } from '../../contract.ts';
import { decideAdmission, provedAt, type Claims, type Person } from '../../rules.ts';
import { connectedMail } from '../mails.tsx';
import { createByIdentity, startByAddress, startByIdentity, type Confirmed } from '../store.ts';
import type { Provider } from './provider.ts';

export type OpenParts = MailParts & { provider: Provider };

/** The identity that the provider has confirmed. */
export function confirmedBy({ issuer, subject, label }: Person, claims: Claims): Confirmed {
  const proved = provedAt(claims);
  const { sid } = claims;
  return {
    ...{ issuer, subject, label },
    sid: typeof sid === 'string' && sid.length <= 300 ? sid : null,
    provedAt: proved === null ? null : new Date(proved),
  };
}

type Opened = Awaited<ReturnType<typeof enterStarted>> & { outcome: Outcome };

/**
 * Starts a session for the account of an identity, or connects it to the account that has verified its address, or creates one
 * (R-Q1).
 */
export async function openAccount(
  tx: Tx,
  request: FastifyRequest,
  parts: OpenParts,
  person: Person,
  confirmed: Confirmed,
): Promise<Opened | Outcome | Refused> {
  const { settings } = parts.provider;
  const reader = parseReader(request.cookies[readerCookie]);
  const { tokens, session } = newSession(request, reader?.timeZone ?? null);
  const known = await startByIdentity(tx, confirmed, session);
  if (known) return { ...(await enterStarted(tx, tokens, known)), outcome: 'signed-in' };
  const { email, emailVerified } = person;
  if (email === null) return 'no-address';
  if (settings.linkByEmail && emailVerified) {
    const undoToken = newToken();
    const undo = { hash: hashToken(undoToken), hours: accountLimits.undoHours };
    const linked = await startByAddress(tx, email, newId(), confirmed, session, undo);
    if (linked === 'second factor') return 'taken-second-factor';
    if (linked === 'other') return 'other';
    if (linked !== 'unknown') {
      const entered = await enterStarted(tx, tokens, linked);
      await tellConnected(tx, parts, entered.signedIn.user, undoToken);
      return { ...entered, outcome: 'signed-in' };
    }
  }
  const started = await createAccount(tx, request, parts, { ...person, email }, confirmed, session);
  if (isRefused(started)) return started;
  const entered = await enterStarted(tx, tokens, started);
  const { user, profile } = entered.signedIn;
  if (!user.email_verified) {
    const address = { userId: user.id, fullName: profile.full_name, email, extraId: null, ip: request.ip };
    // Beyond the limit no email is sent. The banner's resend reports how long to wait.
    await sendVerification(tx, parts, address);
  }
  return { ...entered, outcome: 'signed-up' };
}

async function createAccount(
  tx: Tx,
  request: FastifyRequest,
  { config, provider }: OpenParts,
  person: Person & { email: string },
  confirmed: Confirmed,
  session: NewSession,
) {
  const { email, emailVerified } = person;
  const fullName = person.names.map(normalName).find((name) => name !== null) ?? newUserName;
  const isNamed = decideAdmission(person, provider.settings) === 'named';
  // Those whom the operator names may come all at once, from one office.
  const refused = isNamed ? undefined : await consumeAttempts(tx, signUpLimits(config, request.ip));
  if (refused) return refused;
  const verified = hasMailbox(config) || emailVerified;
  const create = () =>
    createByIdentity(tx, { id: newId(), email, fullName, verified }, newId(), confirmed, session);
  return ifAdmitted(tx, config, { email, proved: isNamed }, () =>
    // An address that the provider has not verified may be a guess.
    withHitLimit(tx, emailVerified ? `provider ${email}` : request.ip, create),
  );
}

/** In the transaction of the change, in case it is not the user's. `undoToken`: of the link that undoes it. */
export async function tellConnected(
  tx: Tx,
  { config, mailer, provider }: OpenParts,
  user: { id: string; email: string; email_verified: boolean },
  undoToken: string,
): Promise<void> {
  // Not at an unverified address: it may belong to someone else.
  if (!user.email_verified) return;
  const { name } = provider.settings;
  await mailer.post(
    tx,
    connectedMail({ to: user.email, userId: user.id, provider: name, undoToken, config }),
  );
}
