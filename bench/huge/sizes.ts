// What an entry takes on disk, and what grows with the whole database: the start, the rows of a backup, a vacuum.
import type pg from 'pg';
import { plain, type Row } from '../report.ts';
import { median } from '../rounds.ts';
import type { Loaded } from './calls.ts';

const mb = (bytes: number) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 0 })} MB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export async function sizeRows(owner: pg.Client, entries: number): Promise<Row[]> {
  const { rows: tables } = await owner.query<Record<'name' | 'rows' | 'heap' | 'toast' | 'indexes', string>>(
    `select relname as name, reltuples::bigint as rows, pg_relation_size(oid) as heap, pg_indexes_size(oid) as indexes,
       pg_total_relation_size(oid) - pg_relation_size(oid) - pg_indexes_size(oid) as toast
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 10000
     order by pg_total_relation_size(oid) desc`,
  );
  const { rows: indexes } = await owner.query<{ name: string; bytes: string }>(
    `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes
     from pg_index where indrelid = 'check_ins'::regclass order by 2 desc`,
  );
  const { rows: whole } = await owner.query<{ bytes: string; rows: string }>(
    `select pg_database_size(current_database()) as bytes,
       (select sum(reltuples)::bigint from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as rows`,
  );
  const each = (bytes: string, rows: string | number) =>
    `${Math.round(Number(bytes) / Number(rows))} bytes each`;
  return [
    plain('database on disk', mb(Number(whole[0]!.bytes)), each(whole[0]!.bytes, entries)),
    ...tables.map(({ name, rows, heap, indexes: indexed, toast }) =>
      plain(
        `  ${name}, ${Number(rows).toLocaleString('en')} rows: rows + indexes + other`,
        [heap, indexed, toast].map((bytes) => mb(Number(bytes))).join(' + '),
        [heap, indexed, toast].map((bytes) => Math.round(Number(bytes) / Number(rows))).join(' + ') +
          ' bytes each',
      ),
    ),
    ...indexes.map(({ name, bytes }) => plain(`  index ${name}`, mb(Number(bytes)), each(bytes, entries))),
    await timed(owner, 'all rows of check_ins, read as a backup reads them', `copy check_ins to '/dev/null'`),
    await timed(
      owner,
      'a vacuum of check_ins that reads every block',
      'vacuum (disable_page_skipping) check_ins',
    ),
    plain('rows of a backup', Number(whole[0]!.rows).toLocaleString('en')),
    plain(
      'changes to check_ins before autovacuum cleans it up (20 %)',
      Math.round(entries * 0.2 + 50).toLocaleString('en'),
    ),
  ];
}

async function timed(owner: pg.Client, name: string, text: string): Promise<Row> {
  const started = performance.now();
  await owner.query(text);
  return plain(name, seconds(performance.now() - started));
}

export async function startRow(small: Loaded, large: Loaded): Promise<Row> {
  const medians: number[] = [];
  for (const { instance } of [small, large]) {
    const times: number[] = [];
    for (let time = 0; time < 3; time++) {
      await instance.stop();
      times.push(await instance.start());
    }
    medians.push(median(times));
  }
  const [few, many] = medians as [number, number];
  return {
    ...plain('start on existing data', `${many.toFixed(0)} ms`, `${few.toFixed(0)} ms`),
    ratio: many / few,
  };
}
