// Writes a tagged PDF (PDF/UA-1): text from top to bottom over as many pages as it needs. What decorates the pages, such as
// rules and page numbers, is drawn at the end and belongs to no text.
import PdfDocument from 'pdfkit';
import type { Face, FontBook } from './font-book.ts';
import { language } from '../text/language.ts';
import { features, LineLayout, type Direction, type Line } from './line-layout.ts';
import type { MissingCharacters } from './missing-characters.ts';

export type Paper = 'A4' | 'LETTER';
/** Sizes in points. */
export type TextStyle = {
  face: Face;
  size: number;
  leading: number;
  color: string;
  direction: Direction;
};
/** Sentences of the language have its direction, and people's words have their own. */
export const style = (
  face: Face,
  size: number,
  leading: number,
  color: string,
  direction: Direction = 'auto',
): TextStyle => ({ face, size, leading, color, direction });
export type Element = PDFKit.PDFStructureElement;
/** Text that has been broken into lines. `spoken`: what they say, if that cannot be read from the glyphs in their order. */
export type Block = {
  lines: Line[];
  style: TextStyle;
  width: number;
  height: number;
  spoken: string | undefined;
};
export type Place = { page: number; y: number };

export type DocumentInfo = {
  title: string;
  author: string;
  creator: string;
  /** Of the text, such as `en`. */
  language: string;
  created: Date;
};

type Options = { paper: Paper; info: DocumentInfo; book: FontBook; missing: MissingCharacters };

const isRtl = language.direction === 'rtl';
type Reference = { data: Record<string, unknown> };

export const margins = { top: 60, bottom: 66, side: 62 } as const;

export class Typesetter {
  readonly doc: PDFKit.PDFDocument;
  readonly left = margins.side;
  readonly right: number;
  readonly bottom: number;
  y: number = margins.top;
  page = 0;
  readonly #lines: LineLayout;
  readonly #book: FontBook;
  readonly #decorations: { page: number; draw: () => void }[] = [];
  readonly #known = new Set<string>();
  readonly #root: Element;

  constructor({ paper, info, book, missing }: Options) {
    this.#book = book;
    this.#lines = new LineLayout(book, missing);
    const { title, author, creator, language: tag, created } = info;
    // The package's types lack some of them.
    const options: object = {
      size: paper,
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      displayTitle: true,
      lang: tag,
      bufferPages: true,
      // No page needs one of the fonts that viewers bring along.
      font: null,
      fontLayoutCache: false,
      info: {
        ...{
          Title: title,
          Creator: creator,
          Producer: `${creator}, PDFKit`,
          CreationDate: created,
          ModDate: created,
        },
        ...(author !== '' && { Author: author }),
      },
    };
    this.doc = new PdfDocument(options);
    // Viewers show pages side by side in this order. The package's types lack the dictionary that it writes.
    const { data } = (this.doc as unknown as { _root: { data: { ViewerPreferences: Reference } } })._root;
    if (isRtl) data.ViewerPreferences.data['Direction'] = 'R2L';
    this.right = this.doc.page.width - margins.side;
    this.bottom = this.doc.page.height - margins.bottom;
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  /** Adds a part of the document, such as `Sect`. */
  part(
    type: string,
    parent: Element = this.#root,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ): Element {
    const part = this.doc.struct(type, options);
    parent.add(part);
    return part;
  }

  blockOf(text: string, style: TextStyle, width: number): Block {
    const lines = this.#lines.linesOf(text, { ...style, width });
    const spoken = lines.some((line) => line.some(({ isReordered }) => isReordered)) ? text : undefined;
    return { lines, style, width, height: lines.length * style.leading, spoken };
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#lines.widthOf(text, style);
  }

  get place(): Place {
    return { page: this.page, y: this.y };
  }

  breakPage(): void {
    this.doc.continueOnNewPage();
    this.page += 1;
    this.y = margins.top;
  }

  /** Continues on the next page if so much does not fit on this one. */
  need(height: number): void {
    if (this.y > margins.top && this.y + height > this.bottom) this.breakPage();
  }

  get width(): number {
    return this.right - this.left;
  }

  /** The left edge of a box of this width, whose distance from the side at which lines begin is `offset`. */
  fromStart(offset: number, width: number): number {
    return isRtl ? this.right - offset - width : this.left + offset;
  }

  /**
   * A paragraph, or another element of the structure, with this text. `offset`: from the side at which lines begin. `draw`:
   * in the same element, before it.
   */
  write(
    block: Block,
    { offset = 0, as, parent, draw }: { offset?: number; as: string; parent?: Element; draw?: () => void },
  ): void {
    const element = this.part(as, parent, block.spoken === undefined ? {} : { actual: block.spoken });
    element.add(() => {
      this.need(block.style.leading);
      draw?.();
      for (const line of block.lines) {
        this.need(block.style.leading);
        this.line(line, block.style, { x: this.fromStart(offset, block.width), y: this.y });
        this.y += block.style.leading;
      }
    });
    element.end();
  }

  /** A paragraph that is an address and leads to it. */
  link(address: string, style: TextStyle): void {
    const paragraph = this.part('P');
    const link = this.part('Link', paragraph, { alt: address });
    link.add(() => {
      for (const line of this.blockOf(address, style, this.width).lines) {
        this.need(style.leading);
        this.line(line, style, { x: this.left, y: this.y });
        const width = line.reduce((sum, run) => sum + run.width, 0);
        const options = { structParent: link, Contents: new String(address) } as object;
        const x = this.left + Math.min(...line.map((run) => run.x));
        this.doc.link(x, this.y, width, style.leading, address, options);
        this.y += style.leading;
      }
    });
    link.end();
    paragraph.end();
  }

  /** Draws a line whose box begins at this place. */
  line(line: Line, { size, leading, color }: TextStyle, { x, y }: { x: number; y: number }): void {
    const baseline = y + leading / 2 + size * 0.35;
    this.doc.fillColor(color);
    for (const run of line) {
      this.#use(run.font);
      this.doc.fontSize(size).text(run.text, x + run.x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features,
      } as object);
    }
  }

  #use(name: string): void {
    if (!this.#known.has(name)) {
      this.doc.registerFont(name, this.#book.load(name).bytes);
      this.#known.add(name);
    }
    this.doc.font(name);
  }

  /** Decorates this page later. */
  decorate(draw: () => void, page = this.page): void {
    this.#decorations.push({ page, draw });
  }

  /** Calls `draw` for what is between two places on each of their pages. */
  decorateBetween(from: Place, to: Place, draw: (top: number, bottom: number) => void): void {
    for (let page = from.page; page <= to.page; page++) {
      const top = page === from.page ? from.y : margins.top;
      const bottom = page === to.page ? to.y : this.bottom;
      if (bottom > top) this.decorate(() => draw(top, bottom), page);
    }
  }

  /** All bytes. `footer` draws the number of a page, from 1, and how many there are. */
  async finish(footer: (page: number, pages: number) => void): Promise<Buffer> {
    this.#root.end();
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.doc.markContent('Artifact', { type: 'Layout' });
      for (const decoration of this.#decorations) if (decoration.page === page) decoration.draw();
      this.doc.endMarkedContent();
      this.doc.markContent('Artifact', { type: 'Pagination' });
      footer(page + 1, count);
      this.doc.endMarkedContent();
    }
    const parts: Buffer[] = [];
    this.doc.on('data', (part: Buffer) => parts.push(part));
    const ended = new Promise((resolve, reject) => this.doc.once('end', resolve).once('error', reject));
    this.doc.end();
    await ended;
    return Buffer.concat(parts);
  }
}
