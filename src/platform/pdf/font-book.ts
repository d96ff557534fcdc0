// The fonts of documents: which of them has a character. They are static, so that every viewer shows and searches them.
// src/platform/pdf/fonts/license.txt says where they are from. The build puts them next to the server's files.
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { sfntOf } from './woff.ts';

/** `serif`: text by other people, in italics. */
export type Face = 'regular' | 'bold' | 'serif';

const folder = new URL('./fonts/', import.meta.url);

const latin = (weight: number) => [
  `schibsted-grotesk-latin-${weight}`,
  `schibsted-grotesk-latin-ext-${weight}`,
];
const scripts = (weight: number) =>
  [
    ...['cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'].map(
      (script) => `noto-sans-${script}`,
    ),
    // Its letters are whole glyphs. In other fonts, dots are separate glyphs, which programs that read a PDF mistake.
    ...['noto-sans-hebrew', 'ibm-plex-sans-arabic'],
    ...['devanagari', 'thai', 'armenian', 'georgian'].map((script) => `noto-sans-${script}`),
  ].map((font) => `${font}-${weight}`);
/** Shapes of Han characters differ by language. Kana and Hangul say which one a text is in. */
const han = {
  Japanese: 'noto-sans-jp-400',
  Korean: 'noto-sans-kr-400',
  Chinese: 'noto-sans-sc-400',
} as const;
const symbols = ['noto-sans-math-400', 'noto-sans-symbols-400', 'noto-sans-symbols-2-400'];
const emoji = 'noto-emoji-400';

const serif = ['newsreader-latin-400-italic', 'newsreader-latin-ext-400-italic'];

const isEmoji = /\p{Emoji_Presentation}|\p{Emoji}\u{fe0f}|\u{20e3}/u;
/** Show nothing themselves. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

export type LoadedFont = { name: string; bytes: Buffer; font: Font };

/** Fonts are loaded when a character needs them. */
export class FontBook {
  readonly #loaded = new Map<string, LoadedFont>();
  readonly #chosen = new Map<string, { name: string; text: string } | null>();
  readonly #chains: Record<Face, string[]>;

  /** @param sample All of the document's text. */
  constructor(sample: string) {
    const { Japanese, Korean, Chinese } = han;
    const hans = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)
      ? [Japanese, Chinese, Korean]
      : /\p{Script=Hangul}/u.test(sample)
        ? [Korean, Japanese, Chinese]
        : [Chinese, Japanese, Korean];
    const rest = [...hans, ...symbols, emoji];
    const regular = [...latin(400), ...scripts(400), ...rest];
    this.#chains = {
      regular,
      bold: [...latin(700), ...scripts(700), ...rest],
      serif: [...serif, ...regular],
    };
  }

  load(name: string): LoadedFont {
    let loaded = this.#loaded.get(name);
    if (!loaded) {
      const bytes = sfntOf(readFileSync(new URL(`${name}.woff`, folder)));
      loaded = { name, bytes, font: create(bytes) as Font };
      this.#loaded.set(name, loaded);
    }
    return loaded;
  }

  /**
   * The font for a character as a reader sees it, and the text to draw it with, which may lack what shows nothing. Null if
   * no font has it. `previous`: the font before it, which signs and spaces stay in.
   */
  choose(cluster: string, face: Face, previous?: string): { name: string; text: string } | null {
    const isCommon = /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(cluster) && !isEmoji.test(cluster);
    const key = `${face} ${isCommon ? previous : ''} ${cluster}`;
    let chosen = this.#chosen.get(key);
    if (chosen === undefined) {
      chosen = this.#find(cluster, face, isCommon ? previous : undefined);
      this.#chosen.set(key, chosen);
    }
    return chosen;
  }

  #find(cluster: string, face: Face, previous: string | undefined) {
    const chain = [
      ...(previous === undefined || previous === emoji ? [] : [previous]),
      ...(isEmoji.test(cluster) ? [emoji] : []),
      ...this.#chains[face],
    ];
    const shown = cluster.replaceAll(ignorable, '');
    if (shown === '') return { name: chain[0]!, text: '' };
    for (const text of [cluster, shown, cluster.normalize('NFC'), shown.normalize('NFKC')])
      for (const name of chain) if (this.#covers(name, text)) return { name, text };
    return null;
  }

  #covers(name: string, text: string): boolean {
    const { font } = this.load(name);
    return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!));
  }
}
