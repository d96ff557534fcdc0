import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { startProvider, type TestProvider } from '#tests/support/provider.ts';
import { linesOf } from './finding.ts';
import { checkSingleSignOn } from './single-sign-on.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const findings = async (env: Record<string, string>) =>
  (await checkSingleSignOn(readConfig({ APP_URL: 'http://localhost:4000', ...env }))).map(
    (finding) => linesOf(finding)[0]!,
  );

it('the doctor finds a provider that responds, knows this Logbook, and has the same time', async () => {
  expect(await findings({})).toEqual(['  ok       Single sign-on is off (OIDC_ISSUER).']);
  expect(await findings(provider.env)).toEqual([
    `  ok       The provider ${provider.issuer} responds.`,
    '  ok       The provider publishes its keys.',
    '  ok       The clock of the provider agrees with that of this machine.',
    '  ok       The provider knows logbook, and leads back to http://localhost:4000/api/auth/provider/callback.',
    '  ok       The provider does not say that it reports logouts: sessions here go on without it.',
  ]);
});

it('the doctor names what the provider lacks for the settings', async () => {
  provider.server.service.once('beforeWellKnownOpenIdConfiguration', ({ body }) => {
    Object.assign(body, {
      ...{ claims_supported: ['sub'], scopes_supported: ['openid'] },
      ...{ backchannel_logout_supported: true, id_token_signing_alg_values_supported: ['HS256'] },
    });
  });
  const lines = await findings({
    ...provider.env,
    ...{ OIDC_ALLOWED_GROUPS: 'staff', OIDC_ALLOWED_DOMAINS: 'example.org', PASSWORDS: 'off' },
  });
  expect(lines).toEqual(
    expect.arrayContaining([
      '  problem  The provider signs with HS256 only.',
      '  warning  The provider does not list the scope profile, email.',
      '  warning  The provider does not list the claim groups.',
      '  warning  The provider does not list the claim email_verified.',
      '  ok       Passwords are off: the provider and passkeys open accounts.',
    ]),
  );
});

it('the doctor names a provider that is away, or another issuer', async () => {
  for (const OIDC_ISSUER of ['http://127.0.0.1:9', `${provider.issuer}/other`])
    expect(await findings({ ...provider.env, OIDC_ISSUER })).toEqual([
      '  problem  The provider of single sign-on cannot be used.',
    ]);
});
