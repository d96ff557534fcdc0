import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refusalTexts as tokenTexts } from '#features/api-tokens/texts.ts';
import type { Config } from '#platform/config/config.ts';
import { bind } from '#platform/http/bind.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { approveLogin, findCliLogin, refuseLogin } from './operations/decide-login.ts';
import { LoginSecrets } from './operations/login-codes.ts';
import { serveProgram } from './operations/serve-program.ts';
import { startCliLogin } from './operations/start-login.ts';
import { giveUpToken, takeToken } from './operations/take-token.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  appSecret: string;
  /** The folder of the built scripts of pages without the app. */
  islands: string;
};

export function commandLineRoutes(
  server: FastifyInstance,
  { config, pool, appSecret, islands }: Parts,
): void {
  const secrets = new LoginSecrets(appSecret);
  bind(server, pool, {
    tag: { name: 'Command line', description: 'Signing in the command line, `logbook`, with the browser.' },
    operations,
    refusals,
    texts: { ...tokenTexts, ...refusalTexts },
    handlers: {
      'POST /api/cli_logins': startCliLogin(config.appUrl, secrets),
      'POST /api/cli_logins/token': ({ tx, input }) => takeToken(secrets, tx, input.body.device_code),
      'POST /api/cli_logins/end': ({ tx, input }) => giveUpToken(tx, input.body.token),
      'POST /api/cli_logins/find': findCliLogin(secrets),
      'POST /api/cli_logins/:id/approve': ({ tx, viewer, input }) =>
        approveLogin(secrets, { tx, viewer, id: input.params.id }),
      'POST /api/cli_logins/:id/refuse': ({ tx, input }) => refuseLogin({ tx, id: input.params.id }),
    },
  });
  serveProgram(server, { file: join(islands, '../cli/logbook.js'), appUrl: config.appUrl });
}
