import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldWithPositions, searchTerms } from '../../search-rules.ts';
import { marksIn } from './search-marks.ts';

const marked = (text: string, q: string, tag = '') =>
  marksIn(text, searchTerms({ q, tag })).map(([from, to]) => text.slice(from, to));

test.each([
  ['The report, reported', 'rep', ['rep', 'rep']],
  ['Über die Größe', 'uber GRO', ['Über', 'Grö']],
  ['U\u0308ber alles', 'über', ['U\u0308ber']],
  ['Straße', 'stras', ['Straß']],
  ['two weeks, two weekends', '"two weeks"', ['two weeks']],
  ['two  weeks', '"two weeks"', ['two  weeks']],
  ['今日は週報を書いた', '週報', ['週報']],
  ['ok 🚀 go', '🚀', ['🚀']],
  ['50% less', '50%', ['50%']],
  ['#finance and finance', 'fin', ['fin', 'fin']],
  ['#finance and finance', '#fin', ['#finance']],
  ['aaa', 'a aa', ['aa']],
  ['nothing', 'else', []],
])('in "%s", the search %s highlights %j', (text, q, expected) => {
  expect(marked(text, q)).toEqual(expected);
});

test('a tag filter highlights only that tag', () => {
  expect(marked('#ops #ops2 #OPS', '', 'ops')).toEqual(['#ops', '#OPS']);
});

test('folding letter by letter gives the same result as folding the whole text', () => {
  const letter = fc.constantFrom(
    ...[
      'a',
      'B',
      ' ',
      '\n',
      '-',
      '_',
      '#',
      'ß',
      'Æ',
      'é',
      'e\u0301',
      '\u200b',
      '🚀',
      '👩‍💻',
      '週',
      '½',
      '⑴',
      '’',
      'İ',
    ],
  );
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 12 }), (letters) => {
      const { folded, starts, ends } = foldWithPositions(letters.join(''));
      expect(folded).toBe(fold(letters.join('')));
      expect([starts.length, ends.length]).toEqual([folded.length, folded.length]);
    }),
  );
});
