import { expect, test } from 'vitest';
import { RecentBuffers } from './recent-buffers.ts';

test('the buffers used most recently are kept, up to the limit, which includes what keeping them takes', () => {
  const recent = new RecentBuffers(1100);
  const made: string[] = [];
  const load = (key: string, length = 10) => {
    const make = () => {
      made.push(key);
      return Buffer.alloc(length, key);
    };
    expect(recent.load(key, make)).toEqual(Buffer.alloc(length, key));
  };
  for (const key of ['a', 'b', 'a', 'b', 'a']) load(key);
  expect(made).toEqual(['a', 'b']);
  // The least recently used one makes room.
  for (const key of ['c', 'a', 'b']) load(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  // One that is larger than everything is not kept, and its bytes no longer count.
  load('d', 1000);
  for (const key of ['a', 'b', 'a', 'b']) load(key);
  expect(made).toEqual(['a', 'b', 'c', 'b', 'd', 'a', 'b']);
});

test('a buffer is kept without the larger one that it is a part of', () => {
  const recent = new RecentBuffers(100_000);
  const kept = recent.load('a', () => Buffer.alloc(50_000).subarray(0, 5000));
  expect(kept.buffer.byteLength).toBe(5000);
});
