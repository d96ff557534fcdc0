import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import {
  delivered,
  mails,
  markVerified,
  runJob,
  signUpVerified,
  startMailingApp,
  work,
} from '#tests/support/mail.ts';
import {
  mailStates,
  readEntry,
  shareEntry,
  shoutoutsOf,
  stopSharing,
  stranger,
  teammate,
  writeShared,
} from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { limits } from '../contract.ts';

let app: TestApp;
let sink: SmtpSink;
let ada: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  ada = await signUpVerified(app);
});
afterAll(() => app.close());

const highlight = (
  caller: Caller,
  check_in_id: string,
  { id, email, message }: ReturnType<typeof teammate>,
) =>
  caller.call<CheckIn & ProblemBody>('POST /api/functions/v1/send-teammate-email', {
    body: { id, check_in_id, teammateEmail: email, message, senderName: 'Ignored' },
  });
const entryOf = async (caller: Caller, body: object = {}) => (await writeShared(caller, body)).json;

describe('sharing an existing entry with a manager', () => {
  it('sends one email, however often it is requested, and does not count as an edit', async () => {
    const boss = stranger();
    const { id } = await entryOf(ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shareEntry(ada, id, boss)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.json).toMatchObject({
      manager_email: boss,
      edited_at: null,
      shared_with_manager: true,
    });
    expect((await mails(app, boss)).map(({ kind }) => kind)).toEqual(['manager-snapshot']);
  });

  it('replaces the address, and emails the new one', async () => {
    const [first, second] = [stranger(), stranger()];
    const { id } = await entryOf(ada, { manager_email: first });
    expect((await shareEntry(ada, id, second)).json.manager_email).toBe(second);
    // The first email was not sent yet.
    expect([await mailStates(app, first), await mailStates(app, second)]).toEqual([[], ['queued']]);
  });

  it('refuses invalid and own addresses, and changes nothing', async () => {
    const entry = await entryOf(ada);
    const codes = [];
    for (const to of ['', 'boss', ada.email]) codes.push((await shareEntry(ada, entry.id, to)).json.code);
    expect(codes).toEqual(['manager_email_required', 'invalid_manager_email', 'own_manager_address']);
    expect(await readEntry(ada, entry.id)).toEqual(entry);
  });

  it('ends with a click, even a repeated one, and keeps the shoutout', async () => {
    const [boss, bo] = [stranger(), stranger()];
    const { id } = await entryOf(ada, { manager_email: boss, teammate: teammate(bo) });
    await work(app);
    for (let n = 0; n < 2; n++)
      expect((await stopSharing(ada, id)).json).toMatchObject({
        ...{ shared_with_manager: false, manager_email: null, manager_email_state: null, teammate_email: bo },
      });
    expect(await mailStates(app, boss)).toEqual(['sent']);
    const query = { shared: '1' };
    const { json } = await ada.call<{ rows: CheckIn[] }>('GET /api/check_ins/search', { query });
    expect(json.rows.map((row) => row.id)).not.toContain(id);
  });

  it('can be undone without a second email to the same address, but not for another one', async () => {
    const [boss, other] = [stranger(), stranger()];
    const { id } = await entryOf(ada, { manager_email: boss });
    await work(app);
    await stopSharing(ada, id);
    expect((await shareEntry(ada, id, boss)).json).toMatchObject({
      manager_email: boss,
      manager_email_state: null,
    });
    expect(await mailStates(app, boss)).toEqual(['sent']);
    await stopSharing(ada, id);
    await shareEntry(ada, id, other);
    expect(await mailStates(app, other)).toEqual(['queued']);
  });

  it('sends the same address no second email within 7 days, even after another address', async () => {
    const [boss, other] = [stranger(), stranger()];
    const { id } = await entryOf(ada, { manager_email: boss });
    await work(app);
    await app.database.asOwner((db) =>
      db.query(`update mails set created_at = now() - interval '6 days', sent_at = now() - interval '6 days'
                where recipient = '${boss}'`),
    );
    await stopSharing(ada, id);
    await shareEntry(ada, id, boss);
    await shareEntry(ada, id, other);
    expect((await shareEntry(ada, id, boss)).json).toMatchObject({
      manager_email: boss,
      manager_email_state: null,
    });
    // Another spelling is the same mailbox.
    const spelled = boss.replace('@', '+work@');
    await stopSharing(ada, id);
    expect((await shareEntry(ada, id, spelled)).json).toMatchObject({ manager_email: spelled });
    expect(await mailStates(app, spelled)).toEqual([]);
    // The email to the other address was not sent yet.
    expect([await mailStates(app, boss), await mailStates(app, other)]).toEqual([['sent'], []]);
    await app.database.asOwner((db) =>
      db.query(`update mails set sent_at = now() - interval '8 days' where recipient = '${boss}'`),
    );
    await stopSharing(ada, id);
    await shareEntry(ada, id, boss);
    expect((await mailStates(app, boss)).toSorted()).toEqual(['queued', 'sent']);
  });

  it('does not email what is no longer shared or deleted', async () => {
    const cleo = await app.signUp('Cleo Example');
    const [boss, other] = [stranger(), stranger()];
    const { id } = await entryOf(cleo, { manager_email: boss });
    const deleted = await entryOf(cleo, { manager_email: other });
    expect(await mailStates(app, boss)).toEqual(['held']);
    await stopSharing(cleo, id);
    await cleo.call('DELETE /api/check_ins/:id', { params: { id: deleted.id } });
    expect([await mailStates(app, boss), await mailStates(app, other)]).toEqual([[], []]);
  });

  it('keeps an unsent email while the entry is in the bin, and sends no other one again', async () => {
    const cleo = await app.signUp('Cleo Example');
    const [boss, other, gone] = [stranger(), stranger(), stranger()];
    const toBin = (id: string) => cleo.call('DELETE /api/check_ins/:id', { params: { id } });
    const restore = async (id: string) =>
      (await cleo.call<CheckIn>('POST /api/check_ins/:id/restore', { params: { id } })).json;
    const entry = await entryOf(cleo, { manager_email: boss });
    await toBin(entry.id);
    await markVerified(app, cleo);
    await work(app);
    expect(await mailStates(app, boss)).toEqual([]);
    expect(await restore(entry.id)).toEqual({ ...entry, manager_email_state: null });
    expect(await restore(entry.id)).toEqual({ ...entry, manager_email_state: null });
    expect(await mailStates(app, boss)).toEqual(['queued']);
    const queued = await entryOf(cleo, { manager_email: other });
    for (let n = 0; n < 2; n++) await toBin(queued.id);
    expect(await restore(queued.id)).toEqual(queued);
    await work(app);
    await toBin(queued.id);
    expect(await restore(queued.id)).toEqual(queued);
    expect(await mailStates(app, other)).toEqual(['sent']);
    // Sharing that was stopped, even in the bin, is not resumed.
    const stopped = await entryOf(cleo, { manager_email: gone });
    await toBin(stopped.id);
    await stopSharing(cleo, stopped.id);
    expect((await restore(stopped.id)).manager_email).toBeNull();
    expect(await mailStates(app, gone)).toEqual([]);
  });

  it('emails the text after an edit while the email is not sent, and nothing again afterwards', async () => {
    const gil = await app.signUp('Gil Example');
    const boss = stranger();
    const { id } = await entryOf(gil, { content: 'Helped Secret Name', manager_email: boss });
    const edit = async (content: string, edited_at: string | null) =>
      (await gil.call<CheckIn>('PATCH /api/check_ins/:id', { params: { id }, body: { content, edited_at } }))
        .json;
    const edited = await edit('Helped a colleague', null);
    expect(edited).toMatchObject({ content: 'Helped a colleague', manager_email_state: 'held' });
    expect(await edit('Helped a colleague', null)).toEqual(edited);
    await app.database.asOwner(async (db) => {
      await db.query('update users set email_verified_at = now() where id = $1', [gil.userId]);
      await db.query('select app.release_held_mails($1)', [gil.userId]);
    });
    const [email, ...more] = await delivered(app, sink, boss);
    expect(more).toEqual([]);
    expect(email!.mail.text).toContain('Helped a colleague');
    expect(email!.mail.text).not.toContain('Secret Name');
    expect((await readEntry(gil, id)).manager_email_state).toBeNull();
    await edit('Helped two colleagues', edited.edited_at);
    expect(await delivered(app, sink, boss)).toHaveLength(1);
  });

  it('counts toward the limits, and the email waits until there is room (R-A8)', async () => {
    const dan = await signUpVerified(app, 'Dan Example');
    const boss = stranger();
    for (let n = 0; n < 3; n++)
      expect((await entryOf(dan, { manager_email: boss })).manager_email_state).toBeNull();
    const { id, manager_email_state: state } = await entryOf(dan, { manager_email: boss });
    expect(state).toBe('waiting');
    await app.database.asOwner((db) => db.query(`update limit_hits set at = now() - interval '25 hours'`));
    await runJob(app, 'release-mails');
    expect((await readEntry(dan, id)).manager_email_state).toBeNull();
  });
});

describe('a shoutout about an existing entry', () => {
  it('is sent once, and shown with the entry', async () => {
    const bo = teammate(stranger());
    const { id } = await entryOf(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => highlight(ada, id, bo)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]!.json).toMatchObject({ teammate_email: bo.email, teammate_message: 'Thank you' });
    expect((await shoutoutsOf(ada)).filter((row) => row.check_in_id === id)).toHaveLength(1);
    expect(await mailStates(app, bo.email)).toEqual(['queued']);
  });

  it('is refused under the codes of sharing', async () => {
    const { id } = await entryOf(ada);
    const codes = [];
    for (const sent of [
      teammate(''),
      teammate('bo@'),
      teammate(stranger(), { message: ' ' }),
      teammate(stranger(), { message: 'x'.repeat(2001) }),
      teammate(ada.email),
    ])
      codes.push((await highlight(ada, id, sent)).json.code);
    expect(codes).toEqual([
      ...['teammate_email_required', 'invalid_teammate_email', 'teammate_message_required'],
      ...['teammate_message_too_long', 'own_teammate_address'],
    ]);
    expect((await readEntry(ada, id)).teammate_email).toBeNull();
  });
});

describe('suggestions', () => {
  const suggestions = async (caller: Caller) =>
    (await caller.call<{ managers: string[]; teammates: string[] }>('GET /api/share_suggestions')).json;

  it('are the addresses of the user, each once, the most recent first', async () => {
    const eve = await signUpVerified(app, 'Eve Example');
    const [boss, other, bo] = [stranger(), stranger(), stranger()];
    for (const manager_email of [boss, other, boss]) await entryOf(eve, { manager_email });
    for (const to of [boss, bo])
      await eve.call('POST /api/shoutouts', {
        body: { id: newId(), recipient_email: to, message: 'Thanks' },
      });
    expect(await suggestions(eve)).toEqual({ managers: [boss, other], teammates: [bo, boss] });
    expect(await suggestions(await app.signUp())).toEqual({ managers: [], teammates: [] });
  });

  it(`are ${limits.suggestions} of each kind at most`, async () => {
    const finn = await signUpVerified(app, 'Finn Example');
    await app.database.asOwner(async (db) => {
      await db.query(
        `insert into check_ins (id, user_id, content, search_text, shared_with_manager, manager_email, manager_mail_id)
         select gen_random_uuid(), $1, 'x', '', true, 'boss' || n || '@example.com', uuidv7()
         from generate_series(1, 30) n`,
        [finn.userId],
      );
      await db.query(
        `insert into shoutouts (id, sender_id, recipient_email, message, created_at)
         select gen_random_uuid(), $1, 'bo' || n || '@example.com', 'x', now() + n * interval '1 ms'
         from generate_series(1, 30) n`,
        [finn.userId],
      );
    });
    const { managers, teammates } = await suggestions(finn);
    const newest = (name: string) => Array.from({ length: 20 }, (_, n) => `${name}${30 - n}@example.com`);
    expect([managers, teammates]).toEqual([newest('boss'), newest('bo')]);
  });
});
