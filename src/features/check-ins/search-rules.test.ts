import { describe, expect, test } from 'vitest';
import { entryWith } from '#tests/support/entry.ts';
import { fold, foldWithPositions, matcher, searchTerms, searchText, type Search } from './search-rules.ts';

test.each([
  ['Grüße aus Łódź', ' grusse aus lodz '],
  ['  two   words\n', ' two words '],
  ['C++ & co', ' c + + & co '],
  ['“smart” ’quotes’', ` " smart " ' quotes ' `],
  ['東京 2026', ' 東 京 2026 '],
  ['soft\u00adhyphen', ' softhyphen '],
])('%j is compared as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each(['Grüße aus Łódź', 'Æon', 'a\u0301 b', '  C++\n東京 ', 'e-mail, “twice”', ''])(
  'each character of the folded text %j has its place in the source',
  (text) => {
    const { folded, starts, ends } = foldWithPositions(text);
    expect(folded).toBe(fold(text));
    expect([starts.length, ends.length]).toEqual([folded.length, folded.length]);
    for (const [index, letter] of [...folded].entries())
      expect(fold(text.slice(starts[index], ends[index]))).toContain(letter);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(ends.every((end, index) => end >= starts[index]! && end <= text.length)).toBe(true);
  },
);

test('a match is at the place of its word, with the accents that belong to it', () => {
  const text = 'Un café\u0301, s.v.p.';
  const { folded, starts, ends } = foldWithPositions(text);
  const at = folded.indexOf('cafe');
  expect(text.slice(starts[at], ends[at + 3])).toBe('café\u0301');
});

test('the text of an entry for searching ends with its tags, each once and in order', () => {
  expect(searchText('Met #Zoe and #anna, again #zoe')).toBe(
    ' met # zoe and # anna , again # zoe #anna #zoe ',
  );
  expect(searchText('None')).toBe(' none ');
});

test.each([
  [{ q: 'met board' }, [' met', ' board']],
  [{ q: '"the board" met' }, [' the board ', ' met']],
  [{ q: '“the board”' }, [' the board ']],
  [{ q: 'say "half' }, [' say', ' half']],
  [{ q: '#Ta' }, [' #ta']],
  [{ q: '#123' }, [' # 123']],
  [{ q: 'a\u0000b' }, [' a', ' b']],
  [{ q: ' "" ' }, []],
  [{ tag: 'Work' }, [' #work ']],
  [{ q: 'met', tag: 'work' }, [' met', ' #work ']],
  [{}, []],
])('%j searches for %j', (search, terms) => {
  expect(searchTerms(search)).toEqual(terms);
});

describe('an entry', () => {
  const entry = entryWith({
    content: 'Met the board #work',
    emoji: '🎯',
    created_at: '2026-11-20T12:00:00.000Z',
    file_count: 1,
    shared_with_manager: true,
  });
  const plain = { ...entry, emoji: null, file_count: 0, shared_with_manager: false };

  test.each([
    [{}, true],
    [{ q: 'boa me' }, true],
    [{ q: 'oard' }, false],
    [{ q: 'met lunch' }, false],
    [{ tag: 'work' }, true],
    [{ tag: 'wor' }, false],
    [{ from: '2026-11-20T12:00:00.000Z' }, true],
    [{ from: '2026-11-20T12:00:00.001Z' }, false],
    [{ to: '2026-11-20T12:00:00.001Z' }, true],
    [{ to: '2026-11-20T12:00:00.000Z' }, false],
    [{ emoji: '🎯' }, true],
    [{ emoji: '🚀' }, false],
    [{ kind: 'entry' }, true],
    [{ kind: 'goal' }, false],
    [{ files: '1' }, true],
    [{ shared: '1' }, true],
  ] as [Search, boolean][])('with every property matches %j: %s', (search, matches) => {
    expect(matcher(search)({ ...entry, kind: 'entry' })).toBe(matches);
  });

  test.each([
    [{}, true],
    [{ emoji: '🎯' }, false],
    [{ files: '1' }, false],
    [{ shared: '1' }, false],
  ] as [Search, boolean][])('without emoji, files and sharing matches %j: %s', (search, matches) => {
    expect(matcher(search)(plain)).toBe(matches);
  });
});
