import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStore } from './disk-store.ts';
import { afterClaim, claimFiles, disclaimFiles, ownerOf } from './owner-mark.ts';
import type { FileStore } from './store.ts';

let folder: string;
let files: FileStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'logbook-owner-'));
  files = await diskStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file storage is claimed by the first database, and refused to another one', async () => {
  expect(await ownerOf(files)).toBeUndefined();
  await claimFiles(files, 'first');
  await claimFiles(files, 'first');
  await expect(claimFiles(files, 'second')).rejects.toThrow('belongs to another database');
  expect(await ownerOf(files)).toBe('first');
});

test('a storage without an owner is claimed again', async () => {
  await claimFiles(files, 'first');
  await disclaimFiles(files);
  await disclaimFiles(files);
  await claimFiles(files, 'second');
  expect(await ownerOf(files)).toBe('second');
});

test('a job that deletes bytes runs only after its database has claimed the storage', async () => {
  const ran: string[] = [];
  const job = (name: string, deletesBytes?: true) => ({
    name,
    ...(deletesBytes && { deletesBytes }),
    run: () => Promise.resolve(void ran.push(name)),
  });
  const [sweep, other] = afterClaim([job('sweep', true), job('other')], () => claimFiles(files, 'second'));
  const { signal } = new AbortController();
  await claimFiles(files, 'first');
  await expect(sweep!.run({}, signal)).rejects.toThrow('belongs to another database');
  await other!.run({}, signal);
  expect(ran).toEqual(['other']);
  await disclaimFiles(files);
  await sweep!.run({}, signal);
  expect(ran).toEqual(['other', 'sweep']);
  expect(await ownerOf(files)).toBe('second');
});
