import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { newId } from '#platform/clock/id.ts';
import { CannotFetch } from '#platform/http/fetch-public.ts';
import type { PostPublic } from '#platform/http/post-public.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mails, runJob, signUpVerified, skipPauses, startMailingApp, work } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { limits } from '../constants.ts';
import type { Reminders } from '../contract.ts';
import { nudgeTexts, questionTexts, replyMarker } from '../mail-texts.ts';
import { answerTexts } from '../page-texts.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  const renderer = new PageRenderer({ instanceName: 'Logbook', offlineApp: false });
  ({ app, sink } = await startMailingApp(
    { MAIL_IN_DOMAIN: 'log.example.com', MAIL_IN_SECRET: 'a-secret-of-the-webhook-0123456789' },
    renderer,
  ));
});
afterAll(() => app.close());

const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.database.asOwner((db) => db.query(text, values))).rows as Row[];

type Choice = Partial<{ question: object; nudge: object; time_zone: string; locale: string }>;
const off = {
  question: { state: 'off', day: 5, hour: 16 },
  nudge: { state: 'off', days: [5], hour: 16, by_email: true },
};
const choose = (person: Caller, choice: Choice) =>
  person.call<Reminders>('PUT /api/reminders', { body: { time_zone: 'Europe/Berlin', ...off, ...choice } });
const weekly = (person: Caller) => choose(person, { question: { state: 'on', day: 5, hour: 16 } });
const daily = (person: Caller, by_email = true) =>
  choose(person, { nudge: { state: 'on', days: [1, 2, 3, 4, 5, 6, 7], hour: 9, by_email } });

/** Lets everything of this user be due, so many hours ago. */
const makeDue = (person: Caller, hours = 0) =>
  sql(
    `update reminders set next_at = now() - make_interval(hours => $2) where user_id = $1 and state = 'on'`,
    [person.userId, hours],
  );
const nextOf = async (person: Caller): Promise<number> => {
  const [row] = await sql<{ next_at: string }>(
    `select next_at from reminders where user_id = $1 and state = 'on'`,
    [person.userId],
  );
  return Date.parse(row!.next_at);
};
const subjects: (string | undefined)[] = [questionTexts.subject, nudgeTexts.subject];
const received = (person: Caller) =>
  sink.received.filter(({ to, mail }) => to.includes(person.email) && subjects.includes(mail.subject));
const addEntry = (person: Caller, content: string, more: object = {}) =>
  person.call('POST /api/check_ins', { body: { content, ...more } });

/** What the push service got, and how it responds next. */
type Push = { url: string; headers: Record<string, string> };
let pushed: Push[] = [];
let respond: (push: Push) => { status: number; retryAfter?: number } | 'forbidden' | 'unreachable';
const postPublic: PostPublic = (url, headers) => {
  pushed.push({ url, headers });
  const response = respond({ url, headers });
  if (typeof response === 'string')
    return Promise.reject(new CannotFetch(response, { isForbidden: response === 'forbidden' }));
  return Promise.resolve({ status: response.status, retryAfter: response.retryAfter ?? null });
};
beforeEach(() => {
  pushed = [];
  respond = () => ({ status: 201 });
});
const run = async () => {
  await runJob(app, 'remind');
  await work(app, undefined, postPublic);
};

const endpointOf = (name: string) => `https://push.example.com/send/${name}`;
let added = 0;
async function addDevice(person: Caller): Promise<string> {
  const endpoint = endpointOf(`device-${++added}`);
  const { status } = await person.call('POST /api/push_devices', { body: { endpoint } });
  expect(status).toBe(200);
  return endpoint;
}

describe('the choice', () => {
  it('is off until the user turns something on', async () => {
    const ada = await signUpVerified(app);
    const { json } = await ada.call<Reminders>('GET /api/reminders');
    expect([json.question.state, json.nudge.state, json.time_zone, json.devices]).toEqual([
      'off',
      'off',
      null,
      [],
    ]);
    await run();
    expect(received(ada)).toEqual([]);
  });

  it('schedules the next one in the chosen zone, and the same choice again changes nothing', async () => {
    const ada = await signUpVerified(app);
    const first = await choose(ada, {
      question: { state: 'on', day: 3, hour: 7 },
      time_zone: 'Asia/Kathmandu',
    });
    const at = new Date(first.json.question.next_at!);
    expect(
      at.toLocaleString('en-US', {
        timeZone: 'Asia/Kathmandu',
        weekday: 'long',
        timeStyle: undefined,
        hour: 'numeric',
        minute: '2-digit',
      }),
    ).toBe('Wednesday 7:00 AM');
    const again = await choose(ada, {
      question: { state: 'on', day: 3, hour: 7 },
      time_zone: 'Asia/Kathmandu',
    });
    expect(again.json).toEqual(first.json);
  });

  it('keeps days and hours while it is paused or off', async () => {
    const ada = await signUpVerified(app);
    await choose(ada, { nudge: { state: 'on', days: [4, 2, 2], hour: 6, by_email: true } });
    const { json } = await choose(ada, { nudge: { state: 'paused', days: [4, 2], hour: 6, by_email: true } });
    expect(json.nudge).toEqual({ state: 'paused', days: [2, 4], hour: 6, by_email: true, next_at: null });
  });

  it.each([
    ['no day', { nudge: { state: 'on', days: [], hour: 6, by_email: true } }],
    ['an eighth day', { question: { state: 'on', day: 8, hour: 6 } }],
    ['an hour after midnight', { question: { state: 'on', day: 1, hour: 24 } }],
    ['an unknown zone', { time_zone: 'Mars/Olympus' }],
  ])('with %s is refused', async (_what, choice) => {
    const ada = await signUpVerified(app);
    expect((await choose(ada, choice)).status).toBe(400);
  });

  it('reminders without an email need a device', async () => {
    const ada = await signUpVerified(app);
    expect((await daily(ada, false)).json).toMatchObject({ code: 'way_required' });
    await addDevice(ada);
    expect((await daily(ada, false)).status).toBe(200);
  });
});

describe('the weekly email', () => {
  it('asks in the formats and zone of its user, with goals and the last lines of the log', async () => {
    const ada = await signUpVerified(app);
    for (const text of ['Ship the thing', 'Write the guide'])
      await ada.call('POST /api/goals', { body: { text } });
    for (const content of ['First', 'Second', 'Third\nwith a second line', 'Fourth'])
      await addEntry(ada, content);
    await choose(ada, { question: { state: 'on', day: 5, hour: 16 }, locale: 'de-DE' });
    await makeDue(ada);
    await run();
    const [email, ...others] = received(ada);
    expect(others).toEqual([]);
    expect(email!.mail.subject).toBe(questionTexts.subject);
    const text = email!.mail.text!;
    expect(text).toContain('> Ship the thing\n> Write the guide');
    const day = new Intl.DateTimeFormat('de-DE', {
      month: 'short',
      day: 'numeric',
      timeZone: 'Europe/Berlin',
    }).format();
    expect(text).toContain(`> ${day}  Fourth\n> ${day}  Third with a second line\n> ${day}  Second`);
    expect(text).not.toContain('First');
    expect(text + email!.mail.html).not.toMatch(/streak|missed|in a row/i);
    expect(email!.mail.replyTo).toBeUndefined();
    expect(await nextOf(ada)).toBeGreaterThan(Date.now());
  });

  it('can be answered by email once its user has a private address', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    const made = await ada.call<{ address: { email: string } }>('POST /api/mail_address', {
      body: { id: newId() },
    });
    await makeDue(ada);
    await run();
    const [email] = received(ada);
    expect(email!.mail.replyTo?.map(({ address }) => address)).toEqual([made.json.address.email]);
    expect(email!.mail.text).toMatch(new RegExp(`^${replyMarker}`));
    expect(email!.mail.html).toContain(replyMarker);
  });

  it('asks in a week with an entry as well', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    await addEntry(ada, 'Written');
    await makeDue(ada);
    await run();
    expect(received(ada)).toHaveLength(1);
  });

  it('goes to verified addresses only, and starts when the address is verified', async () => {
    const ada = await app.signUp();
    await weekly(ada);
    await makeDue(ada);
    await run();
    expect(received(ada)).toEqual([]);
    expect(await nextOf(ada)).toBeGreaterThan(Date.now());
    expect((await ada.call<Reminders>('GET /api/reminders')).json.address.state).toBe('unverified');
  });

  it('does not reach an address that has unsubscribed from all emails', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    await sql(`insert into mail_suppressions (address) values (app.mailbox($1))`, [ada.email]);
    await makeDue(ada);
    await run();
    expect(received(ada)).toEqual([]);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.address.state).toBe('stopped');
  });

  it('that is more than a day late is left out, and one that is late is sent once', async () => {
    const [late, tooLate] = [await signUpVerified(app), await signUpVerified(app)];
    for (const [person, hours] of [
      [late, 23],
      [tooLate, 24 * 20],
    ] as const) {
      await weekly(person);
      await makeDue(person, hours);
    }
    await run();
    await run();
    expect([received(late).length, received(tooLate).length]).toEqual([1, 0]);
    expect(await nextOf(tooLate)).toBeGreaterThan(Date.now());
  });

  it('is sent once by many processes at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signUpVerified(app)));
    for (const person of people) {
      await weekly(person);
      await makeDue(person);
    }
    await Promise.all(Array.from({ length: 5 }, () => runJob(app, 'remind')));
    await work(app);
    expect(people.map((person) => received(person).length)).toEqual(people.map(() => 1));
  });

  it('that still waits is not sent after its user has turned it off', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    await makeDue(ada);
    await runJob(app, 'remind');
    await choose(ada, {});
    await work(app);
    expect(received(ada)).toEqual([]);
    expect((await mails(app, ada.email)).map(({ kind }) => kind)).not.toContain('weekly-email');
  });

  it('of one user that fails does not keep the others waiting', async () => {
    const [broken, ada] = [await signUpVerified(app), await signUpVerified(app)];
    for (const person of [broken, ada]) await weekly(person);
    await sql('update users set email = $2 where id = $1', [broken.userId, `a\u202eb${added++}@example.com`]);
    await makeDue(broken, 2);
    await makeDue(ada, 1);
    await run();
    expect(received(ada)).toHaveLength(1);
  });
});

describe('a reminder by email', () => {
  it('is left out in a week in which something was written, whatever the date of the entry', async () => {
    const [ada, bob] = [await signUpVerified(app), await signUpVerified(app)];
    for (const person of [ada, bob]) {
      await daily(person);
      await makeDue(person);
    }
    await addEntry(ada, 'An old story', { created_at: '2020-01-01T12:00:00Z' });
    await run();
    expect(received(ada)).toEqual([]);
    const [email] = received(bob);
    expect(email!.mail.subject).toBe(nudgeTexts.subject);
    expect(email!.mail.text).not.toMatch(/streak|missed|in a row/i);
  });

  it('is sent although there is an entry of an earlier week', async () => {
    const ada = await signUpVerified(app);
    await daily(ada);
    await addEntry(ada, 'Done');
    await app.database.asOwner(async (db) => {
      await db.query(`set session_replication_role = replica`);
      await db.query(
        `update check_ins set recorded_at = now() - interval '8 days', changed_at = now() - interval '8 days'
         where user_id = $1`,
        [ada.userId],
      );
      await db.query(`set session_replication_role = default`);
    });
    await makeDue(ada);
    await run();
    expect(received(ada)).toHaveLength(1);
  });
});

/** The link in an email with this path, without the instance. */
const linkIn = (text: string, path: string) =>
  new RegExp(`${app.config.appUrl}(${path}\\?token=[\\w-]+)`).exec(text)![1]!;
const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

async function asked(): Promise<{ ada: Caller; text: string; raw: string }> {
  const ada = await signUpVerified(app);
  await weekly(ada);
  await makeDue(ada);
  await run();
  const [email] = received(ada);
  return { ada, text: email!.mail.text!, raw: email!.raw };
}

describe('ending', () => {
  it('with the one click of a mail client stops the weekly email, and no other emails', async () => {
    const { ada, raw } = await asked();
    const header = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(raw.replace(/\r\n[ \t]+/g, ''))![1]!;
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    const path = header.slice(app.config.appUrl.length);
    expect(
      (await app.anonymous().call(`POST ${path}`, form({ 'List-Unsubscribe': 'One-Click' }))).status,
    ).toBe(200);
    const { json } = await ada.call<Reminders>('GET /api/reminders');
    expect([json.question.state, json.address.state]).toEqual(['off', 'good']);
  });

  it('by the link in the email asks first: opening it changes nothing', async () => {
    const { ada, text } = await asked();
    const path = linkIn(text, '/mail/reminders');
    const state = async () => (await ada.call<Reminders>('GET /api/reminders')).json.question.state;
    await app.anonymous().call(`GET ${path}`);
    expect(await state()).toBe('on');
    await app.anonymous().call(`POST ${path}`, form({ choice: 'pause' }));
    expect(await state()).toBe('paused');
    await app.anonymous().call(`POST ${path}`, form({ choice: 'stop' }));
    await app.anonymous().call(`POST ${path}`, form({ choice: 'pause' }));
    expect(await state()).toBe('off');
  });
});

describe('the page of the answer', () => {
  const entriesOf = async (person: Caller) =>
    sql<{ content: string; source: string; emoji: string | null }>(
      'select content, source, emoji from check_ins where user_id = $1 order by id',
      [person.userId],
    );
  const open = async (path: string) => {
    const visitor = app.anonymous();
    await visitor.call(`GET ${path}`);
    return { visitor, page: await visitor.call('GET /mail/answer') };
  };
  const tokenOf = (path: string) => new URL(path, 'http://x').searchParams.get('token')!;
  const answer = (token: string, text: string) =>
    app.anonymous().call('POST /mail/answer', form({ token, text }));

  it('adds an entry without a session, which says that it came by email; twice is once', async () => {
    const { ada, text } = await asked();
    const path = linkIn(text, '/mail/answer');
    const { page } = await open(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<textarea')]);
    expect(page.text).not.toContain(ada.email);
    expect(await entriesOf(ada)).toEqual([]);
    for (const _ of [1, 2])
      expect((await answer(tokenOf(path), '🎉 Shipped\r\nit #launch')).text).toContain(
        answerTexts.saved.title,
      );
    expect(await entriesOf(ada)).toEqual([{ content: 'Shipped\nit #launch', source: 'email', emoji: '🎉' }]);
    await answer(tokenOf(path), 'Another');
    expect(await entriesOf(ada)).toHaveLength(2);
    const found = await ada.call<{ rows: unknown[] }>('GET /api/check_ins/search', {
      query: { q: '#launch' },
    });
    expect(found.json.rows).toHaveLength(1);
  });

  it.each([
    ['nothing', ' \n ', 400, answerTexts.empty],
    ['too much', 'x'.repeat(10_001), 400, 'up to 10,000'],
  ])('%s is refused, and what was typed is still there', async (_what, typed, status, why) => {
    const { text } = await asked();
    const page = await answer(tokenOf(linkIn(text, '/mail/answer')), typed);
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(why)]);
    expect(page.text).toContain(typed.trim());
  });

  it('of a changed, foreign or ended link keeps what was typed, and adds nothing', async () => {
    const { ada, text } = await asked();
    const token = tokenOf(linkIn(text, '/mail/answer'));
    const quiet = tokenOf(linkIn(text, '/mail/reminders'));
    for (const bad of [`${token.slice(0, -2)}AA`, quiet, '', 'a'.repeat(1000)]) {
      const page = await answer(bad, 'Precious');
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('Precious')]);
    }
    await sql('select app.end_access($1)', [ada.userId]);
    expect((await answer(token, 'Precious')).status).toBe(404);
    expect(await entriesOf(ada)).toEqual([]);
  });

  it('does not work once the address is no longer the user’s, or the account is gone', async () => {
    const { ada, text } = await asked();
    const token = tokenOf(linkIn(text, '/mail/answer'));
    await sql('update users set email = $2 where id = $1', [ada.userId, `moved${added++}@example.com`]);
    expect((await answer(token, 'Precious')).status).toBe(404);
    await sql('delete from users where id = $1', [ada.userId]);
    expect((await answer(token, 'Precious')).status).toBe(404);
  });

  it('adds a limited number of entries', async () => {
    const { ada, text } = await asked();
    const token = tokenOf(linkIn(text, '/mail/answer'));
    for (let n = 0; n < limits.answersPerDay; n++) await answer(token, `Line ${n}`);
    const page = await answer(token, 'One more');
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('One more')]);
    expect(await entriesOf(ada)).toHaveLength(limits.answersPerDay);
  });
});

describe('push messages', () => {
  it('have no content, and a token that the push service can verify with the key that browsers get', async () => {
    const ada = await signUpVerified(app);
    const endpoint = await addDevice(ada);
    await daily(ada, false);
    await makeDue(ada);
    await run();
    const [push, ...others] = pushed;
    expect([push!.url, others]).toEqual([endpoint, []]);
    expect(push!.headers).toMatchObject({ urgency: 'low', topic: 'logbook-reminder' });
    expect(Number(push!.headers['ttl'])).toBeGreaterThan(86_000);
    const [, header, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(
      push!.headers['authorization']!,
    )!;
    const { json } = await ada.call<{ public_key: string }>('POST /api/push_key', { body: {} });
    expect(key).toBe(json.public_key);
    const point = Buffer.from(key!, 'base64url');
    expect([point.length, point[0]]).toEqual([65, 4]);
    const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const isGood = verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature!, 'base64url'),
    );
    expect(isGood).toBe(true);
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
    const claimed = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as {
      aud: string;
      exp: number;
      sub: string;
    };
    expect(claimed.aud).toBe('https://push.example.com');
    expect(claimed.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
    expect(claimed.sub).toMatch(/^(mailto|https):/);
    expect(received(ada)).toEqual([]);
  });

  it('end for a device that the push service no longer knows', async () => {
    const ada = await signUpVerified(app);
    const [gone, here] = [await addDevice(ada), await addDevice(ada)];
    await daily(ada, false);
    for (const status of [404, 410]) {
      respond = ({ url }) => ({ status: url === gone ? status : 201 });
      await makeDue(ada);
      await run();
    }
    expect(pushed.filter(({ url }) => url === gone)).toHaveLength(1);
    expect(pushed.filter(({ url }) => url === here)).toHaveLength(2);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toHaveLength(1);
  });

  it.each([
    ['429', { status: 429, retryAfter: 3600 }],
    ['a server error', { status: 503 }],
    ['no connection', 'unreachable' as const],
  ])('are sent again after %s, until a day has passed', async (_what, failure) => {
    const ada = await signUpVerified(app);
    await addDevice(ada);
    await daily(ada, false);
    respond = () => failure;
    await makeDue(ada);
    await run();
    expect(pushed).toHaveLength(1);
    await work(app, undefined, postPublic);
    expect(pushed).toHaveLength(1);
    await skipPauses(app);
    respond = () => ({ status: 201 });
    await work(app, undefined, postPublic);
    expect(pushed).toHaveLength(2);
    await skipPauses(app);
    await work(app, undefined, postPublic);
    expect(pushed).toHaveLength(2);
  });

  it('end for an address that leads to a private network', async () => {
    const ada = await signUpVerified(app);
    await addDevice(ada);
    await daily(ada, false);
    respond = () => 'forbidden';
    await makeDue(ada);
    await run();
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toEqual([]);
  });

  it('end with the session of the browser, and never show its address', async () => {
    const ada = await signUpVerified(app);
    const endpoint = await addDevice(ada);
    const { text, json } = await ada.call<Reminders>('GET /api/reminders');
    expect([json.devices.length, json.devices[0]!.is_current, text.includes(endpoint)]).toEqual([
      1,
      true,
      false,
    ]);
    await ada.call('POST /api/auth/sign-out', { body: {} });
    expect(await sql('select from push_devices where endpoint = $1', [endpoint])).toEqual([]);
  });

  it('a browser belongs to the last user who added it, once', async () => {
    const [ada, bob] = [await signUpVerified(app), await signUpVerified(app)];
    const endpoint = await addDevice(ada);
    for (const person of [bob, bob])
      expect(
        (await person.call<Reminders>('POST /api/push_devices', { body: { endpoint } })).json.devices,
      ).toHaveLength(1);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toEqual([]);
  });

  it('a user has a limited number of devices, also when they are added at the same time', async () => {
    const ada = await signUpVerified(app);
    const statuses = await Promise.all(
      Array.from(
        { length: limits.devices + 3 },
        async (_, n) =>
          (
            await ada.call('POST /api/push_devices', {
              body: { endpoint: endpointOf(`many-${ada.userId}-${n}`) },
            })
          ).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.devices);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });

  it('a key that another APP_SECRET has sealed is replaced, with the devices that expect it', async () => {
    const ada = await signUpVerified(app);
    await addDevice(ada);
    await sql(`update push_keys set sealed_private_key = '\\x00'`);
    await daily(ada, false);
    await makeDue(ada);
    await run();
    expect(pushed).toEqual([]);
    await addDevice(ada);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.devices).toHaveLength(1);
  });
});

describe('one now', () => {
  it('is sent as chosen, a limited number of times, and never without a way', async () => {
    const ada = await signUpVerified(app);
    const send = (kind: string) =>
      ada.call<{ code?: string }>('POST /api/reminders/send', { body: { kind } });
    expect((await send('question')).json.code).toBe('nothing_to_send');
    await choose(ada, {});
    for (let n = 0; n < limits.nowPerHour; n++) expect((await send('question')).status).toBe(200);
    expect((await send('question')).json.code).toBe('too_many_tries');
    await work(app, undefined, postPublic);
    expect(received(ada)).toHaveLength(limits.nowPerHour);
  });
});
