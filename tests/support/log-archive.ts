// Makes archives of Logbook as the export writes them (docs/formats/archive.md).
import { createHash } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import { zipOf } from './imports.ts';

export type TableRow = Record<string, unknown>;

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const head = { format: 'logbook-export', version: 1, exported_at: '2026-11-26T00:00:00.000Z' };

/** What comes first in the table, with changes. */
export const headOf = (more: TableRow = {}): TableRow => ({ ...head, ...more });

/** The lines of the table: one row on each. */
export const linesOf = (tables: Record<string, TableRow[]>, top: TableRow = head): string[] =>
  [
    ...Object.entries(top).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    ...Object.entries(tables).map(
      ([key, rows]) => `${JSON.stringify(key)}: [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
    ),
  ]
    .join(',\n')
    .split('\n');

export const tableOf = (tables: Record<string, TableRow[]>, top?: TableRow) =>
  `{\n${linesOf(tables, top).join('\n')}\n}\n`;

/** The ZIP: the table, and files by their names. */
export const archiveOf = (table: string, files: Record<string, string | Uint8Array<ArrayBuffer>> = {}) =>
  zipOf([
    { name: 'logbook.json', content: table },
    ...Object.entries(files).map(([name, content]) => ({ name: `files/${name}`, content, store: true })),
  ]);

export const entryRow = (content: string, more: TableRow = {}): TableRow => ({
  ...{ id: newId(), kind: 'entry', content, emoji: null, created_at: '2026-03-04T05:06:07.000Z' },
  ...{ edited_at: null, deleted_at: null, missing_files: [], shared_with_manager: false, ...more },
});

export const fileRow = (
  entry: TableRow,
  name: string,
  content: string | Uint8Array,
  more: TableRow = {},
): TableRow => ({
  ...{ id: newId(), check_in_id: entry['id'], file_name: name, file_size: Buffer.from(content).length },
  ...{ position: 0, sha256: sha256(content), exported_as: `files/${name}`, ...more },
});

export const goalRow = (text: string, more: TableRow = {}): TableRow => ({
  ...{ id: newId(), text, cadence: null, period_start: null, position: 1, completed_at: null },
  ...{ created_at: '2026-01-01T00:00:00.000Z', deleted_at: null, check_in_id: null, ...more },
});

export const shoutoutRow = (message: string, more: TableRow = {}): TableRow => ({
  ...{ id: newId(), direction: 'received', message, sender_name: 'Bo Colleague', excerpt: null },
  ...{ recipient_email: 'ada@example.com', created_at: '2026-01-02T00:00:00.000Z', ...more },
});

export const vouchRow = (more: TableRow = {}): TableRow => ({
  ...{ id: newId(), status: 'verified', project_name: 'Billing migration', reference_name: 'Grace Hopper' },
  ...{ project_context: 'Moved all invoices.', individual_contribution: 'Led it.' },
  ...{ reference_position: 'Director', confirmed_position: null, reference_department: null },
  ...{ statement: 'She led it from start to end.', verified_at: '2026-01-03T00:00:00.000Z', ...more },
});
