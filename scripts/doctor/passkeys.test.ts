import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { linesOf } from './finding.ts';
import { checkPasskeys } from './passkeys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const findings = async (appUrl: string) =>
  (await app.database.asOwner((client) => checkPasskeys(client, { appUrl }))).flatMap(
    (finding) => linesOf(finding)[0]!,
  );

it('the doctor warns of passkeys that a change of the host has made useless', async () => {
  expect(await findings('https://log.example')).toEqual([]);
  const ada = await app.signUp();
  await app.database.asOwner((db) =>
    db.query(
      `insert into passkeys
         (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up)
       values ($1, $1, '\\x00', '', 0, '{}', 'log.example', 'Phone', false, false)`,
      [ada.userId],
    ),
  );
  expect(await findings('https://log.example')).toEqual(['  ok       All passkeys work at log.example.']);
  expect(await findings('https://new.example')).toEqual([
    '  warning  Useless at new.example: 1 passkey of another host.',
  ]);
});

it('the doctor does not ask a database of an earlier version about passkeys', async () => {
  await app.database.asOwner((db) => db.query('drop table if exists passkeys cascade'));
  expect(await findings('https://log.example')).toEqual([]);
});
