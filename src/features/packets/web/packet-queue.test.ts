import { beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { newestOf, packetQueue } from './packet-queue.ts';

const item = { kind: 'entry', id: 'e', note: '', files: false };
const draft = {
  title: 'My year',
  period: { from: '2026-01-01', to: '2026-12-31' },
  introduction: '',
  groups: [{ title: 'Work', line: '', items: [item] }],
};
const write = { id: 'a', packetId: 'p', base: 3, draft, at: '2026-11-20T10:00:00.000Z' };
const withItem = (broken: object) => ({ ...draft, groups: [{ title: '', line: '', items: [broken] }] });

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  const items = stubLocalStorage();
  const store = (id: string, value: object) =>
    items.set(`logbook-packet-unsent/${id}:ada`, JSON.stringify({ at: 1, value: { ...value, id } }));
  store('a', write);
  store('b', {
    ...write,
    at: '2026-11-20T11:00:00.000Z',
    state: 'refused',
    code: 'packet_changed',
    reason: 'Changed',
  });
  store('c', { ...write, base: '3' });
  store('d', { ...write, draft: { ...draft, groups: null } });
  store('e', { ...write, draft: withItem({ ...item, kind: 'poem' }) });
  store('f', { ...write, draft: withItem({ ...item, note: 7 }) });
  packetQueue.store.set({ userId: '', all: [] });
  packetQueue.load('ada');
  return () => vi.unstubAllGlobals();
});

test('unsent drafts are read from the browser, and what is no draft is not', () => {
  expect(packetQueue.store.get().all).toMatchObject([
    { state: 'waiting', write },
    { state: 'refused', code: 'packet_changed', write: { id: 'b', base: 3, draft } },
  ]);
});

test('the newest draft of a packet is the last that was made', () => {
  const { all } = packetQueue.store.get();
  expect(newestOf(all, 'p')?.write.id).toBe('b');
  expect(newestOf(all, 'other')).toBeUndefined();
});
