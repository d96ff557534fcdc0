import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { refresh, signOut } from './operations/end-or-renew.ts';
import { resendVerification } from './operations/resend-verification.ts';
import { signIn } from './operations/sign-in.ts';
import { signUp } from './operations/sign-up.ts';
import { token } from './operations/token.ts';
import { verify } from './operations/verify.ts';
import { whoIs } from './operations/who.ts';

type Parts = { config: Config; pool: pg.Pool; appSecret: string; mailer: Mailer };

export function accountRoutes(server: FastifyInstance, { config, pool, appSecret, mailer }: Parts): void {
  const successorKey = deriveKey(appSecret, 'session successor');
  bind(server, pool, {
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/auth/sign-up': signUp({ config, mailer }),
      'POST /api/auth/sign-in': signIn,
      'POST /api/auth/sign-out': signOut,
      'GET /api/auth/user': async ({ tx, viewer }) => (await whoIs(tx, viewer)) ?? refuse('no_session'),
      'POST /api/auth/refresh': refresh(successorKey),
      'POST /api/auth/token': token(successorKey),
      'POST /api/auth/verify': verify,
      'POST /api/auth/resend-verification': resendVerification({ config, mailer }),
    },
  });
}
