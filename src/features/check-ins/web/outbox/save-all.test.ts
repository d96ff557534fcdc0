import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { handleLocally, offlineProblem, Problem, type LocalHandlers } from '#platform/http/client.ts';
import { newId } from '#platform/clock/id.ts';
import { stash } from '#platform/tabs/stash.ts';
import { entryWith } from '#tests/support/entry.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { entryQueue, maxUnsent } from './entry-queue.ts';
import { saveAll, type WrittenText } from './save-all.ts';
import { steps } from './progress.ts';
import { showSaved } from './saved-toasts.ts';

vi.mock('./saved-toasts.ts', () => ({ showSaved: vi.fn<() => void>() }));

const nothing = { written: [], there: [], binned: [], kept: [] };

type Sent = { id: string; content: string; created_at: string | undefined };

/** What the server received, and its response to a text: an error, or undefined for a new entry. */
let received: Sent[];
let entries: Map<string, CheckIn>;
let refuse: (content: string) => Error | undefined;
let userId: string;

beforeEach(() => {
  stubLocalStorage();
  const locks = { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) };
  vi.stubGlobal('navigator', { onLine: true, locks });
  received = [];
  entries = new Map();
  refuse = () => undefined;
  const handlers: LocalHandlers<Pick<typeof operations, 'POST /api/check_ins' | 'GET /api/check_ins/:id'>> = {
    'POST /api/check_ins': async ({ body: { id = '', content, created_at } }) => {
      const error = refuse(content);
      if (error) throw error;
      received.push({ id, content, created_at });
      const entry = entryWith({ id, content, ...(created_at && { created_at }) });
      entries.set(id, entry);
      return entry;
    },
    'GET /api/check_ins/:id': async ({ params: { id } }) => {
      const entry = entries.get(id);
      if (!entry) throw new Problem(404, { code: 'not_found', title: 'Not found' });
      return entry;
    },
  };
  handleLocally(handlers, () => undefined);
  userId = newId();
  vi.stubGlobal('addEventListener', () => undefined);
  entryQueue.load(userId);
  return () => vi.unstubAllGlobals();
});

const save = (texts: WrittenText[]) => saveAll(new QueryClient(), { userId, timezone: 'UTC' }, texts);

const texts: WrittenText[] = [
  { id: newId(), text: 'Shipped the import', at: '2026-11-20T10:00:00.000Z' },
  { id: newId(), text: 'Answered a hard question', at: '2026-11-18T10:00:00.000Z' },
];
const [later, earlier] = texts as [WrittenText, WrittenText];
const storedIds = () => entryQueue.storedIds();

test('several texts become entries of the day on which they were written, oldest first', async () => {
  expect(await save(texts)).toEqual({ ...nothing, written: [earlier.id, later.id] });
  expect(received).toEqual(
    [earlier, later].map(({ id, text, at }) => ({ id, content: text, created_at: at })),
  );
  expect(storedIds()).toEqual([]);
});

test('texts that are already in the logbook are not sent again, even if the entry was edited there', async () => {
  await save([later]);
  // The page is loaded again.
  entryQueue.store.set({ all: [] });
  expect(await save(texts)).toEqual({ ...nothing, written: [earlier.id], there: [later.id] });
  entries.set(later.id, entryWith({ id: later.id, content: 'In other words', edited_at: later.at }));
  expect(await save([later])).toEqual({ ...nothing, there: [later.id] });
  expect(received).toHaveLength(2);
});

test('a text whose entry is in the bin is not sent, because that would not bring it back', async () => {
  entries.set(later.id, entryWith({ id: later.id, content: later.text, deleted_at: earlier.at }));
  expect(await save(texts)).toEqual({ ...nothing, written: [earlier.id], binned: [later.id] });
  expect(received.map(({ id }) => id)).toEqual([earlier.id]);
  expect(entryQueue.find(later.id)).toBeUndefined();
});

test('a text that differs from the entry under its id is sent', async () => {
  entries.set(later.id, entryWith({ id: later.id, content: 'The text before it was changed' }));
  expect(await save([later])).toEqual({ ...nothing, written: [later.id] });
  expect(received.map(({ content }) => content)).toEqual([later.text]);
});

test('no toast reports the entries one by one', async () => {
  await save(texts);
  await vi.waitFor(() =>
    expect(entryQueue.store.get().all.every(({ progress }) => progress === steps.done)).toBe(true),
  );
  expect(showSaved).not.toHaveBeenCalled();
});

test('without a connection, the texts wait in the browser, and a second attempt queues nothing twice', async () => {
  refuse = (content) => (content === later.text ? offlineProblem() : undefined);
  expect(await save(texts)).toEqual({ ...nothing, written: [earlier.id], kept: [later.id] });
  expect(await save([later])).toEqual({ ...nothing, kept: [later.id] });
  expect(entryQueue.store.get().all.filter(({ state }) => state === 'waiting')).toHaveLength(1);
  expect(storedIds()).toEqual([later.id]);
});

test('a refused text stays in the browser with its reason, and the others are added', async () => {
  refuse = (content) =>
    content === earlier.text ? new Problem(400, { code: 'content_too_long', title: 'Too long' }) : undefined;
  expect(await save(texts)).toEqual({ ...nothing, written: [later.id], kept: [earlier.id] });
  expect(entryQueue.find(earlier.id)).toMatchObject({
    state: 'refused',
    code: 'content_too_long',
  });
});

test('a queue without room for all of them adds none', async () => {
  for (let count = 0; count < maxUnsent - 1; count++) stash('unsent').put(userId, newId(), { waits: true });
  expect(await save(texts)).toBeUndefined();
  expect(received).toEqual([]);
  expect(entryQueue.store.get().all).toEqual([]);
});
