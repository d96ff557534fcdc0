import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { operations, refusals } from '../contract.ts';
import { AddressProofs } from './operations/address-proofs.ts';
import { formRefusalTexts } from '../auth-texts.ts';
import { settingsRefusalTexts } from '../settings-texts.ts';
import { refusalTexts } from '../texts.ts';
import { changeOwnPassword } from './operations/change-password.ts';
import { Codes } from './operations/codes.ts';
import { deleteOwnAccount, type FindPayments } from './operations/delete-account.ts';
import { refresh, signOut } from './operations/end-or-renew.ts';
import { endAllOtherSessions, endOneSession } from './operations/end-sessions.ts';
import { giveFeedback } from './operations/give-feedback.ts';
import { makePrimaryEmail, undoEmailChange } from './operations/primary-email.ts';
import { checkRecovery, completeRecovery, recover } from './operations/recover.ts';
import { resendVerification } from './operations/resend-verification.ts';
import { signIn } from './operations/sign-in.ts';
import { signUp } from './operations/sign-up.ts';
import { token } from './operations/token.ts';
import { addUserEmail, listAddresses, removeUserEmail, resendToUserEmail } from './operations/user-emails.ts';
import { verify } from './operations/verify.ts';
import { describeViewer } from './operations/read-signed-in-user.ts';
import { sessionsOf } from './store.ts';

/** For each way in that a password is, when the operator has switched them off. */
const passwordsOff = () => Promise.resolve(refuse('passwords_off'));

type Parts = {
  config: Config;
  pool: pg.Pool;
  appSecret: string;
  mailer: Mailer;
  /** The payments that end before an account is deleted. */
  findPayments: FindPayments;
};

export function accountRoutes(
  server: FastifyInstance,
  { config, pool, appSecret, mailer, findPayments }: Parts,
): void {
  const mail = { config, mailer };
  const successorKey = deriveKey(appSecret, 'session successor');
  const keys = { deviceKey: deriveKey(appSecret, 'devices'), codes: new Codes(appSecret) };
  bind(server, pool, {
    tag: {
      name: 'Accounts',
      description: 'Sign-up, sessions, addresses, the password and the end of an account.',
    },
    operations,
    refusals,
    texts: { ...refusalTexts, ...formRefusalTexts, ...settingsRefusalTexts },
    handlers: {
      'POST /api/auth/sign-up': config.passwords
        ? signUp(mail, keys.deviceKey, new AddressProofs(appSecret))
        : passwordsOff,
      'POST /api/auth/sign-in': config.passwords ? signIn(keys) : passwordsOff,
      'POST /api/auth/sign-out': signOut(successorKey),
      'GET /api/auth/user': async ({ tx, viewer }) =>
        (await describeViewer(tx, viewer)) ?? refuse('no_session'),
      'POST /api/auth/refresh': refresh(successorKey),
      'POST /api/auth/token': token(successorKey, keys, config.passwords),
      'POST /api/auth/verify': verify,
      'POST /api/auth/resend-verification': resendVerification(mail),
      'POST /api/auth/recover': config.passwords ? recover : passwordsOff,
      'POST /api/auth/recover/check': config.passwords ? checkRecovery : passwordsOff,
      'POST /api/auth/recover/complete': config.passwords ? completeRecovery(mail, keys) : passwordsOff,
      'PATCH /api/auth/user': config.passwords ? changeOwnPassword : passwordsOff,
      'GET /api/auth/sessions': async ({ tx, viewer }) => ({
        rows: await sessionsOf(tx, viewer.userId, viewer.sessionId),
      }),
      'DELETE /api/auth/sessions/:id': endOneSession,
      'DELETE /api/auth/sessions': endAllOtherSessions,
      'GET /api/user_emails': listAddresses,
      'POST /api/user_emails': addUserEmail(mail),
      'POST /api/user_emails/:id/resend': resendToUserEmail(mail),
      'DELETE /api/user_emails/:id': removeUserEmail,
      'POST /api/user_emails/:id/primary': makePrimaryEmail(mail),
      'POST /api/auth/undo-email-change': undoEmailChange,
      'POST /api/functions/v1/delete-account': deleteOwnAccount(findPayments),
      'POST /api/feedback': giveFeedback(mail),
    },
  });
}
