// Merges changed vouches into the pages of the list. Pure.
import type { InfiniteData } from '@tanstack/react-query';
import type { Vouch, VouchFile } from '../contract.ts';

type Page = { rows: Vouch[]; next: string | null; elsewhere: number | null };
export type VouchPages = InfiniteData<Page>;

const isNewer = (a: Vouch, b: Vouch) =>
  a.created_at === b.created_at ? a.id > b.id : Date.parse(a.created_at) > Date.parse(b.created_at);

/** The pages with this vouch, in place of its earlier version or where it belongs. */
export function withVouch(data: VouchPages, vouch: Vouch): VouchPages {
  const isShown = data.pages.some(({ rows }) => rows.some(({ id }) => id === vouch.id));
  if (isShown) return mapRows(data, (rows) => rows.map((row) => (row.id === vouch.id ? vouch : row)));
  // On the first page that ends below it. If none does, it belongs to a page that is not loaded.
  const on = data.pages.findIndex(
    ({ rows, next }) => next === null || rows.some((row) => isNewer(vouch, row)),
  );
  return mapRows(data, (rows, index) => {
    if (index !== on) return rows;
    const at = rows.findIndex((row) => isNewer(vouch, row));
    return at < 0 ? [...rows, vouch] : [...rows.slice(0, at), vouch, ...rows.slice(at)];
  });
}

/** The pages without this vouch. */
export function withoutVouch(data: VouchPages, id: string): VouchPages {
  return mapRows(data, (rows) => rows.filter((row) => row.id !== id));
}

/** The pages with another list of files of one vouch. */
export function withFiles(
  data: VouchPages,
  vouchId: string,
  change: (files: Vouch['files']) => Vouch['files'],
): VouchPages {
  return mapRows(data, (rows) =>
    rows.map((row) => (row.id === vouchId ? { ...row, files: change(row.files) } : row)),
  );
}

/** The files with this one, once, in the order of the server. */
export function withFile(files: Vouch['files'], file: VouchFile): Vouch['files'] {
  const key = ({ created_at, id }: VouchFile) => `${created_at} ${id}`;
  const others = files.filter(({ id }) => id !== file.id);
  return [...others, file].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function mapRows(data: VouchPages, change: (rows: Vouch[], index: number) => Vouch[]): VouchPages {
  return { ...data, pages: data.pages.map((page, index) => ({ ...page, rows: change(page.rows, index) })) };
}
