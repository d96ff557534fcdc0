// Review packets: the same on the server and in the guest store, as far as guests have them (R-I1, R-M1).
import { expect, test } from 'vitest';
import type { operations as checkInOperations } from '#features/check-ins/contract.ts';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import type { operations as goalOperations } from '#features/goals/contract.ts';
import { guestGoals } from '#features/goals/web/guest.ts';
import { limits } from '#features/packets/constants.ts';
import type { DraftItem, operations, PacketDraft } from '#features/packets/contract.ts';
import { guestPackets } from '#features/packets/web/guest.ts';
import { newId } from '#platform/clock/id.ts';
import { inBothWorlds } from './worlds.ts';

type All = typeof operations & typeof checkInOperations & typeof goalOperations;

const period = { from: '2026-03-01', to: '2026-03-31' };
const itemOf = (id = newId(), more: Partial<DraftItem> = {}): DraftItem => ({
  ...{ kind: 'entry', id, note: '', files: false },
  ...more,
});
const draftOf = (more: Partial<PacketDraft> = {}): PacketDraft => ({
  ...{ title: 'My month', period, introduction: '' },
  groups: [{ title: 'Work', line: '', items: [itemOf()] }],
  ...more,
});
const notFound = { status: 404, code: 'not_found' };
/** Times are stored in milliseconds. */
async function laterThanNow(): Promise<void> {
  const now = Date.now();
  while (Date.now() <= now) await Promise.resolve();
}

inBothWorlds<All>({ ...guestPackets, ...guestCheckIns, ...guestGoals }, (world) => {
  const create = (draft = draftOf(), id = newId()) =>
    world().call('POST /api/packets', { body: { id, draft } });
  const change = (id: string, revision: number, draft: PacketDraft) =>
    world().call('PUT /api/packets/:id', { params: { id }, body: { revision, draft } });
  const read = (id: string) => world().call('GET /api/packets/:id', { params: { id } });
  const remove = (id: string) => world().call('DELETE /api/packets/:id', { params: { id } });
  const list = async () => (await world().call('GET /api/packets', {})).rows;
  const materialOf = (query: PacketDraft['period']) => world().call('GET /api/packets/material', { query });
  const documentOf = (id: string) => world().call('GET /api/packets/:id/document', { params: { id } });
  const write = (content: string, created_at = '2026-03-10T10:00:00.000Z', id = newId()) =>
    world().call('POST /api/check_ins', { body: { id, content, created_at } });
  async function complete(text: string, completed_at: string): Promise<void> {
    const goal = await world().call('POST /api/goals', { body: { id: newId(), text } });
    const body = { check_in_id: newId(), completed_at };
    await world().call('POST /api/goals/:id/complete', { params: { id: goal.id }, body });
  }

  test('a packet is stored with normalized texts and each item once, and listed', async () => {
    const twice = itemOf();
    const groups = [
      { title: '  One\nline ', line: ' A line\r\n', items: [{ ...twice, note: ' A note ' }] },
      { title: 'Other', line: '', items: [twice, itemOf()] },
    ];
    const created = await create(draftOf({ title: ' My \u0000 month ', groups }));
    expect(created).toMatchObject({ title: 'My month', items: 2, revision: 1, version: null, link: null });
    expect(created.draft.groups[0]).toMatchObject({ title: 'One line', line: 'A line' });
    expect(created.draft.groups.map(({ items }) => items.length)).toEqual([1, 1]);
    expect(await list()).toMatchObject([{ id: created.id, title: 'My month', items: 2, opens: [] }]);
    expect(await read(created.id)).toEqual(created);
  });

  test('creating a packet is idempotent by id', async () => {
    const { id } = await create();
    expect((await create(draftOf({ title: 'Another' }), id)).title).toBe('My month');
    expect(await list()).toHaveLength(1);
  });

  test('the 21st packet is refused, also as a copy', async () => {
    for (let n = 0; n < limits.packets; n++) await create();
    const full = { status: 409, code: 'too_many_packets' };
    await expect(create()).rejects.toMatchObject(full);
    const [{ id } = { id: '' }] = await list();
    const body = { id: newId(), title: 'Copy' };
    const copy = world().call('POST /api/packets/:id/duplicate', { params: { id }, body });
    await expect(copy).rejects.toMatchObject(full);
    expect(await list()).toHaveLength(limits.packets);
  });

  test('a packet of 401 items or of another order of days is refused, and one of 400 is not', async () => {
    const items = Array.from({ length: limits.items }, () => itemOf());
    expect((await create(draftOf({ groups: [{ title: '', line: '', items }] }))).items).toBe(limits.items);
    const groups = [
      { title: '', line: '', items },
      { title: '', line: '', items: [itemOf()] },
    ];
    await expect(create(draftOf({ groups }))).rejects.toMatchObject({
      status: 400,
      code: 'packet_too_large',
    });
    const reversed = { from: period.to, to: period.from };
    const invalid = { status: 400, code: 'invalid_packet_period' };
    await expect(create(draftOf({ period: reversed }))).rejects.toMatchObject(invalid);
    await expect(materialOf(reversed)).rejects.toMatchObject(invalid);
  });

  test('a change replaces the draft it is based on, repeats, and never overwrites a later one', async () => {
    const { id } = await create();
    const [better, other] = [draftOf({ title: 'Better' }), draftOf({ title: 'Other' })];
    expect((await change(id, 1, better)).revision).toBe(2);
    expect((await change(id, 1, better)).revision).toBe(2);
    await expect(change(id, 1, other)).rejects.toMatchObject({ status: 409, code: 'packet_changed' });
    expect(await read(id)).toMatchObject({ revision: 2, draft: { title: 'Better' } });
    expect((await change(id, 2, other)).revision).toBe(3);
  });

  test('the packet changed last is listed first', async () => {
    const one = await create();
    await laterThanNow();
    const two = await create();
    await laterThanNow();
    expect((await list()).map(({ id }) => id)).toEqual([two.id, one.id]);
    await change(one.id, 1, draftOf({ title: 'Changed' }));
    expect((await list()).map(({ id }) => id)).toEqual([one.id, two.id]);
  });

  test('a packet is duplicated once under another title, and deleted once', async () => {
    const { id, draft } = await create();
    const body = { id: newId(), title: 'For the board' };
    const copy = () => world().call('POST /api/packets/:id/duplicate', { params: { id }, body });
    expect((await copy()).draft).toEqual({ ...draft, title: 'For the board' });
    expect((await copy()).id).toBe(body.id);
    expect(await remove(id)).toEqual({ id });
    await expect(remove(id)).rejects.toMatchObject(notFound);
    await expect(read(id)).rejects.toMatchObject(notFound);
    await expect(change(id, 1, draft)).rejects.toMatchObject(notFound);
    await expect(documentOf(id)).rejects.toMatchObject(notFound);
    expect(await list()).toHaveLength(1);
  });

  test('the material of a period has its entries and completed goals, oldest first, and no deleted ones', async () => {
    await write('too early', '2026-02-27T10:00:00.000Z');
    await write('too late', '2026-04-02T10:00:00.000Z');
    await write('second', '2026-03-20T10:00:00.000Z');
    await write(`first #Launch #launch ${'😀'.repeat(limits.excerpt)}`, '2026-03-02T10:00:00.000Z');
    const gone = await write('deleted', '2026-03-03T10:00:00.000Z');
    await world().call('DELETE /api/check_ins/:id', { params: { id: gone.id } });
    await complete('Give a talk', '2026-03-15T10:00:00.000Z');
    await complete('Earlier', '2026-02-15T10:00:00.000Z');
    const { entries, goals, shoutouts, vouches } = await materialOf(period);
    expect(entries.map(({ text }) => text.slice(0, 6))).toEqual(['first ', 'second']);
    expect(entries[0]).toMatchObject({ length: 322, files: 0, emoji: null, at: '2026-03-02T10:00:00.000Z' });
    expect([...new Set(entries[0]!.tags)]).toEqual(['launch']);
    expect([...entries[0]!.text]).toHaveLength(limits.excerpt);
    // The entry of the goal is not listed next to it.
    expect(goals.map(({ text }) => text)).toEqual(['Give a talk']);
    expect([shoutouts, vouches]).toEqual([[], []]);
  });

  test('the document has the chosen items of the period in order, with dates, edits and notes', async () => {
    const [first, second] = [await write('first'), await write('second')];
    await write('kanari: never chosen');
    const early = await write('early', '2026-02-10T10:00:00.000Z');
    await complete('Give a talk', '2026-03-15T10:00:00.000Z');
    let edited = first;
    for (const content of ['first, better', 'first, best']) {
      await laterThanNow();
      const body = { content, edited_at: edited.edited_at };
      edited = await world().call('PATCH /api/check_ins/:id', { params: { id: first.id }, body });
    }
    const { goals } = await materialOf(period);
    const groups = [
      { title: 'Work', line: 'In order.', items: [itemOf(second.id), itemOf(first.id, { note: 'Why' })] },
      { title: 'Goals', line: '', items: [itemOf(goals[0]!.id, { kind: 'goal' }), itemOf(early.id)] },
      { title: 'Empty', line: '', items: [itemOf()] },
    ];
    const { id } = await create(draftOf({ title: '', introduction: 'What mattered.', groups }));
    const document = await documentOf(id);
    expect(document).toMatchObject({ title: 'Review packet', introduction: 'What mattered.', period });
    expect(document.groups.map(({ title, line }) => [title, line])).toEqual([
      ['Work', 'In order.'],
      ['Goals', ''],
    ]);
    const items = document.groups.flatMap((group) => group.items);
    expect(items.map(({ text }) => text)).toEqual(['second', 'first, best', 'Give a talk']);
    expect(items[0]).toMatchObject({ kind: 'entry', edits: 0, at: second.created_at });
    expect(items[1]).toMatchObject({ edits: 2, editedAt: edited.edited_at, note: 'Why' });
    expect(items[2]).toMatchObject({ kind: 'goal', completedAt: '2026-03-15T10:00:00.000Z' });
  });
});
