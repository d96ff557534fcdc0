import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { limits } from '../constants.ts';
import type { Shoutout } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type List = { rows: Shoutout[]; next: string | null };

const send = (caller: Caller, to: string, body: object = {}) =>
  caller.call<Shoutout & ProblemBody>('POST /api/shoutouts', {
    body: { id: newId(), recipient_email: to, message: 'Thank you', ...body },
  });
const page = async (caller: Caller, query: object = {}) =>
  (await caller.call<List>('GET /api/shoutouts', { query: { ...query } })).json;
const list = async (caller: Caller, query: object = {}) => (await page(caller, query)).rows;
const messages = async (caller: Caller, query: object = {}) =>
  (await list(caller, query)).map(({ message }) => message);
const unread = (caller: Caller, query: object = {}) =>
  caller.call<{ count: number; newest: string[]; as_of: string }>('GET /api/shoutouts/unread_count', {
    query: { ...query },
  });
const keep = (caller: Caller, id: string, check_in_id = newId()) =>
  caller.call<{ shoutout: Shoutout; check_in: CheckIn } & ProblemBody>('POST /api/shoutouts/:id/keep', {
    params: { id },
    body: { check_in_id },
  });
const names = async (caller: Caller, sender_ids: string[]) =>
  (
    await caller.call<{ rows: { user_id: string; full_name: string }[] }>('POST /api/rpc/get_sender_names', {
      body: { sender_ids },
    })
  ).json.rows;
const write = async (caller: Caller, content: string) =>
  (await caller.call<CheckIn>('POST /api/check_ins', { body: { id: newId(), content } })).json;
const timeline = async (caller: Caller) =>
  (await caller.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

const twoPeople = async (): Promise<[Caller, Caller]> => [
  await app.signUp('Ada Example'),
  await app.signUp('Bo Example'),
];

describe('POST /api/shoutouts', () => {
  it('shows a shoutout to its sender and to the owner of the address, and to no one else', async () => {
    const [ada, bo] = await twoPeople();
    const { status, json } = await send(ada, ` ${bo.email.toUpperCase()} `, { message: ' Thanks\r\na lot ' });
    expect(status).toBe(200);
    const stored = {
      ...{ id: json.id, message: 'Thanks\na lot', sender_id: ada.userId, recipient_email: bo.email },
      ...{ check_in_id: null, excerpt: null, email: null, kept_check_in_id: null },
      created_at: expect.any(String) as string,
    };
    expect(json).toEqual({ ...stored, direction: 'sent' });
    expect(await list(ada)).toEqual([json]);
    expect(await list(bo)).toEqual([{ ...stored, direction: 'received' }]);
    expect(await list(await app.signUp())).toEqual([]);
  });

  it('is idempotent by id, with 20 parallel repeats and one email; other content is refused', async () => {
    const [ada, bo] = await twoPeople();
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada, bo.email, { id })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await list(bo)).toHaveLength(1);
    const sent = await app.database.asOwner((db) =>
      db.query('select 1 from mails where recipient = $1', [bo.email]),
    );
    expect(sent.rowCount).toBe(1);
    expect((await send(ada, bo.email, { id, message: 'Other' })).json.code).toBe('id_taken');
    expect((await send(bo, ada.email, { id })).json.code).toBe('id_taken');
  });

  it('refuses a missing or invalid recipient, and a missing or long message', async () => {
    const ada = await app.signUp();
    const code = async (to: string, message: string) => (await send(ada, to, { message })).json.code;
    expect(await code(' ', 'Thanks')).toBe('recipient_required');
    expect(await code('bo', 'Thanks')).toBe('invalid_email');
    expect(await code('bo@example.com', ' \n ')).toBe('message_required');
    expect(await code('bo@example.com', 'a'.repeat(limits.message + 1))).toBe('message_too_long');
    expect((await send(ada, 'bo@example.com', { message: 'a'.repeat(limits.message) })).status).toBe(200);
  });

  it('refuses a shoutout to oneself, even at an extra address or by SQL (R-D3)', async () => {
    const ada = await app.signUp();
    await app.database.asOwner((db) =>
      db.query(
        `insert into user_emails (id, user_id, email, verified_at) values ($1, $2, 'ada.too@example.com', now())`,
        [newId(), ada.userId],
      ),
    );
    expect((await send(ada, ada.email)).json.code).toBe('own_address');
    expect((await send(ada, 'ada.too@example.com')).json.code).toBe('own_address');
    const insert = app.database.asOwner((db) =>
      db.query(
        `insert into shoutouts (id, sender_id, recipient_email, message) values ($1, $2, $3, 'Well done')`,
        [newId(), ada.userId, ada.email],
      ),
    );
    await expect(insert).rejects.toThrow('A shoutout goes to someone else.');
  });

  it('takes an excerpt of the linked entry, which later edits do not change (R-D2)', async () => {
    const [ada, bo] = await twoPeople();
    const entry = await write(ada, `Released the new search ${'very '.repeat(30)}fast`);
    const { json } = await send(ada, bo.email, { check_in_id: entry.id });
    const excerpt = `${entry.content.slice(0, 100)}…`;
    expect(json).toMatchObject({ check_in_id: entry.id, excerpt });
    await ada.call('PATCH /api/check_ins/:id', { params: { id: entry.id }, body: { content: 'Other' } });
    expect((await list(bo))[0]).toMatchObject({ check_in_id: null, excerpt });
  });

  it("refuses another user's entry and an entry in the bin", async () => {
    const [ada, bo] = await twoPeople();
    const entry = await write(bo, 'Private');
    expect((await send(ada, 'al@example.com', { check_in_id: entry.id })).status).toBe(404);
    await bo.call('DELETE /api/check_ins/:id', { params: { id: entry.id } });
    expect((await send(bo, 'al@example.com', { check_in_id: entry.id })).status).toBe(404);
  });
});

describe('GET /api/shoutouts', () => {
  it('merges both directions and all verified addresses, newest first, in pages', async () => {
    const [ada, bo] = await twoPeople();
    await app.database.asOwner((db) =>
      db.query(
        `insert into user_emails (id, user_id, email, verified_at)
         values ($1, $3, 'bo.too@example.com', now()), ($2, $3, 'bo.not.yet@example.com', null)`,
        [newId(), newId(), bo.userId],
      ),
    );
    await send(ada, bo.email, { message: 'one' });
    await send(bo, ada.email, { message: 'two' });
    await send(ada, 'bo.too@example.com', { message: 'three' });
    await send(ada, 'bo.not.yet@example.com', { message: 'unproved' });
    await send(ada, bo.email, { message: 'four' });

    expect(await messages(bo)).toEqual(['four', 'three', 'two', 'one']);
    expect(await messages(bo, { direction: 'sent' })).toEqual(['two']);
    expect(await messages(bo, { direction: 'received' })).toEqual(['four', 'three', 'one']);
    const first = await page(bo, { limit: 3 });
    expect(first.rows.map(({ message }) => message)).toEqual(['four', 'three', 'two']);
    const second = await page(bo, { limit: 3, before: first.next });
    expect(second.rows.map(({ message }) => message)).toEqual(['one']);
    expect(second.next).toBeNull();
    const [, , two] = first.rows;
    expect(await messages(bo, { from: two!.created_at })).toEqual(['four', 'three', 'two']);
    expect(await messages(bo, { to: two!.created_at })).toEqual(['one']);
  });

  it('lists a shoutout once if its sender later gets the address', async () => {
    const ada = await app.signUp();
    await send(ada, 'later@example.com');
    await app.database.asOwner((db) =>
      db.query(
        `insert into user_emails (id, user_id, email, verified_at) values ($1, $2, 'later@example.com', now())`,
        [newId(), ada.userId],
      ),
    );
    expect(await list(ada)).toHaveLength(1);
  });

  it('returns the same rows at any page size', async () => {
    const [ada, bo] = await twoPeople();
    for (let n = 0; n < 12; n++) await (n % 2 ? send(ada, bo.email) : send(bo, ada.email));
    const all = (await list(ada)).map(({ id }) => id);
    expect(all).toHaveLength(12);
    const paged: string[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const found: List = await page(ada, { limit: 5, ...(before && { before }) });
      paged.push(...found.rows.map(({ id }) => id));
      before = found.next;
    }
    expect(paged).toEqual(all);
  });

  it('refuses a cursor that it did not write', async () => {
    const ada = await app.signUp();
    const { status } = await ada.call('GET /api/shoutouts', { query: { before: 'nowhere' } });
    expect(status).toBe(400);
  });
});

describe('GET /api/shoutouts/unread_count', () => {
  it('counts what was received after an instant, up to 10; none without an instant (R-D1)', async () => {
    const [ada, bo] = await twoPeople();
    const { json } = await unread(bo);
    expect(json).toEqual({ count: 0, newest: [], as_of: expect.any(String) as string });
    expect(Date.now() - Date.parse(json.as_of)).toBeGreaterThan(25_000);
    for (let n = 0; n < 12; n++) await send(ada, bo.email);
    await send(bo, ada.email);
    expect((await unread(bo, { since: json.as_of })).json.count).toBe(10);
    const [newest, second] = await list(bo, { direction: 'received' });
    expect((await unread(bo, { since: second!.created_at })).json.count).toBe(1);
    expect((await unread(bo, { since: newest!.created_at })).json.count).toBe(0);
    expect((await unread(bo)).json.count).toBe(0);
    const received = await list(bo, { direction: 'received' });
    const instants = received.slice(0, 10).map(({ created_at }) => created_at);
    expect((await unread(bo)).json.newest).toEqual(instants);
  });

  it('starts the first visit after everything received, even in the last seconds (R-D1)', async () => {
    const [ada, bo] = await twoPeople();
    await send(ada, bo.email);
    const { as_of: since } = (await unread(bo)).json;
    expect((await unread(bo, { since })).json.count).toBe(0);
    await send(ada, bo.email);
    expect((await unread(bo, { since })).json.count).toBe(1);
  });
});

describe('POST /api/shoutouts/:id/keep', () => {
  it('adds a received shoutout to the log once, even with 10 parallel requests', async () => {
    const [ada, bo] = await twoPeople();
    const { id } = (await send(ada, bo.email, { message: 'You saved the launch' })).json;
    const answers = await Promise.all(Array.from({ length: 10 }, () => keep(bo, id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { shoutout, check_in: entry } = answers[0]!.json;
    expect(entry).toMatchObject({
      content: 'Shoutout from Ada Example: “You saved the launch”',
      emoji: '👏',
    });
    expect(shoutout.kept_check_in_id).toBe(entry.id);
    expect(await timeline(bo)).toEqual([entry]);
    expect((await list(bo))[0]!.kept_check_in_id).toBe(entry.id);
    expect((await list(ada))[0]!.kept_check_in_id).toBeNull();
  });

  it('can be repeated after its entry was moved to the bin', async () => {
    const [ada, bo] = await twoPeople();
    const { id } = (await send(ada, bo.email)).json;
    const first = (await keep(bo, id)).json.check_in;
    await bo.call('DELETE /api/check_ins/:id', { params: { id: first.id } });
    expect((await list(bo))[0]!.kept_check_in_id).toBeNull();
    const second = (await keep(bo, id)).json.check_in;
    expect(second.id).not.toBe(first.id);
  });

  it('returns 404 to the sender and to other users, and refuses an id that is taken', async () => {
    const [ada, bo] = await twoPeople();
    const { id } = (await send(ada, bo.email)).json;
    expect((await keep(ada, id)).status).toBe(404);
    expect((await keep(await app.signUp(), id)).status).toBe(404);
    const entry = await write(ada, 'Something else');
    expect((await keep(bo, id, entry.id)).json.code).toBe('id_taken');
  });
});

describe('POST /api/rpc/get_sender_names', () => {
  it('returns names only of users who wrote to the caller (R-D4)', async () => {
    const [ada, bo] = await twoPeople();
    const stranger = await app.signUp('Someone Else');
    await send(ada, bo.email);
    const ids = [ada.userId, bo.userId, stranger.userId, newId()];
    expect(await names(bo, ids)).toEqual([{ user_id: ada.userId, full_name: 'Ada Example' }]);
    expect(await names(ada, ids)).toEqual([]);
    expect(await names(bo, [])).toEqual([]);
  });
});

describe('account deletion (R-A12)', () => {
  const remove = (caller: Caller) => caller.call('POST /api/functions/v1/delete-account', { body: {} });
  const rows = async (to: string) =>
    (await app.database.asOwner((db) => db.query('select 1 from shoutouts where recipient_email = $1', [to])))
      .rowCount;

  it('leaves sent shoutouts with their recipients, from an unknown sender', async () => {
    const [ada, bo] = await twoPeople();
    const entry = await write(ada, 'The launch');
    const { id } = (await send(ada, bo.email, { check_in_id: entry.id })).json;
    await remove(ada);
    expect(await list(bo)).toEqual([
      expect.objectContaining({ id, sender_id: null, excerpt: null, message: 'Thank you' }),
    ]);
    expect(await names(bo, [ada.userId])).toEqual([]);
    expect((await keep(bo, id)).json.check_in.content).toBe('Shoutout: “Thank you”');
    await remove(bo);
    expect(await rows(bo.email)).toBe(0);
  });

  it('leaves received shoutouts with their senders; the next account with the address does not get them', async () => {
    const [ada, bo] = await twoPeople();
    await send(ada, bo.email);
    await remove(bo);
    expect(await list(ada)).toHaveLength(1);
    const next = app.anonymous();
    const body = { full_name: 'Next Owner', email: bo.email, password: 'a good long passphrase' };
    expect((await next.call('POST /api/auth/sign-up', { body })).status).toBe(200);
    expect(await list(next)).toEqual([]);
    await remove(ada);
    expect(await rows(bo.email)).toBe(0);
  });
});
