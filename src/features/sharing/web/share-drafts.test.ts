import { expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { newShareDraft, readyToShare, shareDrafts } from './share-drafts.ts';

const filled = { ...newShareDraft(), teammate: true, teammateEmail: 'bo@example.com', message: 'Thanks' };

test('input that unchecked boxes hide is kept only in the page', () => {
  const items = stubLocalStorage();
  shareDrafts.load('ada');
  const hidden = { ...filled, manager: false, teammate: false };
  shareDrafts.put('entry', hidden);
  expect(shareDrafts.get('entry')).toEqual(hidden);
  expect(items.size).toBe(0);
  shareDrafts.put('entry', filled);
  expect(items.size).toBe(1);
  vi.unstubAllGlobals();
});

test('a retry sends the shoutout under the same id, and a changed one is sent under a new id', () => {
  const sent = readyToShare(filled);
  expect(sent.shoutoutId).toBe(filled.shoutoutId);
  expect(readyToShare(sent)).toEqual(sent);
  expect(readyToShare({ ...sent, managerEmail: 'boss@example.com' }).shoutoutId).toBe(filled.shoutoutId);
  expect(readyToShare({ ...sent, message: 'Thank you' }).shoutoutId).not.toBe(filled.shoutoutId);
});
