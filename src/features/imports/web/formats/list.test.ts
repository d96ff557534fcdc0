// Each format on a file in the shape in which its program writes it.
import { describe, expect, test } from 'vitest';
import { formatIds } from '../../constants.ts';
import { fileOf, importFiles, importText, zipOf } from '#tests/support/imports.ts';

const json = (value: unknown) => JSON.stringify(value, null, 2);

describe('daily notes', () => {
  const obsidian = [
    '---',
    'tags: [daily]',
    '---',
    '# 2026-05-04',
    '## Done',
    '- Shipped [[Search|the search]] for **ACME-4** #release',
    '  - two days early',
    '- [x] Reviewed the [plan](https://example.com/plan)',
    '- [ ] Not yet',
    '',
    '## Notes',
    'A paragraph that',
    'goes on. ![[photo.png]]',
    '',
    '```',
    '- code',
    '```',
  ].join('\n');

  test('of Obsidian become an entry for each bullet and paragraph, by ticket or heading', async () => {
    const { found, skipped } = await importText('markdown', '2026-05-04.md', obsidian);
    expect(found.map(({ text, group }) => `${group}: ${text}`).toSorted()).toEqual([
      'ACME-4: Shipped the search for ACME-4 #release\n- two days early',
      'Done: Reviewed the plan (https://example.com/plan)',
      'Notes: A paragraph that\ngoes on.',
      'Notes: ```\n- code\n```',
    ]);
    expect(found.every(({ at }) => at === '2026-05-04T10:00:00.000Z')).toBe(true);
    expect(skipped).toEqual([{ where: '2026-05-04.md:9', why: 'not_done' }]);
  });

  test('of Logseq, in a ZIP with other files, are read without its properties', async () => {
    const zip = zipOf([
      {
        name: 'graph/journals/2026_05_05.md',
        content: '- DONE Wrote the report\n  collapsed:: true\n- TODO Later\n- \n',
      },
      { name: 'graph/pages/Projects.md', content: 'No date here' },
      { name: 'graph/logseq/config.edn', content: '{}' },
      { name: '__MACOSX/graph/journals/._2026_05_05.md', content: 'x' },
      { name: '../../etc/2026-05-06.md', content: 'Escaped' },
    ]);
    const { lines, skipped } = await importFiles('markdown', [fileOf('graph.zip', zip)]);
    expect(lines).toEqual(['2026-05-06T10:00 Escaped', '2026-05-05T10:00 Wrote the report']);
    expect(skipped).toEqual([
      { where: 'graph/journals/2026_05_05.md:3', why: 'not_done' },
      { where: 'graph/pages/Projects.md', why: 'no_date' },
    ]);
  });

  test('with very long lines are read to their end', async () => {
    const start = performance.now();
    const note = `---\ndate:${' '.repeat(100_000)}"x\n---\n${'-'.repeat(3_000_000)}x\n\nLast`;
    const { found } = await importText('markdown', '2026-05-04.md', note);
    expect(found.map(({ text }) => text)).toContain('Last');
    await importText('markdown', 'undated.md', note);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('Day One', () => {
  const journal = json({
    metadata: { version: '1.0' },
    entries: [
      {
        uuid: 'A1',
        creationDate: '2026-06-01T07:12:44Z',
        timeZone: 'Europe/Berlin',
        starred: false,
        text: 'Talk at the meetup\\.\n\n![](dayone-moment://PH1)\n',
        tags: ['public speaking', 'team'],
        photos: [{ identifier: 'PH1', md5: 'abc123', type: 'jpeg', orderInEntry: 0 }],
      },
      {
        uuid: 'A2',
        creationDate: '2026-06-02T07:12:44Z',
        text: '',
        photos: [{ identifier: 'X', md5: 'lost', type: 'png' }],
      },
      { creationDate: '2026-06-03T07:12:44Z', text: 'No id' },
    ],
  });

  test('entries keep their date, tags and photos, which are read when they are needed', async () => {
    const photo = Uint8Array.from({ length: 5000 }, (_, index) => index % 251);
    const zip = zipOf([
      { name: 'Journal.json', content: journal },
      { name: 'photos/abc123.jpeg', content: photo, store: true },
    ]);
    const { found, skipped } = await importFiles('day-one', [fileOf('export.zip', zip)]);
    expect(found).toMatchObject([
      {
        sourceId: 'A1',
        at: '2026-06-01T07:12:44.000Z',
        text: 'Talk at the meetup. #public-speaking #team',
        group: 'Journal',
      },
    ]);
    const [file] = found[0]!.files!;
    expect(file).toMatchObject({ name: 'photo-1.jpeg', size: 5000 });
    const content = await file!.read();
    expect(content.type).toBe('image/jpeg');
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(photo);
    expect(skipped.map(({ why }) => why)).toEqual(['file_missing', 'no_text', 'broken_item']);
  });
});

test('a photo of Day One with the type of a built-in property is a file like others', async () => {
  const entry = {
    uuid: 'A1',
    creationDate: '2026-06-01T07:12:44Z',
    photos: [{ md5: 'x', type: 'constructor' }],
  };
  const zip = zipOf([
    { name: 'Journal.json', content: json({ entries: [entry] }) },
    { name: 'photos/x.constructor', content: 'x' },
  ]);
  const { found } = await importFiles('day-one', [fileOf('export.zip', zip)]);
  expect((await found[0]!.files![0]!.read()).type).toBe('application/octet-stream');
});

test("LinkedIn's archive: positions, certificates and recommendations, whose authors may vouch", async () => {
  const zip = zipOf([
    {
      name: 'Positions.csv',
      content:
        'Company Name,Title,Description,Location,Started On,Finished On\nAcme,Engineer,"Built it.\nAll of it.",Berlin,Jan 2020,Mar 2024\nInitech,Lead,,,Apr 2024,\n',
    },
    {
      name: 'Certifications.csv',
      content:
        'Name,Url,Authority,Started On,Finished On,License Number\nCKA,https://example.com/cka,CNCF,Feb 2023,,1\n',
    },
    {
      name: 'Recommendations_Received.csv',
      content:
        'First Name,Last Name,Company,Job Title,Text,Creation Date,Status\nGrace,Hopper,Navy,Admiral,"Clear and quick.","11/05/21, 09:30 AM",VISIBLE\n',
    },
    { name: 'Connections.csv', content: 'Notes:\n"When exporting"\n\nFirst Name,Last Name\nA,B\n' },
  ]);
  const { lines, recommendations } = await importFiles('linkedin', [
    fileOf('Basic_LinkedInDataExport.zip', zip),
  ]);
  expect(lines).toEqual([
    '2024-04-01T10:00 Started as Lead at Initech',
    '2024-03-01T11:00 Finished as Engineer at Acme',
    '2023-02-01T11:00 Certificate: CKA, by CNCF\nhttps://example.com/cka',
    '2021-11-05T08:30 Recommendation from Grace Hopper, Admiral at Navy:\n“Clear and quick.”',
    '2020-01-01T11:00 Started as Engineer at Acme\nBuilt it.\nAll of it.',
  ]);
  expect(recommendations).toEqual([
    { name: 'Grace Hopper', position: 'Admiral', company: 'Navy', text: 'Clear and quick.' },
  ]);
});

test('Memos: the response of its API, with tags and files that it does not contain', async () => {
  const { lines, skipped } = await importText(
    'memos',
    'memos.json',
    json({
      memos: [
        {
          name: 'memos/1',
          state: 'NORMAL',
          createTime: '2026-07-01T10:00:00Z',
          content: 'Mentored two juniors #team',
          tags: ['team'],
          attachments: [{ filename: 'a.png' }],
        },
        { name: 'memos/2', state: 'DELETED', createTime: '2026-07-01T10:00:00Z', content: 'Gone' },
        'broken',
      ],
      nextPageToken: '',
    }),
  );
  expect(lines).toEqual(['2026-07-01T10:00 Mentored two juniors #team']);
  expect(skipped.map(({ why }) => why)).toEqual(['file_missing', 'deleted', 'broken_item']);
});

test('BragDoc: achievements at their end, by project', async () => {
  const { found, counts } = await importText(
    'bragdoc',
    'bragdoc-export.json',
    json({
      version: '1.0',
      companies: [],
      projects: [{ id: 'p1', name: 'Search' }],
      achievements: [
        {
          id: 'a1',
          projectId: 'p1',
          title: 'Faster search',
          summary: 'x',
          details: 'p95 from 900 to 90 ms',
          eventStart: '2026-03-01T00:00:00.000Z',
          eventEnd: '2026-03-20T00:00:00.000Z',
          eventDuration: 'month',
          isArchived: false,
          source: 'manual',
        },
        {
          id: 'a2',
          projectId: null,
          title: 'Old',
          summary: null,
          details: null,
          eventStart: null,
          eventEnd: null,
          createdAt: '2026-03-21T00:00:00.000Z',
          isArchived: true,
        },
      ],
      documents: [],
    }),
  );
  expect(found).toMatchObject([
    { at: '2026-03-20T00:00:00.000Z', text: 'Faster search\np95 from 900 to 90 ms', group: 'Search' },
  ]);
  expect(counts).toEqual({ deleted: 1 });
});

test('JSON Resume: what its sections say with a date', async () => {
  const { lines, counts } = await importText(
    'json-resume',
    'resume.json',
    json({
      basics: { name: 'Ada', profiles: [] },
      work: [
        {
          name: 'Acme',
          position: 'Engineer',
          startDate: '2020-01',
          endDate: '2022-06-30',
          summary: 'Built it.',
          highlights: ['10x'],
        },
      ],
      awards: [{ title: 'Prize', date: '2021-05-01', awarder: 'ACM' }],
      certificates: [{ name: 'CKA' }],
      education: [{ institution: 'TU', area: 'Math', studyType: 'BSc', endDate: '2019' }],
    }),
  );
  expect(lines).toEqual([
    '2022-06-30T10:00 Finished as Engineer at Acme\nBuilt it.\n- 10x',
    '2021-05-01T10:00 Prize, by ACM',
    '2020-01-01T11:00 Started as Engineer at Acme',
    '2019-01-01T11:00 BSc, Math at TU',
  ]);
  expect(counts).toEqual({ no_date: 1 });
});

test.each(formatIds)(
  '%s: files of other kinds, and broken ones, are named and never throw',
  async (format) => {
    const others: [string, string | Uint8Array<ArrayBuffer>][] = [
      ['page.html', '<!doctype html><p>Sign in'],
      ['empty.json', '{}'],
      ['cut.json', '{"entries": [{"uuid": "1"'],
      ['deep.json', `{"memos": [${'['.repeat(5000)}`],
      ['random.bin', Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)],
      ['broken.zip', zipOf([{ name: 'a.csv', content: 'a' }]).slice(0, -10)],
      ['empty.zip', zipOf([])],
      ['none.csv', ''],
    ];
    for (const [name, content] of others) {
      const { found, counts } = await importText(format, name, content);
      expect({ name, found, isNamed: Object.keys(counts).length > 0 }).toEqual({
        name,
        found: [],
        isNamed: true,
      });
    }
  },
);
