import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import { limits } from '../constants.ts';
import type { Material, Packet, PacketDraft, PacketRow } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const item = (id = newId()) => ({ kind: 'entry' as const, id, note: '', files: false });
const draftOf = (more: Partial<PacketDraft> = {}): PacketDraft => ({
  title: 'My year',
  period: { from: '2026-01-01', to: '2026-12-31' },
  introduction: '',
  groups: [{ title: 'Work', line: '', items: [item()] }],
  ...more,
});
const create = (caller: Caller, draft: object = draftOf(), id = newId()) =>
  caller.call<Packet & ProblemBody>('POST /api/packets', { body: { id, draft } });
const change = (caller: Caller, id: string, revision: number, draft: object) =>
  caller.call<{ revision: number } & ProblemBody>('PUT /api/packets/:id', {
    params: { id },
    body: { revision, draft },
  });
const read = (caller: Caller, id: string) =>
  caller.call<Packet & ProblemBody>('GET /api/packets/:id', { params: { id } });
const list = async (caller: Caller) =>
  (await caller.call<{ rows: PacketRow[] }>('GET /api/packets')).json.rows;
const materialOf = (caller: Caller, from: string, to: string) =>
  caller.call<Material & ProblemBody>(`GET /api/packets/material?from=${from}&to=${to}`);

describe('POST /api/packets', () => {
  it('stores a draft with normalized texts and each item once, and lists it', async () => {
    const ada = await app.signUp();
    const twice = item();
    const groups = [
      { title: '  One\nline ', line: ' A line\r\n', items: [{ ...twice, note: ' A note ' }] },
      { title: 'Other', line: '', items: [twice, item()] },
    ];
    const { status, json } = await create(ada, draftOf({ title: ' My \u0000 year ', groups }));
    expect(status).toBe(200);
    expect(json.draft.title).toBe('My year');
    expect(json.draft.groups[0]).toMatchObject({ title: 'One line', line: 'A line' });
    expect(json.draft.groups[0]!.items[0]!.note).toBe('A note');
    expect(json.draft.groups.map(({ items }) => items.length)).toEqual([1, 1]);
    const [row] = await list(ada);
    expect(row).toMatchObject({ id: json.id, title: 'My year', items: 2, revision: 1, version: null });
    expect([row!.link, row!.opens]).toEqual([null, []]);
  });

  it('is idempotent by id, and refuses the id of another user', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp('Eve')];
    const { json } = await create(ada);
    const again = await create(ada, draftOf({ title: 'Another' }), json.id);
    expect([again.status, again.json.title]).toEqual([200, 'My year']);
    const hers = await create(eve, draftOf(), json.id);
    expect([hers.status, hers.json.code]).toEqual([409, 'id_taken']);
    expect((await read(eve, json.id)).status).toBe(404);
    expect((await create(app.anonymous())).status).toBe(401);
  });

  it('admits 20 packets, even in parallel', async () => {
    const ada = await app.signUp();
    const answers = await Promise.all(Array.from({ length: limits.packets + 4 }, () => create(ada)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.packets);
    expect(answers.find(({ status }) => status !== 200)!.json.code).toBe('too_many_packets');
    expect(await list(ada)).toHaveLength(limits.packets);
  });

  it('admits 400 items and each text at its limit, and nothing more', async () => {
    const ada = await app.signUp();
    const items = Array.from({ length: limits.items }, () => item());
    const half = limits.items / 2;
    const inTwo = [
      { title: 'a', line: '', items: items.slice(0, half) },
      { title: 'b', line: '', items: items.slice(half) },
    ];
    expect((await create(ada, draftOf({ groups: inTwo }))).status).toBe(200);
    const more = [...inTwo, { title: 'c', line: '', items: [item()] }];
    expect((await create(ada, draftOf({ groups: more }))).json.code).toBe('packet_too_large');
    for (const [text, most] of [
      ['title', limits.title],
      ['introduction', limits.introduction],
    ] as const) {
      expect((await create(ada, draftOf({ [text]: '😀'.repeat(most) }))).status).toBe(200);
      expect((await create(ada, draftOf({ [text]: '😀'.repeat(most + 1) }))).status).toBe(400);
    }
    const notes = Array.from({ length: 300 }, () => ({ ...item(), note: 'n'.repeat(limits.note) }));
    const large = await create(ada, draftOf({ groups: [{ title: '', line: '', items: notes }] }));
    expect([large.status, large.json.code]).toEqual([413, 'too_large']);
  });

  it.each([
    ['2026-02-01', '2026-01-31'],
    ['2000-01-01', '2026-01-31'],
  ])('refuses a period from %s to %s', async (from, to) => {
    const ada = await app.signUp();
    const { status, json } = await create(ada, draftOf({ period: { from, to } }));
    expect([status, json.code]).toEqual([400, 'invalid_packet_period']);
    expect((await materialOf(ada, from, to)).json.code).toBe('invalid_packet_period');
  });
});

describe('PUT /api/packets/:id', () => {
  it('replaces the draft that it is based on, and returns the same for a repeated request', async () => {
    const ada = await app.signUp();
    const { json } = await create(ada);
    const changed = draftOf({ title: 'Better' });
    expect((await change(ada, json.id, 1, changed)).json.revision).toBe(2);
    expect((await change(ada, json.id, 1, changed)).json.revision).toBe(2);
    expect((await read(ada, json.id)).json).toMatchObject({ revision: 2, draft: { title: 'Better' } });
  });

  it('refuses a draft that is based on an earlier one, also in parallel', async () => {
    const ada = await app.signUp();
    const { json } = await create(ada);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((title) => change(ada, json.id, 1, draftOf({ title }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === 'packet_changed')).toHaveLength(2);
  });

  it('does not find the packet of another user, or a deleted one', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp('Eve')];
    const { json } = await create(ada);
    const params = { id: json.id };
    expect((await change(eve, json.id, 1, draftOf())).status).toBe(404);
    expect((await eve.call('DELETE /api/packets/:id', { params })).status).toBe(404);
    expect((await ada.call('DELETE /api/packets/:id', { params })).status).toBe(200);
    expect((await ada.call('DELETE /api/packets/:id', { params })).status).toBe(404);
    expect((await change(ada, json.id, 1, draftOf())).status).toBe(404);
  });
});

it('POST /api/packets/:id/duplicate copies the draft under another title, once', async () => {
  const ada = await app.signUp();
  const { json } = await create(ada);
  const body = { id: newId(), title: 'For the board' };
  const copy = () => ada.call<Packet>('POST /api/packets/:id/duplicate', { params: { id: json.id }, body });
  expect((await copy()).json.draft).toEqual({ ...json.draft, title: 'For the board' });
  expect((await copy()).json.id).toBe(body.id);
  expect(await list(ada)).toHaveLength(2);
});

describe('GET /api/packets/material', () => {
  it('returns what a period of the time zone of the profile has, oldest first', async () => {
    const ada = await app.signUp();
    await ada.call('PATCH /api/profiles', { body: { time_zone: 'Pacific/Auckland' } });
    await app.database.asOwner((db) =>
      db.query(`update profiles set time_zone = 'Pacific/Auckland' where user_id = $1`, [ada.userId]),
    );
    const write = (content: string, created_at: string) =>
      ada.call<{ id: string }>('POST /api/check_ins', { body: { id: newId(), content, created_at } });
    await write('too early', '2026-02-28T10:59:59.000Z');
    // March begins in Auckland.
    await write('first #launch', '2026-02-28T11:00:00.000Z');
    const second = await write('x'.repeat(limits.excerpt + 1), '2026-03-30T11:00:00.000Z');
    await write('too late', '2026-03-31T11:00:00.000Z');
    await attach(ada, { entry: second.json.id, content: 'text' });
    const goal = await ada.call<{ id: string }>('POST /api/goals', {
      body: { id: newId(), text: 'Launch it' },
    });
    await ada.call('POST /api/goals/:id/complete', {
      params: { id: goal.json.id },
      body: { check_in_id: newId(), completed_at: '2026-03-10T11:00:00.000Z' },
    });
    const { json } = await materialOf(ada, '2026-03-01', '2026-03-31');
    expect(json.time_zone).toBe('Pacific/Auckland');
    expect(json.entries.map(({ text }) => text.slice(0, 5))).toEqual(['first', 'xxxxx']);
    expect(json.entries[0]).toMatchObject({ tags: ['launch'], files: 0, length: 13 });
    expect(json.entries[1]).toMatchObject({ tags: [], files: 1, length: limits.excerpt + 1 });
    expect(json.entries[1]!.text).toHaveLength(limits.excerpt);
    // The entry of the goal is not listed next to it.
    expect(json.goals.map(({ text }) => text)).toEqual(['Launch it']);
  });

  it('names the senders of received shoutouts, and leaves out what is deleted or not verified', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp('Bob Ortiz')];
    const entry = await writeEntry(ada);
    await ada.call('DELETE /api/check_ins/:id', { params: { id: entry.id } });
    await bob.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: ada.email, message: 'Well done' },
    });
    await ada.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: bob.email, message: 'You too' },
    });
    const { json } = await materialOf(ada, '2020-01-01', '2029-12-01');
    expect(json).toMatchObject({ entries: [], goals: [], vouches: [] });
    expect(json.shoutouts.map(({ text, name }) => [text, name])).toEqual([['Well done', 'Bob Ortiz']]);
  });
});
