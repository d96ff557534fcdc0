// Packets of a guest reach the account once, with what they name, whatever happens in between.
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { guestDatabase } from '#features/guest/web/guest-database.ts';
import type { PacketDraft } from '#features/packets/contract.ts';
import { guestPackets } from '#features/packets/web/guest.ts';
import { newId } from '#platform/clock/id.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { importPackets } from './import-packets.ts';
import { storeUnsentPackets } from './import-packet-store.ts';
import { beginNote, countHeld, readNote, renameEntry, renameGoal } from './import-store.ts';
import type { Run } from './import-context.ts';

const userId = newId();
const zero = { entries: 0, goals: 0, files: 0, packets: 0, hidden: 0 };
const entryId = newId();
const draftOf = (title: string): PacketDraft => ({
  ...{ title, period: { from: '2026-01-01', to: '2026-12-31' }, introduction: '' },
  groups: [{ title: '', line: '', items: [{ kind: 'entry', id: entryId, note: '', files: false }] }],
});

/** What the account has: id to revision and draft. */
const account = new Map<string, { revision: number; draft: PacketDraft }>();
/** Requests that fail after the server has handled them. */
let lost = 0;
let taken: string | undefined;
let storage: ReturnType<typeof stubLocalStorage>;

function respond(request: { method: string; path: string; body: Record<string, unknown> }): Response {
  const draft = request.body['draft'] as PacketDraft;
  const problem = (status: number, code: string) => Response.json({ code, title: code }, { status });
  if (request.method === 'POST') {
    const id = request.body['id'] as string;
    if (request.body['user_id'] !== userId) return problem(403, 'another_user');
    if (id === taken) return problem(409, 'id_taken');
    if (!account.has(id)) account.set(id, { revision: 1, draft });
    return Response.json({ id, ...account.get(id) });
  }
  const id = request.path.split('/').at(-1)!;
  const stored = account.get(id)!;
  if (request.body['revision'] !== stored.revision) return problem(409, 'packet_changed');
  account.set(id, { revision: stored.revision + 1, draft });
  return Response.json({ id, ...account.get(id) });
}

beforeEach(async () => {
  account.clear();
  [lost, taken] = [0, undefined];
  storage = stubLocalStorage();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string }) => {
    const response = respond({ method, path, body: JSON.parse(body) as Record<string, unknown> });
    if (lost-- > 0) throw new TypeError('The response was lost.');
    return response;
  });
  const database = await guestDatabase();
  for (const name of database.objectStoreNames) await database.clear(name);
  return () => vi.unstubAllGlobals();
});

const create = (title: string, id = newId()) =>
  guestPackets['POST /api/packets']!({ body: { id, draft: draftOf(title) } });

async function run(): Promise<Run> {
  await beginNote(userId);
  const current: Run = {
    ...{ userId, onProgress: () => undefined, sent: new Map(), left: new Set(), redated: new Set() },
    progress: { done: zero, total: await countHeld(), waiting: false },
  };
  await importPackets(current);
  return current;
}

/** Sorted, because the ids of packets made within a millisecond have no order. */
const titles = () => [...account.values()].map(({ draft }) => draft.title).toSorted();

test('packets are in the account once, and no longer in the browser', async () => {
  for (const title of ['One', 'Two', 'Three']) await create(title);
  await run();
  expect(titles()).toEqual(['One', 'Three', 'Two']);
  expect(await countHeld()).toEqual(zero);
  expect((await readNote())!.done.packets).toBe(3);
  await run();
  expect(account.size).toBe(3);
});

test('a packet whose response was lost is not doubled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await create('One');
  lost = 1;
  const running = run();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(await countHeld()).toEqual(zero);
  });
  vi.useRealTimers();
  await running;
  expect([...account.values()]).toMatchObject([{ revision: 1, draft: { title: 'One' } }]);
});

test('a change by the guest after an interrupted import arrives, and never replaces one of the account', async () => {
  const { id } = await create('One');
  account.set(id, { revision: 1, draft: draftOf('One') });
  await guestPackets['PUT /api/packets/:id']!({
    params: { id },
    body: { revision: 1, draft: draftOf('Later') },
  });
  await run();
  expect(account.get(id)).toMatchObject({ revision: 2, draft: { title: 'Later' } });

  const other = await create('Guest');
  account.set(other.id, { revision: 4, draft: draftOf('Changed in the account') });
  await run();
  expect(account.get(other.id)!.draft.title).toBe('Changed in the account');
});

test('what the page of the guest could not store yet is included', async () => {
  const { id } = await create('Stored');
  const unsent = (packetId: string, title: string) => ({
    id: newId(),
    packetId,
    base: 1,
    draft: draftOf(title),
  });
  for (const write of [unsent(id, 'Typed last'), unsent(newId(), 'Never stored')])
    storage.set(`logbook-packet-unsent/${write.id}:guest`, JSON.stringify({ at: 1, value: write }));
  await storeUnsentPackets();
  expect([...storage.keys()].filter((key) => key.includes('unsent'))).toEqual([]);
  await run();
  expect(titles()).toEqual(['Never stored', 'Typed last']);
});

test('a packet whose id another user has gets a new one', async () => {
  const { id } = await create('One');
  taken = id;
  await run();
  expect([account.has(id), titles()]).toEqual([false, ['One']]);
  expect(await countHeld()).toEqual(zero);
});

test('packets follow entries and goals that get new ids', async () => {
  const database = await guestDatabase();
  const at = '2026-03-10T10:00:00.000Z';
  await database.put('check_ins', {
    ...{ id: entryId, user_id: 'guest', kind: 'entry', content: 'x', emoji: null, created_at: at },
    ...{
      recorded_at: at,
      edited_at: null,
      deleted_at: null,
      file_count: 0,
      missing_files: [],
      changed_at: at,
    },
  });
  const goal = newId();
  await database.put('goals', {
    ...{ id: 'guest-1', import_id: goal, text: 'y', cadence: null, period_start: null, position: 1 },
    ...{ created_at: at, changed_at: at, completed_at: at, deleted_at: null, check_in_id: null },
  });
  const draft = draftOf('One');
  draft.groups[0]!.items.push({ kind: 'goal', id: goal, note: 'kept', files: false });
  await guestPackets['POST /api/packets']!({ body: { id: newId(), draft } });
  const [newEntry, newGoal] = [newId(), newId()];
  await renameEntry(entryId, newEntry);
  await renameGoal('guest-1', newGoal);
  await run();
  const [arrived] = [...account.values()];
  expect(arrived!.draft.groups[0]!.items.map(({ id, note }) => [id, note])).toEqual([
    [newEntry, ''],
    [newGoal, 'kept'],
  ]);
});

test('a packet that the account refuses stays in the browser, with the reason', async () => {
  await create('One');
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'too_many_packets', title: 'Too many packets' }, { status: 409 }),
  );
  const { left } = await run();
  expect(left.size).toBe(1);
  expect((await readNote())!.left).toMatchObject([{ kind: 'packet', name: 'One', why: 'Too many packets' }]);
  expect((await countHeld()).packets).toBe(1);
});
