// Archives that are not as docs/formats/archive.md says: the rest is read, and each problem is named with its line.
import { describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { planOf } from '#tests/support/archives.ts';
import { zipOf } from '#tests/support/imports.ts';
import {
  archiveOf,
  entryRow as entry,
  fileRow as file,
  goalRow,
  headOf,
  linesOf,
  sha256,
  shoutoutRow as shoutout,
  tableOf as text,
  vouchRow,
} from '#tests/support/log-archive.ts';
import type { ArchivePart } from './archive-items.ts';

const zip = (table: string, files: Record<string, string> = {}) =>
  new File([archiveOf(table, files)], 'logbook.zip');

async function read(...files: File[]) {
  const { reader, plan } = await planOf(files);
  const parts: ArchivePart[] = [];
  for (let part = await reader.next(); part; part = await reader.next()) parts.push(part);
  const entries = parts.flatMap((part) => (part.kind === 'entries' ? part.items : []));
  const why = plan.skipped.map(({ where, why: reason }) => `${where}: ${reason}`);
  return { reader, plan, parts, entries, contents: entries.map(({ content }) => content), why };
}

describe('an archive', () => {
  it('of another kind, or of a newer version, is named and adds nothing', async () => {
    const cases: [string, string][] = [
      ['{"format": "other", "check_ins": []}', 'not_this_format'],
      ['{"check_ins": [{}]}', 'not_this_format'],
      ['not JSON', 'not_this_format'],
      [text({ check_ins: [entry('One')] }, headOf({ version: 2 })), 'newer_version'],
      [text({ check_ins: [entry('One')] }, headOf({ version: '1' })), 'newer_version'],
    ];
    for (const [json, reason] of cases) {
      const { why, parts } = await read(zip(json));
      expect([json, why, parts]).toEqual([json, [`logbook.json: ${reason}`], []]);
    }
    const photo = await read(new File(['\x89PNG\r\n\0\0'], 'photo.png'));
    expect([photo.why, photo.parts]).toEqual([['photo.png: not_this_format'], []]);
    const other = await read(
      new File(
        [
          zipOf([
            { name: 'a.txt', content: 'A' },
            { name: 'b.txt', content: 'B' },
          ]),
        ],
        'a.zip',
      ),
    );
    expect(other.why).toEqual(['a.zip: not_this_format']);
  });

  it('without the instance, of an unpacked folder, or alone, is read', async () => {
    const one = entry('One');
    const json = text({ check_ins: [one], log_files: [file(one, 'a.txt', 'A')] });
    const alone = await read(new File([json], 'logbook.json'));
    expect([alone.plan.instance, alone.contents, alone.why]).toEqual([
      '',
      ['One'],
      ['logbook.json, log_files 1, line 9, a.txt: file_missing'],
    ]);
    const inFolder = (path: string, content: string) => {
      const chosen = new File([content], path.split('/').at(-1)!);
      Object.defineProperty(chosen, 'webkitRelativePath', { value: path });
      return chosen;
    };
    const folder = await read(
      inFolder('logbook-2026/logbook.json', json),
      inFolder('logbook-2026/files/a.txt', 'A'),
    );
    expect([folder.contents, folder.why]).toEqual([['One'], []]);
    const [attached] = folder.entries[0]!.files;
    expect(await (await folder.reader.file(attached!.id))!.text()).toBe('A');
  });

  it('with broken rows is read without them, and each is named with its line', async () => {
    const now = Date.now();
    const good = entry('Good 👍 <b>bold</b> &amp;');
    const rows = [
      good,
      good,
      entry(' '),
      entry('x'.repeat(10_001)),
      entry('1899', { created_at: '1899-12-31T23:59:59Z' }),
      entry('Tomorrow', { created_at: new Date(now + 86_400_000).toISOString() }),
      entry('No date', { created_at: null }),
      entry('No id', { id: '../../etc' }),
      entry('Lone \ud800 surrogate\u0000'),
      entry('Odd emoji', { emoji: '🦖', edited_at: 'never' }),
    ];
    const lines = linesOf({ check_ins: rows });
    lines.splice(6, 0, '{"id": broken},', '["no row"],');
    const { contents, why, plan } = await read(zip(`{\n${lines.join('\n')}\n}`));
    expect(contents).toEqual(['Good 👍 <b>bold</b> &amp;', 'Lone \ufffd surrogate', 'Odd emoji']);
    expect(plan.counts.entries).toBe(3);
    expect(why).toEqual([
      'logbook.json, check_ins 2, line 7: duplicate',
      'logbook.json, check_ins 3, line 8: broken_item',
      'logbook.json, check_ins 4, line 9: broken_item',
      'logbook.json, check_ins 5, line 10: no_text',
      'logbook.json, check_ins 6, line 11: text_too_long',
      'logbook.json, check_ins 7, line 12: bad_date',
      'logbook.json, check_ins 8, line 13: in_future',
      'logbook.json, check_ins 9, line 14: no_date',
      'logbook.json, check_ins 10, line 15: broken_item',
      'logbook.json, check_ins 12, line 17: unknown_emoji',
    ]);
  });

  it('that ends in the middle has all rows before its end', async () => {
    const json = text({ check_ins: [entry('One'), entry('Two'), entry('Three')] });
    const { contents, why } = await read(zip(json.slice(0, json.indexOf('Three'))));
    expect([contents, why]).toEqual([['One', 'Two'], ['logbook.json, after line 7: ended_early']]);
    const broken = await read(zip(json.replace('"Two"', '"Two')));
    expect([broken.contents, broken.why]).toEqual([['One'], ['logbook.json, after line 6: ended_early']]);
  });

  it('has files that lead elsewhere, are missing, or are not as described: their entries name them', async () => {
    const one = entry('One', { missing_files: [{ id: newId(), name: 'lost.txt', size: 3, position: 8 }] });
    const log_files = [
      file(one, 'good.txt', 'good'),
      file(one, 'up.txt', 'up', { exported_as: 'files/../../etc/passwd' }),
      file(one, 'root.txt', 'root', { exported_as: '/etc/passwd' }),
      file(one, 'logbook.txt', 'x', { exported_as: 'logbook.json' }),
      file(one, 'gone.txt', 'gone'),
      file(one, 'longer.txt', 'long', { file_size: 3 }),
      file(one, 'other.txt', 'other', { sha256: sha256('another') }),
      file(entry('Nowhere'), 'good.txt', 'good'),
    ];
    const files = { 'good.txt': 'good', 'longer.txt': 'long', 'other.txt': 'other' };
    const { entries, why, reader } = await read(zip(text({ check_ins: [one], log_files }), files));
    expect(why.map((line) => line.replace(/^.*line \d+, /, ''))).toEqual([
      'up.txt: file_missing',
      'root.txt: file_missing',
      'logbook.txt: file_missing',
      'gone.txt: file_missing',
      'longer.txt: file_changed',
    ]);
    const names = entries[0]!.files.map(({ name, isHere }) => `${name} ${isHere}`);
    expect(names).toEqual([
      ...['good.txt true', 'up.txt false', 'root.txt false', 'logbook.txt false', 'gone.txt false'],
      ...['longer.txt false', 'other.txt true', 'lost.txt false'],
    ]);
    const bytes = await Promise.all(entries[0]!.files.map(async ({ id }) => (await reader.file(id))?.text()));
    expect(bytes.filter((content) => content !== undefined)).toEqual(['good', 'long']);
  });

  it('has records of which those that are too large or unreadable are named', async () => {
    const imported = { kind: 'vouch', origin: 'https://first.example/path', original_id: newId() };
    const { id: _id, ...vouch } = vouchRow({ credential: { a: 1 } });
    const tables = {
      shoutouts: [shoutout('Thanks'), shoutout('x'.repeat(1_000_000)), shoutout('')],
      vouches: [
        { id: newId(), ...vouch },
        { id: newId(), ...vouch, status: 'pending' },
      ],
      imported_records: [
        { ...imported, record: JSON.stringify(vouch) },
        { ...imported, kind: 'token', record: '{}' },
        { ...imported, origin: 'javascript:alert(1)', record: '{}' },
      ],
    };
    const { parts, why, plan } = await read(zip(text(tables, headOf({ instance: 'https://log.example' }))));
    expect(why.map((line) => line.split(': ')[1])).toEqual([
      ...['record_too_large', 'broken_item', 'broken_item', 'broken_item'],
    ]);
    expect(plan).toMatchObject({ shoutouts: 1, vouches: 2, leftOut: { vouches_open: 1 } });
    const records = parts.flatMap((part) => (part.kind === 'records' ? part.items : []));
    expect(records.map(({ kind, origin }) => [kind, origin])).toEqual([
      ['shoutout', 'https://log.example'],
      ['vouch', 'https://log.example'],
      ['vouch', 'https://first.example'],
    ]);
    expect(JSON.parse(records[1]!.record)).toMatchObject({ credential: { a: 1 } });
  });

  it('has at most 100,000 files, whatever its table says', async () => {
    const entries = Array.from({ length: 10_001 }, (_, n) => entry(`Entry ${n}`));
    const log_files = entries.flatMap((one) =>
      Array.from({ length: 10 }, () => ({ id: newId(), check_in_id: one['id'] })),
    );
    const { entries: found, plan } = await read(zip(text({ check_ins: entries, log_files })));
    expect([plan.counts.files, plan.skipCounts.limit]).toEqual([100_000, 10]);
    expect(found).toHaveLength(10_001);
  });

  it('of 12,000 entries is read in parts, with goals in the order of their list', async () => {
    const entries = Array.from({ length: 12_000 }, (_, n) => entry(`Entry ${n}`));
    const goal = (name: string, position: number) => goalRow(name, { position });
    const goals = [
      goal('Last', 9),
      goal('First', -3),
      { ...goal('Bad', 1), cadence: 'weekly', period_start: '2026-99-99' },
    ];
    const { contents, parts, plan, why } = await read(zip(text({ check_ins: entries, goals })));
    expect(contents).toHaveLength(12_000);
    expect(Math.max(...parts.map(({ items }) => items.length))).toBe(500);
    const last = parts.at(-1)!;
    expect(last.kind === 'goals' && last.items.map(({ text: name }) => name)).toEqual(['First', 'Last']);
    expect([plan.counts.entries, plan.first.length, why.length]).toEqual([12_000, 20, 1]);
  });
});

describe('the credential of a vouch', () => {
  const own = vouchRow();
  const issued = (more: object = {}) => ({
    ...{ id: newId(), vouch_id: own['id'], exported_as: 'credentials/one.json', ...more },
  });
  /** The credential in the record of the only vouch. */
  async function creditOf(
    files: Record<string, string>,
    credentials: object[] = [issued()],
    vouch: Record<string, unknown> = own,
  ) {
    const table = text({ vouches: [vouch], credentials: credentials as Record<string, unknown>[] });
    const entries = Object.entries({ 'logbook.json': table, ...files });
    const file = new File([zipOf(entries.map(([name, content]) => ({ name, content })))], 'logbook.zip');
    const { parts, why } = await read(file);
    const [record] = parts.flatMap((part) => (part.kind === 'records' ? part.items : []));
    expect(why).toEqual([]);
    return (JSON.parse(record!.record) as { credential?: unknown }).credential;
  }

  it('is kept in its record, as the archive has it', async () => {
    const files = { 'credentials/one.json': '{"a": "Ä 🚀", "b": [1]}' };
    expect(await creditOf(files)).toEqual({ a: 'Ä 🚀', b: [1] });
    expect(await creditOf(files, [issued()], { ...own, credential: 'a.b.c' })).toBe('a.b.c');
  });

  it('is left out if it is none, too large, missing, elsewhere or that of another vouch', async () => {
    const cases: [Record<string, string>, object?][] = [
      [{}],
      [{ 'credentials/one.json': '[]' }],
      [{ 'credentials/one.json': 'not JSON' }],
      [{ 'credentials/one.json': `{"a": "${'x'.repeat(40_000)}"}` }],
      [{ 'credentials/one.json': `{"a": "${' '.repeat(10_000_000)}"}` }],
      [{ 'credentials/one.json': `{"a": ${'['.repeat(30_000)}${']'.repeat(30_000)}}` }],
      [{ 'credentials/one.json': '{}' }, { exported_as: null }],
      [{ 'credentials/one.json': '{}' }, { vouch_id: newId() }],
      [{ 'files/one.json': '{}' }, { exported_as: 'files/one.json' }],
      [{ 'one.json': '{}' }, { exported_as: 'credentials/../one.json' }],
    ];
    for (const [files, more] of cases)
      expect([more, await creditOf(files, [issued(more)])]).toEqual([more, undefined]);
  });
});
