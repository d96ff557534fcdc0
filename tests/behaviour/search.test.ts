// Search by text and tags: same results on the server and in the guest store (R-B3).
import { expect, test } from 'vitest';
import { limits } from '#features/check-ins/constants.ts';
import type { CheckIn, operations } from '#features/check-ins/contract.ts';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import { newId } from '#platform/clock/id.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { inBothWorlds } from './worlds.ts';

type Query = CallInput<(typeof operations)['GET /api/check_ins/search']>['query'];

const entries = {
  report: 'The quarterly report is out, two weeks early. #Finance #q3-2026',
  import: 'Moved the nightly import to the new queue (#queue). It takes 4 minutes, 50% less.',
  german: 'Größe der Straße geprüft. Über 40 Fälle. #Prüfung',
  greek: 'Ο λόγος ΤΗΣ ΗΜΕΡΑΣ',
  russian: 'Всё ещё работает #Отчёт',
  japanese: '今日は週報を書いた。 #週報 テストも通った',
  thai: 'เขียนรายงานประจำสัปดาห์',
  arabic: 'كَتَبْتُ التَّقرير اليومَ #تقرير',
  hebrew: 'כתבתי דו״ח שבועי',
  korean: '한국어로 보고서를 썼다',
  code: 'Learnt C++, C# and foo_bar; a\\b. Don’t mix "quotes" with 100_000 #1 #42',
  address: 'See https://example.com/a#finance and user#finance, &#finance; /#finance',
  emoji: 'Shipped it 🚀👩‍💻 at last',
  plain: 'nothing to see',
} as const;
type Name = keyof typeof entries;
const all = Object.keys(entries) as Name[];

const cases: [Query, Name[]][] = [
  [{}, all],
  [{ q: '   ' }, all],
  [{ q: 'report' }, ['report']],
  [{ q: 'REPORT quart' }, ['report']],
  [{ q: 'rep' }, ['report']],
  [{ q: 'eport' }, []],
  [{ q: 'report missing' }, []],
  [{ q: '"two weeks"' }, ['report']],
  [{ q: '"two week"' }, []],
  [{ q: '“two weeks”' }, ['report']],
  [{ q: '"two weeks' }, ['report']],
  [{ q: 'grosse strasse uber' }, ['german']],
  [{ q: 'GRÖSSE' }, ['german']],
  [{ q: 'Gro\u0308ße' }, ['german']],
  [{ q: 'λογος της ημερας' }, ['greek']],
  [{ q: 'еще РАБОТАЕТ' }, ['russian']],
  [{ q: '週報' }, ['japanese']],
  [{ q: '書い' }, ['japanese']],
  [{ q: 'ﾃｽﾄ' }, ['japanese']],
  [{ q: 'รายงาน' }, ['thai']],
  [{ q: 'التقرير' }, ['arabic']],
  [{ q: 'דו"ח' }, []],
  [{ q: 'שבוע' }, ['hebrew']],
  [{ q: '보고' }, ['korean']],
  [{ q: '한구' }, ['korean']],
  [{ q: 'c++' }, ['code']],
  [{ q: 'c#' }, ['code']],
  [{ q: 'foo_bar' }, ['code']],
  [{ q: 'foo%bar' }, []],
  [{ q: '50%' }, ['import']],
  [{ q: '%' }, ['import']],
  [{ q: '_' }, ['code']],
  [{ q: '\\' }, ['code']],
  [{ q: "don't" }, ['code']],
  [{ q: 'don’t' }, ['code']],
  [{ q: '"' }, all],
  [{ q: 'foo:* & | !' }, []],
  [{ q: "'; drop table check_ins; --" }, []],
  [{ q: '🚀' }, ['emoji']],
  [{ q: '👩' }, ['emoji']],
  [{ q: '🎯' }, []],
  [{ q: '#fin' }, ['report']],
  [{ q: '#FINANCE report' }, ['report']],
  [{ q: '#q3-2026' }, ['report']],
  [{ q: '#queue' }, ['import']],
  [{ q: '#prüf' }, ['german']],
  [{ q: '#отчё' }, ['russian']],
  [{ q: '#42' }, ['code']],
  [{ tag: 'finance' }, ['report']],
  [{ tag: 'Finance' }, ['report']],
  [{ tag: 'fin' }, []],
  [{ tag: 'PRÜFUNG' }, ['german']],
  [{ tag: '週報' }, ['japanese']],
  [{ tag: 'تقرير' }, ['arabic']],
  [{ tag: '1' }, []],
  [{ tag: 'finance', q: 'early' }, ['report']],
  [{ tag: 'finance', q: 'late' }, []],
  [{ tag: '' }, all],
  [{ q: '#' }, ['address', 'arabic', 'code', 'german', 'import', 'japanese', 'report', 'russian']],
  [{ tag: '%' }, []],
  [{ q: '\0' }, all],
  [{ q: '\ud800' }, []],
  [{ q: 'x'.repeat(limits.query) }, []],
  [{ q: '한'.repeat(limits.query) }, []],
];

const inOrder = (names: Name[]) => all.filter((name) => names.includes(name));

inBothWorlds(guestCheckIns, (world) => {
  const write = (content: string, more: object = {}) =>
    world().call('POST /api/check_ins', { body: { id: newId(), content, ...more } });
  const search = (query: Query) => world().call('GET /api/check_ins/search', { query });
  const tags = () => world().call('GET /api/check_ins/tags', {});
  const contents = (rows: CheckIn[]) => rows.map(({ content }) => content);

  test('text and tags are found in any script, and no query is an error', async () => {
    const names = new Map<string, Name>();
    for (const name of all) names.set((await write(entries[name])).id, name);
    for (const [query, found] of cases) {
      const { rows, count } = await search(query);
      const actual = rows.map(({ id }) => names.get(id)!);
      expect({ query, actual: inOrder(actual), count }).toEqual({
        query,
        actual: inOrder(found),
        count: found.length,
      });
    }
  });

  test('date and emoji filters narrow the search results', async () => {
    await write('old', { created_at: '2024-01-31T23:59:59.999Z', emoji: '🚀' });
    await write('first', { created_at: '2024-02-01T00:00:00Z', emoji: '🎯' });
    await write('last', { created_at: '2024-02-29T23:59:59.999Z', emoji: '🚀' });
    await write('next', { created_at: '2024-03-01T00:00:00Z' });
    const february = { from: '2024-02-01T00:00:00Z', to: '2024-03-01T00:00:00Z' };
    expect(contents((await search(february)).rows)).toEqual(['last', 'first']);
    expect(contents((await search({ from: february.to })).rows)).toEqual(['next']);
    expect(contents((await search({ emoji: '🚀' })).rows)).toEqual(['last', 'old']);
    expect(contents((await search({ emoji: '🚀', ...february, q: 'la' })).rows)).toEqual(['last']);
    expect((await search({ files: '1' })).count).toBe(0);
    expect((await search({ kind: 'goal' })).count).toBe(0);
    expect((await search({ shared: '1' })).count).toBe(0);
  });

  test('search results are paged, newest first, and counted only on the first page', async () => {
    for (let n = 0; n < 5; n++) await write(`found ${n}`, { created_at: `2024-01-0${n + 1}T12:00:00Z` });
    await write('other');
    const first = await search({ q: 'found', limit: 2 });
    expect([contents(first.rows), first.count]).toEqual([['found 4', 'found 3'], 5]);
    const second = await search({ q: 'found', limit: 2, before: first.next! });
    expect([contents(second.rows), second.count]).toEqual([['found 2', 'found 1'], null]);
    const third = await search({ q: 'found', limit: 2, before: second.next! });
    expect([contents(third.rows), third.next]).toEqual([['found 0'], null]);
    await expect(search({ before: 'yesterday' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });

  test('an edited entry is found only by its new text, and a deleted entry is not found', async () => {
    const { id } = await write('before #one');
    const params = { id };
    await world().call('PATCH /api/check_ins/:id', {
      params,
      body: { content: 'after #two', edited_at: null },
    });
    expect((await search({ q: 'before' })).count).toBe(0);
    expect((await search({ q: 'after', tag: 'two' })).count).toBe(1);
    await world().call('DELETE /api/check_ins/:id', { params });
    expect((await search({ q: 'after' })).count).toBe(0);
    expect((await tags()).rows).toEqual([]);
  });

  test('tags are counted once per entry and listed most used first', async () => {
    for (const content of [
      '#ops #Ops #ops twice',
      'a #win for #OPS',
      '#win #Ärger',
      'https://x.example/#not',
      'none',
    ])
      await write(content);
    expect(await tags()).toEqual({
      rows: [
        { tag: 'ops', count: 2 },
        { tag: 'win', count: 2 },
        { tag: 'ärger', count: 1 },
      ],
      goals: false,
      shared: false,
    });
  });
});
