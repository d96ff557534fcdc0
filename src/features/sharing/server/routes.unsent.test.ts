// Emails that are sent later than they were posted: what they say then, how they count, and what their sender sees.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { dayMs } from '#platform/clock/durations.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import {
  delivered,
  mailedTokens,
  mails,
  runJob,
  signUpVerified,
  startMailingApp,
  work,
} from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import {
  forgetMailLimits,
  mailStates,
  readEntry,
  shareEntry,
  shoutoutsOf,
  stopSharing,
  stranger,
  teammate,
  exhaustMailLimits,
  writeShared,
} from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const byId = (id: string) => ({ params: { id } });
const remove = (caller: Caller, id: string) => caller.call<CheckIn>('DELETE /api/check_ins/:id', byId(id));
const restore = (caller: Caller, id: string) =>
  caller.call<CheckIn>('POST /api/check_ins/:id/restore', byId(id));
const edit = async (caller: Caller, id: string, content: string) =>
  caller.call('PATCH /api/check_ins/:id', { ...byId(id), body: { content, edited_at: null } });

async function verify(caller: Caller) {
  const [token] = await mailedTokens(app, sink, caller.email, 'verify');
  expect((await caller.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
}

async function releaseWaiting() {
  await forgetMailLimits(app);
  await runJob(app, 'release-mails');
}

/** How many emails of this user count toward the daily limit. */
async function counted({ userId }: Caller): Promise<number> {
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ count: number }>('select count(*)::int as count from limit_hits where key = $1', [
      `from ${userId}`,
    ]),
  );
  return rows[0]!.count;
}

describe('an email that was held until the sender was verified', () => {
  it('names the address, takes replies, and says what the entry says by then', async () => {
    const ada = await app.signUp('Ada Example');
    const [boss, bo] = [stranger(), stranger()];
    const entry = { content: 'Helped Secret Name', manager_email: boss, teammate: teammate(bo) };
    const { json } = await writeShared(ada, entry);
    const { json: deleted } = await writeShared(ada, { teammate: teammate(stranger()) });
    await edit(ada, json.id, 'Helped a colleague');
    await remove(ada, deleted.id);
    await verify(ada);

    for (const to of [boss, bo]) {
      const [{ mail, raw }] = (await delivered(app, sink, to)) as [SmtpSink['received'][0]];
      expect(mail.text).toContain('Helped a colleague');
      expect(mail.text).toContain(`Ada Example (${ada.email})`);
      expect(mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
      expect(raw).not.toContain('Secret Name');
    }
    const excerpts = (await shoutoutsOf(ada)).map(({ excerpt }) => excerpt);
    expect(new Set(excerpts)).toEqual(new Set(['Helped a colleague', null]));
  });

  it('quotes the first 100 characters of an entry that became longer', async () => {
    const ada = await app.signUp();
    const { json } = await writeShared(ada, { teammate: teammate(stranger()) });
    await edit(ada, json.id, '😀'.repeat(101));
    await verify(ada);
    expect((await shoutoutsOf(ada))[0]!.excerpt).toBe(`${'😀'.repeat(100)}…`);
  });
});

describe('an email that waited for 40 days', () => {
  it('has links whose time begins when it is sent', async () => {
    const ada = await signUpVerified(app);
    const [boss, bo] = [stranger(), stranger()];
    await exhaustMailLimits(app, ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * dayMs });
    const { json } = await writeShared(ada, { manager_email: boss, teammate: teammate(bo) });
    vi.useRealTimers();
    expect([json.manager_email_state, json.teammate_email_state]).toEqual(['waiting', 'waiting']);
    await releaseWaiting();

    const [snapshot] = await delivered(app, sink, boss);
    const token = /\/manager-snapshot\?s=([\w-]+)/.exec(snapshot!.mail.text!)![1]!;
    const links = new SnapshotLinks(app.config.appUrl, appSecret);
    expect(links.verify(token, new Date(Date.now() + 29 * dayMs))).toBeDefined();
    const [shoutout] = await delivered(app, sink, bo);
    const proof = /proof=([\w.-]+)/.exec(shoutout!.mail.text!)![1]!;
    const { json: newcomer } = await app
      .anonymous()
      .call<{ user: { email_verified: boolean } }>('POST /api/auth/sign-up', {
        body: { full_name: 'Bo Example', email: bo, password: 'a good long passphrase', proof },
      });
    expect(newcomer.user.email_verified).toBe(true);
  });
});

describe('an email that was being sent when its entry was deleted, and failed for now', () => {
  it('is not sent again, but posted again when the entry is restored', async () => {
    const ada = await signUpVerified(app);
    const boss = stranger();
    const { json: entry } = await writeShared(ada, { manager_email: boss });
    const [mail] = await mails(app, boss);
    const become = (state: string) =>
      app.database.asOwner((db) => db.query('update mails set state = $2 where id = $1', [mail!.id, state]));
    await become('sending');
    await remove(ada, entry.id);
    await become('queued');
    expect(await delivered(app, sink, boss)).toEqual([]);
    expect((await restore(ada, entry.id)).json).toEqual(entry);
    expect(await delivered(app, sink, boss)).toHaveLength(1);
  });
});

describe('an email that is withdrawn before an attempt to send it', () => {
  it('no longer counts toward the limits, exactly under parallel calls', async () => {
    const ada = await signUpVerified(app);
    const entries = await Promise.all(Array.from({ length: 20 }, () => writeShared(ada)));
    const boss = stranger();
    const states = [];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        entries.map(async ({ json: { id } }) => {
          const { json } = await shareEntry(ada, id, boss);
          await Promise.all([stopSharing(ada, id), stopSharing(ada, id)]);
          return json.manager_email_state;
        }),
      );
      states.push(...answers);
      expect(await counted(ada)).toBe(0);
    }
    expect(new Set(states)).toContain(null);
    expect(await mailStates(app, boss)).toEqual([]);
    for (const { json } of entries.slice(0, 4)) await shareEntry(ada, json.id, boss);
    expect((await mailStates(app, boss)).toSorted()).toEqual(['queued', 'queued', 'queued', 'waiting']);
    expect(await counted(ada)).toBe(3);
  });

  it('keeps counting if an attempt was made, even when both happen at the same time', async () => {
    const ada = await signUpVerified(app);
    const bosses = Array.from({ length: 20 }, stranger);
    const entries = [];
    for (const to of bosses) entries.push((await writeShared(ada, { manager_email: to })).json);
    sink.received = [];
    await Promise.all([work(app), ...entries.map(({ id }) => stopSharing(ada, id))]);
    const sent = sink.received.filter(({ to }) => bosses.includes(to[0]!));
    expect(await counted(ada)).toBe(sent.length);
  });

  it('does not include that of an edited entry: the same email is sent', async () => {
    const ada = await signUpVerified(app);
    const boss = stranger();
    const { json } = await writeShared(ada, { manager_email: boss });
    await edit(ada, json.id, 'Better said');
    expect(await counted(ada)).toBe(1);
    const [email, ...more] = await delivered(app, sink, boss);
    expect(more).toEqual([]);
    expect(email!.mail.text).toContain('Better said');
  });
});

describe('an email to someone who deletes the account', () => {
  it('waits as before, then looks sent, and is never sent (R-A12)', async () => {
    const [ada, bo] = [await signUpVerified(app), await signUpVerified(app)];
    await exhaustMailLimits(app, ada);
    const { json: entry } = await writeShared(ada, { manager_email: bo.email, teammate: teammate(bo.email) });
    sink.received = [];
    expect((await bo.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect(await readEntry(ada, entry.id)).toEqual(entry);
    expect((await mails(app, bo.email)).map(({ body }) => body)).toEqual([null, null]);
    await releaseWaiting();
    expect(await delivered(app, sink, bo.email)).toEqual([]);
    expect(await mailStates(app, bo.email)).toEqual(['sent', 'sent']);
    expect(await readEntry(ada, entry.id)).toMatchObject({
      manager_email_state: null,
      teammate_email_state: null,
    });
  });
});
