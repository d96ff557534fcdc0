// Downloads the archive of a user's data.
import { expect } from 'vitest';
import type { Caller } from './caller.ts';
import { unzip } from './unzip.ts';

export type ArchiveRow = Record<string, unknown> & { exported_as?: string };
type ArchiveJson = Record<string, ArchiveRow[]> & { format: string; exported_at: string };

export async function exported(caller: Caller) {
  const { status, bytes, headers } = await caller.call('GET /api/export');
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="logbook-\d{4}-\d\d-\d\d\.zip"/);
  const files = unzip(bytes);
  const json = JSON.parse(files.get('logbook.json')!.toString()) as ArchiveJson;
  return { files, json, markdown: files.get('logbook.md')!.toString(), headers, bytes };
}
