import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerLocally, offlineProblem, Problem } from '#platform/http/client.ts';
import { newId } from '#platform/clock/id.ts';
import { entryWith } from '../../../../../tests/support/entry.ts';
import type { operations } from '../../contract.ts';
import { loadOutbox, outbox } from './outbox-store.ts';
import { saveAll, type WrittenText } from './save-all.ts';
import { maxUnsent, unsentStash } from './saves.ts';

type Sent = { id: string; content: string; created_at: string | undefined };

/** What the server received, and its answer to a text: an error, or undefined for a new entry. */
let received: Sent[];
let refuse: (content: string) => Error | undefined;
let userId: string;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  const locks = { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) };
  vi.stubGlobal('navigator', { onLine: true, locks });
  received = [];
  refuse = () => undefined;
  answerLocally<Pick<typeof operations, 'POST /api/check_ins'>>(
    {
      'POST /api/check_ins': async ({ body: { id, content, created_at } }) => {
        const error = refuse(content);
        if (error) throw error;
        received.push({ id, content, created_at });
        return entryWith({ id, content, ...(created_at && { created_at }) });
      },
    },
    () => undefined,
  );
  userId = newId();
  loadOutbox(userId);
  return () => vi.unstubAllGlobals();
});

const save = (texts: WrittenText[]) => saveAll(new QueryClient(), { userId, timezone: 'UTC' }, texts);

const texts: WrittenText[] = [
  { id: newId(), text: 'Shipped the import', at: '2026-11-20T10:00:00.000Z' },
  { id: newId(), text: 'Answered a hard question', at: '2026-11-18T10:00:00.000Z' },
];
const [later, earlier] = texts as [WrittenText, WrittenText];
const storedIds = () => unsentStash.peek(userId).map(([id]) => id);

test('several texts become entries of the day on which they were written, oldest first', async () => {
  expect(await save(texts)).toEqual({ written: [earlier.id, later.id], kept: [] });
  expect(received).toEqual(
    [earlier, later].map(({ id, text, at }) => ({ id, content: text, created_at: at })),
  );
  expect(storedIds()).toEqual([]);
});

test('texts that are added again keep their ids, so the server adds nothing twice', async () => {
  await save(texts);
  // The page is loaded again.
  outbox.set({ saves: [] });
  await save(texts);
  expect(received.slice(2)).toEqual(received.slice(0, 2));
});

test('without a connection, the texts wait in the browser, and a second attempt queues nothing twice', async () => {
  refuse = (content) => (content === later.text ? offlineProblem() : undefined);
  expect(await save(texts)).toEqual({ written: [earlier.id], kept: [later.id] });
  expect(await save([later])).toEqual({ written: [], kept: [later.id] });
  expect(outbox.get().saves.filter(({ state }) => state === 'waiting')).toHaveLength(1);
  expect(storedIds()).toEqual([later.id]);
});

test('a refused text stays in the browser with its reason, and the others are added', async () => {
  refuse = (content) =>
    content === earlier.text ? new Problem(400, { code: 'content_too_long', title: 'Too long' }) : undefined;
  expect(await save(texts)).toEqual({ written: [later.id], kept: [earlier.id] });
  expect(outbox.get().saves.find(({ draft }) => draft.id === earlier.id)).toMatchObject({
    state: 'refused',
    code: 'content_too_long',
  });
});

test('a queue without room for all of them adds none', async () => {
  for (let count = 0; count < maxUnsent - 1; count++) unsentStash.put(userId, newId(), { waits: true });
  expect(await save(texts)).toBeUndefined();
  expect(received).toEqual([]);
  expect(outbox.get().saves).toEqual([]);
});
