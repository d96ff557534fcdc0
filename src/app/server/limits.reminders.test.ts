// As in limits.test.ts, for the weekly email, the reminders and push messages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPath, limits } from '#features/reminders/constants.ts';
import { ReminderLinks } from '#features/reminders/server/operations/reminder-links.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { changed } from '#tests/support/changed.ts';
import { signUpVerified } from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import {
  addEntry,
  form,
  makeDue,
  received,
  sendReminders,
  startReminderApp,
  weekly,
} from '#tests/support/reminders.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let ada: Caller;
beforeAll(async () => {
  ({ app, sink } = await startReminderApp());
  ada = await signUpVerified(app);
  await weekly(ada);
  for (const text of ['First goal', 'Second goal']) await ada.call('POST /api/goals', { body: { text } });
  for (const content of ['First entry', 'Second entry']) await addEntry(ada, content);
});
afterAll(() => app.close());

const tokenOf = () => {
  const links = new ReminderLinks(app.config.appUrl, appSecret);
  const asked = { userId: ada.userId, address: ada.email, mailId: newId(), askedAt: Date.now() };
  return new URL(links.answerLink(asked)).searchParams.get('token')!;
};

/** The weekly email that was due so many hours ago, without its links. Undefined if none is sent. */
async function email(hours = 0): Promise<string | undefined> {
  const before = received(sink, ada).length;
  await makeDue(app, ada, hours);
  await sendReminders(app);
  return received(sink, ada)[before]?.mail.text?.replaceAll(/https?:\S+/g, '');
}

type Observation = [
  other: Partial<Record<keyof typeof limits, number>>,
  what: string,
  see: () => Promise<unknown>,
];

const observations: Observation[] = [
  [
    { devices: 0 },
    'how many devices a user can have',
    async () => {
      const body = { endpoint: `https://push.example.com/${newId()}` };
      return (await ada.call('POST /api/push_devices', { body })).status;
    },
  ],
  [
    { nowPerHour: 0 },
    'how many reminders are sent immediately',
    async () => (await ada.call('POST /api/reminders/send', { body: { kind: 'question' } })).status,
  ],
  [{ lateHours: 1 }, 'how late the weekly email is sent', async () => (await email(2)) !== undefined],
  [
    { answerDays: 2 },
    'how long the link in the weekly email adds entries',
    async () => {
      const links = new ReminderLinks(app.config.appUrl, appSecret);
      return links.openAnswer(tokenOf(), Date.now() + 3 * dayMs)?.userId === ada.userId;
    },
  ],
  [
    { answersPerDay: 0 },
    'how many entries the link in the weekly email adds',
    async () =>
      (await app.anonymous().call(`POST ${answerPath}`, form({ token: tokenOf(), text: 'Answered' }))).status,
  ],
  [
    { reloadMinutes: 1 },
    'how long the page of the weekly email reloads',
    async () => {
      const { headers } = await app.anonymous().call(`GET ${answerPath}?token=${tokenOf()}`);
      return /max-age=(\d+)/i.exec(headers['set-cookie'] ?? '')?.[1];
    },
  ],
  [{ goals: 1 }, 'how many goals the weekly email shows', email],
  [{ entries: 1 }, 'how many entries the weekly email shows', email],
  [{ entryDays: 0 }, 'how old the entries in the weekly email are', email],
  [{ line: 7 }, 'how long the lines of the weekly email are', email],
  [{ read: 7 }, 'how much of an entry is read for the weekly email', email],
];

test.each(observations)('a limit of reminders decides $1', async (other, _what, see) => {
  const before = await see();
  expect(before).toBeDefined();
  expect(await see()).toEqual(before);
  expect(await changed(limits, other, see)).not.toEqual(before);
});
