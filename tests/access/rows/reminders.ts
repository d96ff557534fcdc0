import { newId } from '#platform/clock/id.ts';
import { ReminderLinks } from '#features/reminders/server/operations/reminder-links.ts';
import type { TestApp } from '../../support/app.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, byId, malformed, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { startSession, type Person } from '../world.ts';

const chosen = {
  time_zone: 'Europe/Berlin',
  question: { state: 'on', day: 5, hour: 16 },
  nudge: { state: 'on', days: [1, 3], hour: 9, by_email: true },
};
const choose = (body: object): Sent => ({ url: '/api/reminders', body: { ...chosen, ...body } });

/** A device of this person, who has few. For a deleted person, there is none. */
async function deviceOf({ app, deleted }: At, person: Person): Promise<string> {
  const id = newId();
  if (person === deleted) return id;
  const { session } = await startSession(app, person);
  await app.database.asOwner(async (db) => {
    await db.query(`insert into push_keys values ('spare', '\\x00', '\\x00') on conflict do nothing`);
    await db.query(
      `insert into push_devices (id, user_id, session_id, key_id, endpoint)
       select $1, $2, $3, k.id, $4 from push_keys k`,
      [id, person.userId, session, `https://push.example.com/${id}`],
    );
  });
  return id;
}

/** Forgets the key and the devices: what was added as a row cannot be opened. */
const withoutDevices = (app: TestApp) => app.database.asOwner((db) => db.query('delete from push_keys'));

/** A link to an email that this person has asked for. */
async function answerToken({ app }: At, person: Person): Promise<string> {
  await app.database.asOwner((db) =>
    db.query(
      `insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email)
       select id, 'question', 'off', '{5}', 16, 'UTC', 'en', true from users where id = $1 on conflict do nothing`,
      [person.userId],
    ),
  );
  const links = new ReminderLinks(app.config.appUrl, appSecret);
  const asked = { userId: person.userId, address: person.email, mailId: newId(), askedAt: Date.now() };
  return new URL(links.answerLink(asked)).searchParams.get('token')!;
}
const quietUrl = ({ app }: At, person: Person): string => {
  const link = new ReminderLinks(app.config.appUrl, appSecret).quietLink({
    ...{ userId: person.userId, kind: 'nudge' },
  });
  return link.slice(app.config.appUrl.length);
};

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export const reminderRows: Rows = {
  'GET /api/reminders': { expected: { plain: user(200) }, requests: plain('/api/reminders') },
  'PUT /api/reminders': {
    expected: { plain: user(200), malformed },
    requests: { plain: () => choose({}), malformed: () => choose({ time_zone: 'Nowhere/Else' }) },
  },
  'POST /api/reminders/send': {
    // Nothing is turned on.
    expected: { plain: user(409), malformed },
    requests: {
      plain: async ({ app, own }) => {
        await app.database.asOwner((db) =>
          db.query('delete from reminders where user_id = $1', [own.userId]),
        );
        return { url: '/api/reminders/send', body: { kind: 'nudge' } };
      },
      malformed: () => ({ url: '/api/reminders/send', body: { kind: 'other' } }),
    },
  },
  'POST /api/push_key': {
    expected: { plain: user(200) },
    requests: { plain: () => ({ url: '/api/push_key', body: {} }) },
  },
  'POST /api/push_devices': {
    expected: {
      plain: user(200),
      'a private address': user(400),
      "another user's user_id": user(403),
      malformed,
    },
    requests: {
      plain: async ({ app }) => {
        await withoutDevices(app);
        return { url: '/api/push_devices', body: { endpoint: `https://push.example.com/${newId()}` } };
      },
      'a private address': () => ({ url: '/api/push_devices', body: { endpoint: 'https://10.0.0.1/a' } }),
      "another user's user_id": ({ others }) => ({
        url: '/api/push_devices',
        body: { endpoint: 'https://push.example.com/a', user_id: others.userId },
      }),
      malformed: () => ({ url: '/api/push_devices', body: {} }),
    },
  },
  'DELETE /api/push_devices/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(
        () => newId(),
        (id) => ({ url: `/api/push_devices/${id}` }),
      ),
      own: async (at) => ({ url: `/api/push_devices/${await deviceOf(at, at.own)}` }),
      others: async (at) => ({ url: `/api/push_devices/${await deviceOf(at, at.others)}` }),
    },
  },
  // The links in the emails are enough, and only those.
  'GET /mail/reminders': {
    expected: { 'a link': anyone(200), none: anyone(404), changed: anyone(404) },
    requests: {
      'a link': (at) => ({ url: quietUrl(at, at.others) }),
      none: () => ({ url: '/mail/reminders' }),
      changed: (at) => ({ url: `${quietUrl(at, at.others)}A` }),
    },
  },
  'POST /mail/reminders': {
    expected: { 'a link': anyone(200), none: anyone(404) },
    requests: {
      'a link': (at) => ({ url: quietUrl(at, at.others), body: 'List-Unsubscribe=One-Click', headers: form }),
      none: () => ({ url: '/mail/reminders', body: 'choice=stop', headers: form }),
    },
  },
  'GET /mail/answer': {
    expected: { 'a link': anyone(303), 'its page': anyone(200), none: anyone(404) },
    requests: {
      'a link': async (at) => ({ url: `/mail/answer?token=${await answerToken(at, at.others)}` }),
      'its page': async (at) => ({
        url: '/mail/answer',
        headers: { cookie: `logbook-answer=${await answerToken(at, at.others)}` },
      }),
      none: () => ({ url: '/mail/answer' }),
    },
  },
  'POST /mail/answer': {
    expected: { 'a link': anyone(200), 'no text': anyone(400), none: anyone(404) },
    requests: {
      'a link': async (at) => ({
        url: '/mail/answer',
        body: new URLSearchParams({ token: await answerToken(at, at.others), text: 'Done' }).toString(),
        headers: form,
      }),
      'no text': async (at) => ({
        url: '/mail/answer',
        body: new URLSearchParams({ token: await answerToken(at, at.others), text: ' ' }).toString(),
        headers: form,
      }),
      none: () => ({ url: '/mail/answer', body: 'text=Done', headers: form }),
    },
  },
};
