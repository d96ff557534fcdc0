import { beforeEach, expect, test, vi } from 'vitest';
import {
  dropShareDraft,
  loadShareDrafts,
  newShareDraft,
  putShareDraft,
  readyToSend,
  shareDrafts,
} from './share-drafts.ts';

let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  reload('ada');
  return () => vi.unstubAllGlobals();
});

/** Loads what a page that is opened now would show. */
function reload(userId: string) {
  shareDrafts.set({ userId: '', byEntry: {} });
  loadShareDrafts(userId);
  return shareDrafts.get();
}

const filled = { ...newShareDraft(), teammate: true, teammateEmail: 'bo@example.com', message: 'Thanks' };

test('input for an entry survives a reload, until it is sent', () => {
  putShareDraft('entry', filled);
  expect(reload('ada').byEntry).toEqual({ entry: filled });
  expect(reload('bo').byEntry).toEqual({});
  reload('ada');
  dropShareDraft('entry');
  expect(reload('ada').byEntry).toEqual({});
});

test('input that unchecked boxes hide is kept only in the page', () => {
  const hidden = { ...filled, manager: false, teammate: false };
  putShareDraft('entry', hidden);
  expect(shareDrafts.get().byEntry).toEqual({ entry: hidden });
  expect(reload('ada').byEntry).toEqual({});
});

test('a retry sends the shoutout under the same id, and a changed one is sent under a new id', () => {
  const sent = readyToSend(filled);
  expect(sent.shoutoutId).toBe(filled.shoutoutId);
  expect(readyToSend(sent)).toEqual(sent);
  expect(readyToSend({ ...sent, managerEmail: 'boss@example.com' }).shoutoutId).toBe(filled.shoutoutId);
  expect(readyToSend({ ...sent, message: 'Thank you' }).shoutoutId).not.toBe(filled.shoutoutId);
});
