import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, inSteps } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { limits, refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { addOwnPasskey, creationOptions } from './operations/add-passkey.ts';
import { Challenges } from './operations/challenges.ts';
import { removeOwnPasskey, renameOwnPasskey } from './operations/change-passkeys.ts';
import { confirm } from './operations/confirm.ts';
import { passkeySite } from './operations/passkey-site.ts';
import { renewOwnCodes } from './operations/recovery-codes.ts';
import { signInWithPasskey } from './operations/sign-in-with-passkey.ts';
import { otherMethods, passkeysOf } from './store.ts';

type Parts = { config: Config; pool: pg.Pool; appSecret: string; mailer: Mailer };
type Challenge = (typeof operations)['POST /api/auth/passkey-challenge'];

export function methodRoutes(server: FastifyInstance, { config, pool, appSecret, mailer }: Parts): void {
  const site = passkeySite(config.appUrl);
  const challenges = new Challenges(appSecret);
  const passkeys = { challenges, site };
  bind(server, pool, {
    tag: {
      name: 'Sign-in methods',
      description: 'Passkeys, recovery codes, and confirming who uses a session.',
    },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/auth/passkey-challenge': inSteps<Challenge>(({ input }) =>
        Promise.resolve({
          challenge: challenges.make(input.body, Date.now()),
          rpId: site.rpId,
          timeout: limits.challengeMinutes * 60_000,
          userVerification: 'required' as const,
        }),
      ),
      'POST /api/auth/passkey': signInWithPasskey(passkeys, deriveKey(appSecret, 'devices')),
      'POST /api/auth/confirm': confirm(passkeys),
      'GET /api/passkeys': async ({ tx, viewer }) => {
        const rows = await passkeysOf(tx, viewer.userId);
        const { has_password, fresh, has_codes, codes_left } = await otherMethods(
          ...([tx, viewer.userId, viewer.sessionId] as const),
        );
        return {
          ...{ passkeys: rows, has_password, fresh, rp_id: site.rpId },
          codes_left: has_codes ? codes_left : null,
        };
      },
      'POST /api/passkeys/options': creationOptions(passkeys, config.instanceName),
      'POST /api/passkeys': addOwnPasskey(passkeys, { config, mailer }),
      'PATCH /api/passkeys/:id': renameOwnPasskey,
      'DELETE /api/passkeys/:id': removeOwnPasskey({
        rpId: site.rpId,
        issuer: config.singleSignOn?.issuerKey ?? null,
        passwords: config.passwords,
      }),
      'POST /api/recovery_codes': renewOwnCodes,
    },
  });
}
