import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { confirmedVouch, credential } from '#tests/support/credentials.ts';
import { checkCredentials } from './credentials.ts';
import { linesOf } from './finding.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ APP_URL: 'https://log.example' });
});
afterAll(() => app.close());

const findings = async (appUrl = 'https://log.example') => {
  const config = { appUrl, https: appUrl.startsWith('https:') };
  const found = await app.database.asOwner((client) => checkCredentials(client, config));
  return found.flatMap((finding) => linesOf(finding)[0]!);
};

it('the doctor warns of credentials whose issuer cannot be found', async () => {
  expect(await findings()).toEqual([]);
  const owner = await app.signUp();
  await credential(owner, await confirmedVouch(app, owner));
  expect(await findings()).toEqual(['  ok       Verifiers find the issuer of all credentials.']);
  expect(await findings('https://new.example')).toEqual([
    '  warning  1 credential issued by did:web:log.example.',
  ]);
  expect(await findings('http://log.example')).toEqual([
    '  warning  Credentials are issued, and APP_URL is not https.',
  ]);
});
