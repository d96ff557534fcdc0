import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addDevice, daily, makeDue, sql, weekly } from '#tests/support/reminders.ts';
import { linesOf } from './finding.ts';
import { checkReminders } from './reminders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const findings = async (https = true) =>
  (await app.database.asOwner((client) => checkReminders(client, { https }))).flatMap(
    (finding) => linesOf(finding)[0]!,
  );
const fine = '  ok       No weekly email and no reminder is late.';

it('the doctor warns of reminders that nothing sends', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  expect(await findings()).toEqual([fine]);
  await weekly(ada);
  await daily(bob);
  // A minute may pass until a job runs.
  await sql(app, `update reminders set next_at = now() - interval '14 minutes' where state = 'on'`);
  expect(await findings()).toEqual([fine]);
  await makeDue(app, ada, 1);
  expect(await findings()).toEqual(['  warning  Not sent yet: 1 late reminder.']);
  await makeDue(app, bob, 20);
  expect(await findings()).toEqual(['  warning  Not sent yet: 2 late reminders.']);
  await sql(app, 'delete from reminders');
});

it('the doctor warns of push messages without https', async () => {
  const ada = await app.signUp();
  expect(await findings(false)).toEqual([fine]);
  await addDevice(ada);
  expect(await findings(false)).toEqual([fine, '  warning  Push messages go to 1 device.']);
  expect(await findings()).toEqual([fine]);
});

it('the doctor does not ask a database of an earlier version about reminders', async () => {
  await app.database.asOwner((db) => db.query('drop table if exists push_devices'));
  expect(await findings()).toEqual([]);
});
