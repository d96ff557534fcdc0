import { describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { winLimits } from './constants.ts';
import type { Win } from './contract.ts';
import { readWins, winProblem, writeWins } from './win-rules.ts';

const win = (text = 'Shipped the new import'): Win => ({ id: newId(), text, at: '2026-11-20T09:00:00.000Z' });

describe('the wins in local storage', () => {
  it('are read as they were written', () => {
    const wins = [win(), win('Trained two colleagues\non the release process')];
    expect(readWins(writeWins(wins))).toEqual(wins);
  });

  it.each([
    ['nothing', null],
    ['text', 'hello'],
    ['another value', '"wins"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object without wins', '{}'],
    ['wins that are no list', '{"wins":{"length":1}}'],
  ])('are none if the storage contains %s', (_, stored) => {
    expect(readWins(stored)).toEqual([]);
  });

  it('are read without entries that are not wins', () => {
    const good = win();
    const wins = [
      null,
      'text',
      { ...win(), id: 'not an id' },
      { ...win(), text: '  ' },
      { ...win(), text: 'a'.repeat(winLimits.text + 1) },
      { ...win(), at: 'yesterday' },
      { id: newId() },
      { ...good, extra: 'left out' },
      { ...good, text: 'The same id again' },
    ];
    expect(readWins(JSON.stringify({ wins }))).toEqual([good]);
  });

  it('are the first ten if there are more', () => {
    const wins = Array.from({ length: winLimits.wins + 1 }, (_, index) => win(`Win ${index}`));
    expect(readWins(writeWins(wins))).toEqual(wins.slice(0, winLimits.wins));
  });
});

describe('the text of a win', () => {
  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['a', undefined],
    ['😀'.repeat(winLimits.text), undefined],
    [` ${'a'.repeat(winLimits.text)} `, undefined],
    ['a'.repeat(winLimits.text + 1), 'too_long'],
  ])('%j is checked', (text, problem) => {
    expect(winProblem(text)).toBe(problem);
  });
});
