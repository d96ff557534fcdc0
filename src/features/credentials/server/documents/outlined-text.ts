// Text of any script as outlines, for pictures: they look the same on machines without fonts.
import { FontBook, type Face } from '#platform/pdf/font-book.ts';
import { features, LineLayout, type Direction, type Line } from '#platform/pdf/line-layout.ts';
import { MissingCharacters } from '#platform/pdf/missing-characters.ts';
import { language } from '#platform/text/language.ts';

/** Sizes in pixels. */
export type OutlinedStyle = {
  face: Face;
  size: number;
  leading: number;
  color: string;
  direction: Direction;
};
type Box = {
  x: number;
  /** Of the first baseline. */
  y: number;
  width: number;
  /** More are cut. */
  lines: number;
};

const graphemes = new Intl.Segmenter(language.tag, { granularity: 'grapheme' });

export class OutlinedText {
  readonly #book: FontBook;
  readonly #layout: LineLayout;

  /** @param sample All of the picture's text. */
  constructor(sample: string) {
    this.#book = new FontBook(sample);
    this.#layout = new LineLayout(this.#book, new MissingCharacters());
  }

  /** How many lines a text needs. */
  linesOf(text: string, style: OutlinedStyle, width: number): number {
    return this.#layout.linesOf(text, { ...style, width }).length;
  }

  /** Groups of paths for an SVG. */
  draw(text: string, style: OutlinedStyle, box: Box): string {
    const lines = this.#fitting(text.replaceAll(/\s+/g, ' '), style, box);
    return lines.map((line, at) => this.#line(line, style, box.x, box.y + at * style.leading)).join('');
  }

  /** Cut at a character, with an ellipsis, if there are too many lines. */
  #fitting(text: string, style: OutlinedStyle, { width, lines: most }: Box): Line[] {
    const whole = this.#layout.linesOf(text, { ...style, width });
    if (whole.length <= most) return whole;
    const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
    const cut = (count: number) =>
      this.#layout.linesOf(`${parts.slice(0, count).join('').trimEnd()}…`, { ...style, width });
    let [fits, exceeds] = [0, parts.length];
    while (exceeds - fits > 1) {
      const middle = Math.floor((fits + exceeds) / 2);
      if (cut(middle).length <= most) fits = middle;
      else exceeds = middle;
    }
    return cut(fits);
  }

  #line(line: Line, { size, color }: OutlinedStyle, x: number, y: number): string {
    const runs = line.map((run) => {
      const { font } = this.#book.load(run.font);
      const { glyphs, positions } = font.layout(run.text, features);
      let pen = 0;
      const paths = glyphs.map((glyph, at) => {
        const { xAdvance, xOffset, yOffset } = positions[at]!;
        const place = `translate(${pen + xOffset} ${yOffset})`;
        pen += xAdvance;
        const outline = glyph.path.toSVG();
        return outline === '' ? '' : `<path transform="${place}" d="${outline}"/>`;
      });
      const scale = (size / font.unitsPerEm).toFixed(5);
      return `<g transform="translate(${(x + run.x).toFixed(1)} ${y}) scale(${scale} -${scale})">${paths.join('')}</g>`;
    });
    return `<g fill="${color}">${runs.join('')}</g>`;
  }
}
