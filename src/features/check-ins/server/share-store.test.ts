// What the sender sees of the emails about an entry, now and later: in the entry, in the shoutout, and in open pages.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, runJob, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
import {
  forgetMailLimits,
  mailStates,
  readEntry,
  shoutoutsOf,
  stranger,
  teammate,
  writeShared,
} from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { listen, withinOneSecond, type Listening } from '#tests/access/socket.ts';

let app: TestApp;
let sink: SmtpSink;
let url: string;
const sockets: Listening[] = [];
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  url = `${address.replace(/^http/, 'ws')}/api/live`;
});
afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.close());
  sink.behave = () => 'take';
});
afterAll(() => app.close());

async function openPage(caller: Caller): Promise<Listening> {
  const socket = listen(url, { authorization: `Bearer ${caller.cookies['logbook-access']}` });
  sockets.push(socket);
  await socket.settled;
  return socket;
}

/** An entry that is shared with a manager and a teammate, and whom. */
async function shareWithBoth(caller: Caller) {
  const [boss, bo] = [stranger(), stranger()];
  const shoutout = teammate(bo);
  const { json } = await writeShared(caller, { manager_email: boss, teammate: shoutout });
  return { entry: json, boss, bo, shoutoutId: shoutout.id };
}

type Entry = Awaited<ReturnType<typeof shareWithBoth>>['entry'];
const statesOf = ({ manager_email_state, teammate_email_state }: Entry) => [
  manager_email_state,
  teammate_email_state,
];
const states = async (caller: Caller, id: string) => [
  ...statesOf((await readEntry(caller, id)) as Entry),
  (await shoutoutsOf(caller)).find((row) => row.check_in_id === id)?.email,
];

/** Waits until the page is notified of both. */
const notified = (page: Listening, ids: string[]) =>
  expect
    .poll(() => ids.every((id) => page.events.some((event) => event.id === id)), withinOneSecond)
    .toBe(true);

const changedSince = async (caller: Caller, since: string) =>
  (await caller.call<{ rows: Entry[] }>('GET /api/check_ins/changes', { query: { since } })).json.rows;

it('an unverified sender sees held emails, and verification sends them and removes the mark, even in open pages', async () => {
  const ada = await app.signUp();
  const { entry, boss, bo, shoutoutId } = await shareWithBoth(ada);
  expect(statesOf(entry)).toEqual(['held', 'held']);
  const page = await openPage(ada);
  const since = new Date().toISOString();
  const [token] = await mailedTokens(app, sink, ada.email, 'verify');
  await ada.call('POST /api/auth/verify', { body: { token } });
  await notified(page, [entry.id, shoutoutId]);
  expect(await states(ada, entry.id)).toEqual([null, null, null]);
  expect((await changedSince(ada, since)).map(({ id }) => id)).toEqual([entry.id]);
  await work(app);
  expect([await mailStates(app, boss), await mailStates(app, bo)]).toEqual([['sent'], ['sent']]);
});

it('emails that the mail server refuses are marked as failed, in open pages and after they are purged', async () => {
  const ada = await signUpVerified(app);
  const { entry, boss, shoutoutId } = await shareWithBoth(ada);
  expect(statesOf(entry)).toEqual([null, null]);
  const page = await openPage(ada);
  sink.behave = () => ({ at: 'recipient', code: 550, text: '5.1.1 no such user' });
  await work(app);
  await notified(page, [entry.id, shoutoutId]);
  expect(await states(ada, entry.id)).toEqual(['failed', 'failed', 'failed']);
  await app.database.asOwner((db) => db.query(`update mails set created_at = now() - interval '31 days'`));
  await runJob(app, 'sweep-mails');
  expect(await mailStates(app, boss)).toEqual([]);
  expect(await states(ada, entry.id)).toEqual(['failed', 'failed', 'failed']);
});

it('an email to someone who has unsubscribed is marked as failed, before and after it was queued', async () => {
  const ada = await signUpVerified(app);
  const [early, late] = [stranger(), stranger()];
  const stop = (address: string) =>
    app.database.asOwner((db) => db.query('insert into mail_suppressions values ($1)', [address]));
  await stop(early);
  const before = (await writeShared(ada, { manager_email: early, teammate: teammate(early) })).json;
  expect(statesOf(before)).toEqual(['failed', 'failed']);
  const { json: after } = await writeShared(ada, { manager_email: late, teammate: teammate(late) });
  await stop(late);
  await work(app);
  expect(await states(ada, after.id)).toEqual(['failed', 'failed', 'failed']);
});

it('emails over the limits wait, and the mark is removed when they are released, even in open pages', async () => {
  const ada = await signUpVerified(app);
  const to = stranger();
  for (let n = 0; n < 3; n++) await writeShared(ada, { manager_email: to });
  const shoutout = teammate(to);
  const { json: entry } = await writeShared(ada, { manager_email: to, teammate: shoutout });
  expect(statesOf(entry)).toEqual(['waiting', 'waiting']);
  const page = await openPage(ada);
  await forgetMailLimits(app);
  await runJob(app, 'release-mails');
  await notified(page, [entry.id, shoutout.id]);
  expect(await states(ada, entry.id)).toEqual([null, null, null]);
});

it('an entry is saved when no more emails can wait, and says that they failed', async () => {
  const ada = await app.signUp();
  await app.database.asOwner((db) =>
    db.query(
      `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state)
       select gen_random_uuid(), $1, 'full@example.com', 'test', false, 'A', 'A', 'full ' || n, 'held'
       from generate_series(1, 100) n`,
      [ada.userId],
    ),
  );
  const { entry, boss } = await shareWithBoth(ada);
  expect(entry.manager_email_state).toBe('failed');
  expect(await mailStates(app, boss)).toEqual([]);
});

it('deleting an account while its emails are sent neither fails nor waits for them', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => signUpVerified(app)));
  for (const person of people) for (let n = 0; n < 3; n++) await shareWithBoth(person);
  sink.behave = () => ({ at: 'recipient', code: 550, text: '5.1.1 no such user' });
  const [answers] = await Promise.all([
    Promise.all(people.map((person) => person.call('POST /api/functions/v1/delete-account'))),
    work(app),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
