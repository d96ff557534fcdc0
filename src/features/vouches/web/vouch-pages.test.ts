import { expect, it } from 'vitest';
import type { Vouch, VouchFile } from '../contract.ts';
import { withFile, withFiles, withoutVouch, withVouch, type VouchPages } from './vouch-pages.ts';

const vouch = (day: number, more: Partial<Vouch> = {}): Vouch => ({
  ...{ id: `id-${day}`, user_id: 'ada', project_name: 'Import', project_context: 'Queue' },
  ...{ individual_contribution: 'Moved it', reference_name: 'Mira', reference_email: 'mira@example.com' },
  ...{
    reference_position: 'Lead',
    reference_department: null,
    is_verified: false,
    status: 'pending' as const,
  },
  ...{ confirmed_position: null, statement: null, content_hash: null, verified_at: null, resends: 0 },
  ...{ resend_from: null, email: null, files: [] },
  created_at: `2026-11-${day}T10:00:00.000Z`,
  sent_at: `2026-11-${day}T10:00:00.000Z`,
  expires_at: '2026-12-31T10:00:00.000Z',
  ...more,
});
const pages = (...rows: number[][]): VouchPages => ({
  pages: rows.map((days, index) => ({
    rows: days.map((day) => vouch(day)),
    next: index === rows.length - 1 ? null : 'next',
    elsewhere: index === 0 ? 0 : null,
  })),
  pageParams: rows.map(() => undefined),
});
const days = (data: VouchPages) => data.pages.map(({ rows }) => rows.map(({ id }) => Number(id.slice(3))));

it('a new vouch is first', () => {
  expect(days(withVouch(pages([20, 18], [12]), vouch(22)))).toEqual([[22, 20, 18], [12]]);
  expect(days(withVouch(pages([]), vouch(22)))).toEqual([[22]]);
});

it('a changed vouch stays where it is', () => {
  const after = withVouch(pages([20, 18], [12]), vouch(18, { status: 'verified' }));
  expect(days(after)).toEqual([[20, 18], [12]]);
  expect(after.pages[0]!.rows[1]!.status).toBe('verified');
});

it('a restored vouch returns to its place', () => {
  const all = pages([20, 18], [12, 11]);
  for (const day of [20, 18, 12, 11])
    expect(days(withVouch(withoutVouch(all, `id-${day}`), vouch(day))).flat()).toEqual([20, 18, 12, 11]);
});

it('a restored vouch that belongs to a page that is not loaded is not shown', () => {
  const loaded = pages([20, 18]);
  loaded.pages[0]!.next = 'next';
  expect(days(withVouch(loaded, vouch(12)))).toEqual([[20, 18]]);
});

it('of two vouches of the same instant, the one with the greater id is first', () => {
  const at = vouch(18).created_at;
  const after = withVouch(pages([18]), { ...vouch(17), id: 'id-19', created_at: at });
  expect(days(after)).toEqual([[19, 18]]);
});

it('changed files are those of one vouch', () => {
  const after = withFiles(pages([20, 18]), 'id-18', () => [{ id: 'file' } as Vouch['files'][number]]);
  expect(after.pages[0]!.rows.map(({ files }) => files.length)).toEqual([0, 1]);
});

it('a restored file returns to its place, and is there once', () => {
  const file = (n: number) => ({ id: `file-${n}`, created_at: `2026-11-2${n}T10:00:00.000Z` }) as VouchFile;
  const ids = (files: VouchFile[]) => files.map(({ id }) => id);
  expect(ids(withFile([file(1), file(3)], file(2)))).toEqual(['file-1', 'file-2', 'file-3']);
  expect(ids(withFile([file(1), file(2)], file(2)))).toEqual(['file-1', 'file-2']);
});
