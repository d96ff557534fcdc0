import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import type { SingleSignOn } from '#platform/config/single-sign-on.ts';
import { bind, inSteps, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { disconnect } from './operations/disconnect.ts';
import { serveProviderLogout } from './operations/end-from-provider.ts';
import { Flows } from './operations/flows.ts';
import { goForSession, goToProvider } from './operations/go-to-provider.ts';
import type { Provider } from './operations/provider.ts';
import { returnFromProvider } from './operations/return-from-provider.ts';
import { identityOf } from './store.ts';

type Parts = { config: Config; pool: pg.Pool; appSecret: string; mailer: Mailer };
type Callback = (typeof operations)['GET /api/auth/provider/callback'];

/** Its libraries are loaded only by instances that use them. */
async function providerOf(settings: SingleSignOn, config: Config): Promise<Provider> {
  const { Provider: Loaded } = await import('./operations/provider.ts');
  return new Loaded(settings, config);
}

export async function singleSignOnRoutes(
  server: FastifyInstance,
  { config, pool, appSecret, mailer }: Parts,
): Promise<void> {
  const provider = config.singleSignOn && (await providerOf(config.singleSignOn, config));
  const flows = new Flows(appSecret);
  const deviceKey = deriveKey(appSecret, 'devices');
  bind(server, pool, {
    tag: { name: 'Single sign-on', description: 'Signing in with the provider of this instance.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/auth/provider': goToProvider({ provider, flows }),
      'GET /api/auth/provider/callback': provider
        ? returnFromProvider({ config, mailer, provider, flows, deviceKey })
        : inSteps<Callback>(() => Promise.resolve(refuse('not_found'))),
      'POST /api/auth/provider': goForSession({ provider, flows }),
      async 'GET /api/provider_identity'({ tx, viewer: { userId } }) {
        if (!config.singleSignOn) return { provider: null, identity: null };
        const { issuerKey, name } = config.singleSignOn;
        return { provider: name, identity: (await identityOf(tx, userId, issuerKey)) ?? null };
      },
      'DELETE /api/provider_identity/:id': disconnect({ config, mailer }),
    },
  });
  await serveProviderLogout(server, { pool, provider });
}
