// Breaks a text into lines of runs: each run has one font and one direction, and is placed where a reader sees it.
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { language } from '../text/language.ts';
import type { Face, FontBook } from './font-book.ts';
import type { MissingCharacters } from './missing-characters.ts';

/** `isReordered`: its glyphs are not in the order of its letters. */
export type Run = { text: string; font: string; x: number; width: number; isReordered: boolean };
export type Line = Run[];

/** Ligatures are one glyph for several letters: programs that search a PDF may miss the word. */
export const features = { liga: false, clig: false, dlig: false };

/** Shown in place of missing characters. */
const gap = '[…]';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(language.tag, { granularity: 'grapheme' });

type Cluster = { start: number; end: number; font: string; text: string; level: number };
/** `auto`: the direction of the first letter, or that of the language if there is none. */
export type Direction = 'ltr' | 'rtl' | 'auto';
type Setting = { face: Face; size: number; width: number; direction: Direction };

export class LineLayout {
  readonly #book: FontBook;
  readonly #missing: MissingCharacters;
  readonly #widths = new Map<string, number>();

  constructor(book: FontBook, missing: MissingCharacters) {
    this.#book = book;
    this.#missing = missing;
  }

  /** The lines of a text. Its line feeds are kept; an empty line has no runs. */
  linesOf(text: string, setting: Setting): Line[] {
    return text.split('\n').flatMap((paragraph) => this.#paragraph(paragraph, setting));
  }

  /** Of a text in one line, in points. */
  widthOf(text: string, { face, size }: Pick<Setting, 'face' | 'size'>): number {
    return this.#measure(this.#clusters(text, face, new Uint8Array(text.length)), size);
  }

  #paragraph(source: string, { face, size, width, direction }: Setting): Line[] {
    // One code unit for one, as levels and breaks are positions.
    const text = source.replaceAll(/[\p{Cc}\u{2028}\u{2029}]/gu, ' ');
    if (text.trim() === '') return [[]];
    const base = direction === 'auto' && !/\p{L}/u.test(text) ? language.direction : direction;
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, base);
    const clusters = this.#clusters(text, face, levels);
    const mirrored = bidi.getMirroredCharactersMap(text, levels, 0, text.length - 1);
    const isRtl = (paragraphs[0]?.level ?? 0) % 2 === 1;
    return this.#broken(text, clusters, { size, width }).map((line) =>
      this.#placed(line, { mirrored, isRtl, size, width }),
    );
  }

  #clusters(text: string, face: Face, levels: Uint8Array): Cluster[] {
    const clusters: Cluster[] = [];
    let isMissing = false;
    let previous: string | undefined;
    for (const { segment, index } of graphemes.segment(text)) {
      const chosen = this.#book.choose(segment, face, previous);
      const place = { start: index, end: index + segment.length, level: levels[index] ?? 0 };
      if (chosen) {
        clusters.push({ ...place, font: chosen.name, text: chosen.text });
        previous = chosen.name;
      } else {
        this.#missing.add(segment);
        const { name } = this.#book.choose('[', face)!;
        clusters.push({ ...place, font: name, text: isMissing ? '' : gap });
      }
      isMissing = !chosen;
    }
    return clusters;
  }

  #broken(text: string, clusters: Cluster[], { size, width }: Pick<Setting, 'size' | 'width'>): Cluster[][] {
    const lines: Cluster[][] = [];
    let line: Cluster[] = [];
    let used = 0;
    const end = () => {
      lines.push(line);
      [line, used] = [[], 0];
    };
    let at = 0;
    const breaker = new LineBreaker(text);
    for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
      const word: Cluster[] = [];
      while (at < clusters.length && clusters[at]!.start < next.position) word.push(clusters[at++]!);
      const visible = this.#measure(trimmed(word), size);
      if (used + visible > width && line.length > 0) end();
      if (visible <= width) {
        line.push(...word);
        used += this.#measure(word, size);
        continue;
      }
      // Longer than a line, such as an address.
      for (const cluster of word) {
        const own = this.#measure([cluster], size);
        if (used + own > width && line.length > 0) end();
        line.push(cluster);
        used += own;
      }
    }
    if (line.length > 0) end();
    return lines.map(trimmed);
  }

  #placed(
    line: Cluster[],
    {
      mirrored,
      isRtl,
      size,
      width,
    }: { mirrored: Map<number, string>; isRtl: boolean } & Pick<Setting, 'size' | 'width'>,
  ): Line {
    const runs = runsOf(line).map((run) => ({
      text: drawn(run, mirrored),
      ...{ level: run[0]!.level, font: run[0]!.font, width: this.#measure(run, size) },
    }));
    const visual = reordered(runs);
    let x = isRtl ? width - runs.reduce((sum, run) => sum + run.width, 0) : 0;
    const places = new Map<object, number>();
    for (const run of visual) {
      places.set(run, x);
      x += run.width;
    }
    // In the order in which they are read: that of the page's content.
    return runs
      .filter(({ text }) => text !== '')
      .map((run) => {
        const { text, font, level } = run;
        const isReordered = level > 0 || /\p{Script=Devanagari}/u.test(text);
        return { text, font, width: run.width, x: places.get(run)!, isReordered };
      });
  }

  #measure(clusters: Cluster[], size: number): number {
    return runsOf(clusters).reduce((sum, run) => sum + this.#width(run[0]!.font, textOf(run)) * size, 0);
  }

  /** In font sizes. */
  #width(name: string, text: string): number {
    if (text === '') return 0;
    const key = `${name} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      const { font } = this.#book.load(name);
      width = font.layout(text, features).advanceWidth / font.unitsPerEm;
      if (this.#widths.size > 20_000) this.#widths.clear();
      this.#widths.set(key, width);
    }
    return width;
  }
}

const textOf = (clusters: readonly Cluster[]) => clusters.map(({ text }) => text).join('');

function trimmed(clusters: Cluster[]): Cluster[] {
  const last = clusters.findLastIndex(({ text }) => text.trim() !== '');
  return clusters.slice(0, last + 1);
}

/** Neighbors with the same font and direction. */
function runsOf(clusters: readonly Cluster[]): Cluster[][] {
  const runs: Cluster[][] = [];
  for (const cluster of clusters) {
    const run = runs.at(-1);
    if (run && run[0]!.font === cluster.font && run[0]!.level === cluster.level) run.push(cluster);
    else runs.push([cluster]);
  }
  return runs;
}

const isRtlScript = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The text to draw. The font reverses the letters of scripts from right to left, and of no others. */
function drawn(run: Cluster[], mirrored: Map<number, string>): string {
  const text = textOf(run);
  if (run[0]!.level % 2 === 0) return text;
  const parts = run.map((cluster) => mirrored.get(cluster.start) ?? cluster.text);
  return (isRtlScript.test(text) ? parts : parts.toReversed()).join('');
}

/** From left to right, as rule L2 of the Unicode Bidirectional Algorithm orders them. */
function reordered<Item extends { level: number }>(runs: readonly Item[]): Item[] {
  let order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    const next: Item[] = [];
    let group: Item[] = [];
    for (const run of order) {
      if (run.level >= level) group.push(run);
      else {
        next.push(...group.toReversed(), run);
        group = [];
      }
    }
    order = [...next, ...group.toReversed()];
  }
  return order;
}
