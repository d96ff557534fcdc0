import { describe, expect, it } from 'vitest';
import { FontBook } from './font-book.ts';
import { LineLayout, type Line } from './line-layout.ts';
import { MissingCharacters } from './missing-characters.ts';

const setting = { face: 'regular', size: 10, width: 300, direction: 'auto' } as const;

function layout(text: string, more: Partial<{ width: number; face: 'bold' | 'serif' }> = {}) {
  const missing = new MissingCharacters();
  const lines = new LineLayout(new FontBook(text), missing).linesOf(text, { ...setting, ...more });
  return { lines, found: missing.found };
}

/** The runs of a line as they are seen, from left to right. */
const seen = (line: Line) => line.toSorted((a, b) => a.x - b.x).map(({ text }) => text.trim());
const textOf = (line: Line) => line.map(({ text }) => text).join('');

describe('lines', () => {
  it('break between words, and nothing is lost', () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(6).trim();
    const { lines } = layout(text);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.map(textOf).join(' ')).toBe(text);
    for (const line of lines) expect(line.at(-1)!.x + line.at(-1)!.width).toBeLessThanOrEqual(300);
  });

  it('break within what is longer than a line', () => {
    const text = 'x'.repeat(200);
    const { lines } = layout(text);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.map(textOf).join('')).toBe(text);
  });

  it('do not begin with a closing mark in Japanese', () => {
    const { lines } = layout('「品質」を改善しました。'.repeat(10), { width: 101 });
    for (const line of lines) expect(textOf(line)).not.toMatch(/^[」。、]/);
  });

  it('keep line feeds, also of empty lines', () => {
    expect(layout('one\n\ntwo').lines.map(textOf)).toEqual(['one', '', 'two']);
  });
});

describe('directions', () => {
  it('a Hebrew line begins at the right edge, with its numbers and English words in their own direction', () => {
    const { lines } = layout('שלום 123 world');
    expect(seen(lines[0]!)).toEqual(['world', '', '123', 'שלום']);
    const first = lines[0]!.find(({ text }) => text.startsWith('שלום'))!;
    expect(first.x + first.width).toBeCloseTo(300);
  });

  it('parentheses in Hebrew are mirrored', () => {
    const { lines } = layout('א (ב) ג');
    expect(seen(lines[0]!).join('').replaceAll(/\s/g, '')).toBe('ג(ב)א');
  });

  it('runs are in the order in which they are read', () => {
    const { lines } = layout('English then עברית and English');
    expect(textOf(lines[0]!)).toBe('English then עברית and English');
  });
});

describe('fonts', () => {
  it.each([
    ['Łódź', /schibsted/],
    ['Москва', /cyrillic/],
    ['Ελλάδα', /greek/],
    ['مرحبا', /arabic/],
    ['हिन्दी', /devanagari/],
    ['한국어', /noto-sans-kr/],
    ['かな漢字', /noto-sans-jp/],
    ['汉字', /noto-sans-sc/],
    ['🚀👩🏽‍💻', /noto-emoji/],
    ['→≥', /math/],
  ])('%s is drawn by one that has it', (text, font) => {
    const { lines, found } = layout(text);
    expect([found, lines[0]!.every((run) => font.test(run.font))]).toEqual([[], true]);
  });

  it('no ligature stands for letters of a word', () => {
    const text = 'office workflow ffi fl';
    const { lines } = layout(text);
    const { font } = new FontBook(text).load(lines[0]![0]!.font);
    const { glyphs } = font.layout(text, { liga: false, clig: false, dlig: false });
    expect(glyphs).toHaveLength(text.length);
  });

  it('characters that none of them has are counted by script, and marked', () => {
    const { lines, found } = layout('In አማርኛ and ગુજરાતી');
    expect(textOf(lines[0]!)).toBe('In […] and […]');
    expect(found.map(({ name }) => name).toSorted()).toEqual(['Ethiopic', 'Gujarati']);
  });
});
