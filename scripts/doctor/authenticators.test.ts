import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { addAuthenticatorApp } from '#tests/support/authenticator-apps.ts';
import { checkAuthenticators } from './authenticators.ts';
import { linesOf } from './finding.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const findings = async (secret: string) =>
  (
    await app.database.asOwner((client) =>
      checkAuthenticators(client, { appSecret: secret, dataDir: app.config.dataDir }),
    )
  ).flatMap((finding) => linesOf(finding)[0]!);

it('the doctor warns of authenticator apps that a change of APP_SECRET has made useless', async () => {
  expect(await findings(appSecret)).toEqual([]);
  await addAuthenticatorApp(await app.signUp());
  expect(await findings(appSecret)).toEqual([
    '  ok       The codes of all authenticator apps can be checked.',
  ]);
  expect(await findings('another secret of thirty-two letters')).toEqual([
    '  warning  Useless: 1 authenticator app.',
  ]);
});
