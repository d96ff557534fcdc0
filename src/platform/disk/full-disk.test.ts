import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fullDiskError, hasRoom, isDiskFull, noRoomIn } from './full-disk.ts';
import * as free from './free-bytes.ts';

const enough = 16 * 1024 * 1024;
const coded = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });

vi.mock(import('./free-bytes.ts'), { spy: true });
afterEach(() => vi.mocked(free.freeBytes).mockReset());
const withFree = (bytes: number) => vi.mocked(free.freeBytes).mockResolvedValue(bytes);

describe('an error', () => {
  it.each([
    [coded('ENOSPC'), true],
    [coded('EDQUOT'), true],
    [coded('53100'), true],
    [new Error('outer', { cause: new Error('middle', { cause: coded('ENOSPC') }) }), true],
    [coded('EACCES'), false],
    [new Error('No space left on device'), false],
    [{ code: 'ENOSPC' }, false],
    [undefined, false],
  ])('%j is a full disk: %s', (error, is) => {
    expect(isDiskFull(error)).toBe(is);
    expect(fullDiskError(error) !== undefined).toBe(is);
  });

  it('of a full disk names its file, or else the database', () => {
    expect(fullDiskError(coded('ENOSPC', { path: '/data/x' }))?.what).toContain('/data/x');
    expect(fullDiskError(coded('53100'))?.what).toContain('the database');
  });
});

describe('the room of a folder', () => {
  it.each([
    [enough, true],
    [enough - 1, false],
  ])('with %d bytes free is enough: %s', async (bytes, is) => {
    withFree(bytes);
    expect(await hasRoom('/data')).toBe(is);
    expect((await noRoomIn('/data', 'exited')) === undefined).toBe(is);
  });

  it('of a missing folder counts as enough', async () => {
    expect(await hasRoom(join(tmpdir(), 'no such folder'))).toBe(true);
  });

  it.each([
    ['could not write: No space left on device', true],
    ['Disk quota exceeded', true],
    ['permission denied', false],
  ])('is too little for a PostgreSQL that exited with "%s": %s', async (output, is) => {
    withFree(100 * 1024 * 1024);
    const error = await noRoomIn('/data', output);
    expect(error?.what).toBe(
      is ? 'There is too little room on the disk that holds /data (100 MB left).' : undefined,
    );
  });
});
