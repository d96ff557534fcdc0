import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Codes } from '#features/accounts/server/operations/codes.ts';
import type { Config } from '#platform/config/config.ts';
import { bind, inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { limits, refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { appOf, devicesOf, forgetDevice } from './authenticator-store.ts';
import { addOwnPasskey, creationOptions } from './operations/add-passkey.ts';
import {
  addOwnAuthenticator,
  removeOwnAuthenticator,
  setupOptions,
  Setups,
} from './operations/authenticator-app.ts';
import { Challenges } from './operations/challenges.ts';
import { removeOwnPasskey, renameOwnPasskey } from './operations/change-passkeys.ts';
import { confirm } from './operations/confirm.ts';
import { passkeySite } from './operations/passkey-site.ts';
import { renewOwnCodes } from './operations/recovery-codes.ts';
import { removeOwnPassword } from './operations/remove-password.ts';
import { signInWithPasskey } from './operations/sign-in-with-passkey.ts';
import { otherMethods, passkeysOf } from './store.ts';

type Parts = { config: Config; pool: pg.Pool; appSecret: string; mailer: Mailer };
type Challenge = (typeof operations)['POST /api/auth/passkey-challenge'];

export function methodRoutes(server: FastifyInstance, { config, pool, appSecret, mailer }: Parts): void {
  const site = passkeySite(config.appUrl);
  const challenges = new Challenges(appSecret);
  const passkeys = { challenges, site };
  const mail = { config, mailer };
  const ways = {
    rpId: site.rpId,
    issuer: config.singleSignOn?.issuerKey ?? null,
    passwords: config.passwords,
  };
  const codes = new Codes(appSecret);
  const setups = new Setups(appSecret);
  bind(server, pool, {
    tag: {
      name: 'Sign-in methods',
      description: 'Passkeys, the authenticator app, recovery codes, and confirming who uses a session.',
    },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/auth/passkey-challenge': inSteps<Challenge>(async ({ step, input }) => {
        const { purpose } = input.body;
        // A confirmation is of one session. Signing in asks the database for nothing.
        const subject =
          purpose === 'confirm' ? await step(({ viewer }) => Promise.resolve(viewer?.sessionId)) : '';
        if (subject === undefined || isRefused(subject)) return refuse('no_session');
        return {
          challenge: challenges.make({ purpose, subject }, Date.now()),
          rpId: site.rpId,
          timeout: limits.challengeMinutes * 60_000,
          userVerification: 'required' as const,
        };
      }),
      'POST /api/auth/passkey': signInWithPasskey(passkeys, deriveKey(appSecret, 'devices')),
      'POST /api/auth/confirm': confirm(passkeys, codes),
      'DELETE /api/auth/password': removeOwnPassword(ways, mail),
      'GET /api/passkeys': async ({ tx, viewer }) => {
        const rows = await passkeysOf(tx, viewer.userId);
        const { has_password, fresh, has_codes, codes_left } = await otherMethods(
          ...([tx, viewer.userId, viewer.sessionId] as const),
        );
        return {
          ...{ passkeys: rows, has_password, fresh, rp_id: site.rpId },
          codes_left: has_codes ? codes_left : null,
          authenticator_app: (await appOf(tx, viewer.userId)) ?? null,
          remembered_devices: await devicesOf(tx, viewer.userId),
        };
      },
      'POST /api/passkeys/options': creationOptions(passkeys, config.instanceName),
      'POST /api/passkeys': addOwnPasskey(passkeys, mail),
      'PATCH /api/passkeys/:id': renameOwnPasskey,
      'DELETE /api/passkeys/:id': removeOwnPasskey(ways, mail),
      'POST /api/recovery_codes': renewOwnCodes(mail),
      'POST /api/authenticator_app/options': setupOptions(setups, config.instanceName),
      'POST /api/authenticator_app': addOwnAuthenticator(setups, codes, mail),
      'DELETE /api/authenticator_app': removeOwnAuthenticator(mail),
      'DELETE /api/remembered_devices/:id': async ({ tx, input }) =>
        (await forgetDevice(tx, input.params.id)) ? { removed: true as const } : refuse('not_found'),
    },
  });
}
