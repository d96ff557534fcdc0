import { expect, test } from 'vitest';
import { importText } from '#tests/support/imports.ts';

const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));

test('a table with a header is read by the names of its columns, and groups by ticket', async () => {
  const { found, counts } = await importText(
    'csv',
    'wins.csv',
    [
      'Date,Title,Details,Tags',
      '2026-05-01,Fixed OPS-12,"Restarts, every night",ops;night shift',
      '13/05/2026,Day first,,',
      '2026-05-03,"=HYPERLINK(""http://evil.example"",""x"")",,',
      ',No date,,',
      'soon,Bad date,,',
      '2026-05-04,,,',
      '2026-05-01,Fixed OPS-12,"Restarts, every night",ops;night shift',
    ].join('\r\n'),
  );
  expect(found.map(({ text, group }) => [text, group])).toEqual([
    ['Day first', undefined],
    ['=HYPERLINK("http://evil.example","x")', undefined],
    ['Fixed OPS-12\nRestarts, every night\n#ops #night-shift', 'OPS-12'],
  ]);
  expect(found[2]!.reason).toBe('Row 2 of your table, grouped by OPS-12');
  expect(counts).toEqual({ no_date: 1, bad_date: 1, no_text: 1, duplicate: 1 });
});

test("Jira's export is known by its columns: only resolved issues, by project", async () => {
  const { found, counts } = await importText(
    'csv',
    'Jira.csv',
    [
      'Summary,Issue key,Issue id,Issue Type,Status,Project key,Project name,Created,Updated,Resolved,Labels,Labels',
      'Faster import,OPS-7,10007,Story,Done,OPS,Operations,01/Mar/26 9:00 AM,05/Mar/26 3:45 PM,05/Mar/26 3:45 PM,queue,speed',
      'Open,OPS-8,10008,Bug,To Do,OPS,Operations,01/Mar/26 9:00 AM,05/Mar/26 3:45 PM,,,',
    ].join('\n'),
  );
  expect(found).toMatchObject([
    {
      at: '2026-03-05T14:45:00.000Z',
      text: 'OPS-7 Faster import #queue #speed',
      group: 'Operations',
      sourceId: 'Jira OPS-7',
      reason: 'Jira issue OPS-7, done, grouped by project',
    },
  ]);
  expect(counts).toEqual({ not_done: 1 });
});

test("Linear's export is known by its columns", async () => {
  const header =
    'ID,Team,Title,Description,Status,Estimate,Priority,Project ID,Project,Creator,Assignee,Labels,Cycle Number,Created,Updated,Started,Completed,Canceled';
  const { found, counts } = await importText(
    'csv',
    'linear.csv',
    [
      header,
      '"ENG-1","Engineering","Dark mode","","Done","","High","","Web","a","a","UI, Theme","3","2026-04-01T08:00:00.000Z","","","2026-04-03T10:00:00.000Z",""',
      '"ENG-2","Engineering","Older","","Done","","","","","a","a","","","","","","Fri Apr 03 2026 09:17:24 GMT+0000 (GMT)",""',
      '"ENG-3","Engineering","Canceled","","Canceled","","","","","a","a","","","","","","","2026-04-04"',
    ].join('\n'),
  );
  expect(found.map(({ at, text, group }) => [at, text, group])).toEqual([
    ['2026-04-03T10:00:00.000Z', 'ENG-1 Dark mode #UI #Theme', 'Web'],
    ['2026-04-03T09:17:24.000Z', 'ENG-2 Older', undefined],
  ]);
  expect(counts).toEqual({ not_done: 1 });
});

test.each([
  ['UTF-16 with a mark', utf16('Datum\tTitel\r\n03.04.2026\tMüller übernommen\r\n')],
  ['UTF-8 with a mark', '\ufeffDatum;Titel\r\n03.04.2026;Müller übernommen\r\n'],
  ['Windows-1252', Uint8Array.from(Buffer.from('Datum;Titel\r\n03.04.2026;Müller übernommen\r\n', 'latin1'))],
])('a table in %s is read', async (_, content) => {
  const { lines } = await importText('csv', 'a.csv', content);
  expect(lines).toEqual(['2026-04-03T10:00 Müller übernommen']);
});

test('a table without a header, with a lost quote, HTML and half characters is read as far as possible', async () => {
  const { lines, skipped } = await importText(
    'csv',
    'a.csv',
    [
      '2026-04-03,First',
      '2026-04-04,"Lost',
      '2026-04-05,<b>Bold</b> &amp; <script>alert(1)</script>safe',
      '2026-04-06,Half \\ud83d',
    ]
      .join('\n')
      .replace('\\ud83d', '\ud83d'),
  );
  expect(lines).toEqual([
    '2026-04-06T10:00 Half �',
    '2026-04-05T10:00 Bold & safe',
    '2026-04-03T10:00 First',
  ]);
  expect(skipped).toEqual([{ where: 'a.csv:2', why: 'broken_line' }]);
});

test('the chosen columns take precedence, and a picture is no table', async () => {
  const columns = { date: 1, text: [0], id: null, group: 2, tags: null, dayFirst: false };
  const { found } = await importText('csv', 'a.csv', 'What,When,Where\nMoved,04/03/2026,Berlin', { columns });
  expect(found).toMatchObject([{ text: 'Moved', at: '2026-04-03T10:00:00.000Z', group: 'Berlin' }]);
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 7]);
  expect((await importText('csv', 'a.csv', picture)).counts).toEqual({ not_this_format: 1 });
});
