// The PDF of a packet: the look of its page on paper, with packet.json attached.
import { light as colors } from '#platform/colors/colors.ts';
import { FontBook } from '#platform/pdf/font-book.ts';
import { MissingCharacters } from '#platform/pdf/missing-characters.ts';
import { paperFor } from '#platform/pdf/paper-rules.ts';
import { margins, Typesetter, type Block, type Element, type TextStyle } from '#platform/pdf/typesetter.ts';
import type { FrozenItem } from '../../format-contract.ts';
import { pageTexts } from '../../page-texts.ts';
import { formTexts as texts } from '../../form-texts.ts';
import { dayIn, dayTitle, fileLine, provenanceOf } from '../../provenance-rules.ts';
import { provenanceTexts } from '../../provenance-texts.ts';
import { checkAddress, filesOf, fitted, type PacketForm, type ShownFile } from './packet-form.ts';

// Sizes in points.
const style = (face: TextStyle['face'], size: number, leading: number, color: string): TextStyle => ({
  ...{ face, size, leading, color },
});
const styles = {
  title: style('bold', 25, 31, colors.ink),
  about: style('regular', 10.5, 16, colors['ink-2']),
  text: style('regular', 11, 16.5, colors.ink),
  group: style('bold', 15, 21, colors.ink),
  line: style('regular', 10.5, 16, colors['ink-2']),
  emoji: style('regular', 13, 16.5, colors.ink),
  statement: style('serif', 12, 17, colors.ink),
  provenance: style('regular', 8.5, 13, colors['ink-3']),
  file: style('regular', 7.5, 11, colors['ink-3']),
  note: style('regular', 10, 15, colors['ink-2']),
  footer: style('regular', 8, 11, colors['ink-3']),
  record: style('regular', 9, 13.5, colors['ink-2']),
  link: style('bold', 9, 13.5, colors.primary),
};
/** From the left edge of the text: the margin rule, and the text of items. */
const [ruleAt, contentAt] = [27, 39];
const pictureBox = { width: 190, height: 150 };
const pictureGap = 8;
const itemPadding = 10;
/** A heading stays with at least so much of what follows. */
const keepWithHeading = 90;

/** Part of an item: drawn as one, after a gap. */
type Piece = { gap: number; height: number; draw: (parent: Element) => void };

/** @returns All bytes, up to and including the line with %%EOF. */
export function packetPdf(form: PacketForm): Promise<Buffer> {
  return new PacketPdf(form).make();
}

class PacketPdf {
  readonly #form: PacketForm;
  readonly #set: Typesetter;
  readonly #missing = new MissingCharacters();

  constructor(form: PacketForm) {
    this.#form = form;
    const { title, author, language, timeZone } = form.document;
    const created = new Date(form.record?.publishedAt ?? Date.now());
    const creator = form.record?.issuer.name ?? texts.creator;
    this.#set = new Typesetter({
      paper: paperFor(language, timeZone),
      info: { title, author, creator, language, created },
      book: new FontBook(form.packetJson),
      missing: this.#missing,
    });
  }

  make(): Promise<Buffer> {
    const { document, packetJson, record } = this.#form;
    this.#head();
    const files = filesOf(this.#form);
    for (const group of document.groups) this.#group(group, files);
    this.#end();
    this.#set.doc.file(Buffer.from(packetJson), {
      ...{ name: 'packet.json', type: 'application/json', description: texts.attachment },
      // Its source, from which it can be made again and checked.
      ...{ relationship: 'Source', creationDate: new Date(record?.publishedAt ?? Date.now()) },
    });
    const footer = this.#footer();
    return this.#set.finish(footer);
  }

  get #width(): number {
    return this.#set.right - this.#set.left;
  }

  #head(): void {
    const set = this.#set;
    const { title, author, period, introduction } = this.#form.document;
    this.#bookmark(title, set.doc.outline);
    this.#write(title, styles.title, { as: 'H1' });
    set.y += 5;
    const days = provenanceTexts.period(dayTitle(period.from), dayTitle(period.to));
    const about = author === '' ? days : `${provenanceTexts.by(author)}  ·  ${days}`;
    this.#write(about, styles.about);
    set.y += 11;
    this.#closingRule();
    if (introduction === '') return;
    set.y += 16;
    this.#write(introduction, styles.text);
  }

  /** The double rule of a closed and recorded account, or a single one of a draft. */
  #closingRule(): void {
    const { doc, left, right, y } = this.#set;
    const rows = this.#form.record ? [y, y + 2.6] : [y];
    this.#set.decorate(() => {
      for (const row of rows) doc.moveTo(left, row).lineTo(right, row);
      doc.lineWidth(0.9).stroke(colors.ink);
    });
    this.#set.y += 3;
  }

  #group(group: PacketForm['document']['groups'][number], files: Map<FrozenItem, ShownFile[]>): void {
    const set = this.#set;
    set.y += 26;
    set.need(keepWithHeading);
    const section = set.part('Sect');
    if (group.title !== '') {
      this.#bookmark(group.title, this.#top);
      this.#write(group.title, styles.group, { as: 'H2', parent: section });
    }
    if (group.line !== '') {
      set.y += 2;
      this.#write(group.line, styles.line, { parent: section });
    }
    set.y += 9;
    if (group.items.length > 0) {
      const list = set.part('L', section);
      for (const [at, item] of group.items.entries())
        this.#item(item, files.get(item) ?? [], { list, isFirst: at === 0 });
      list.end();
    }
    section.end();
  }

  #item(item: FrozenItem, files: ShownFile[], { list, isFirst }: { list: Element; isFirst: boolean }): void {
    const set = this.#set;
    const pieces = this.#pieces(item, files);
    const height = pieces.reduce((sum, piece) => sum + piece.gap + piece.height, 0) + 2 * itemPadding;
    // Short items stay together.
    set.need(Math.min(height, height < (set.bottom - margins.top) / 2 ? height : keepWithHeading));
    const from = set.place;
    if (!isFirst && set.y > margins.top) this.#hairline(set.y);
    set.y += itemPadding;
    const element = set.part('LI', list);
    const body = set.part('LBody', element);
    for (const piece of pieces) {
      set.y += piece.gap;
      piece.draw(body);
    }
    element.end();
    set.y += itemPadding;
    this.#bar(from, { x: set.left + ruleAt, width: 0.9, color: colors.margin });
  }

  #hairline(y: number): void {
    const { doc, left, right } = this.#set;
    this.#set.decorate(() => {
      doc
        .moveTo(left + contentAt, y)
        .lineTo(right, y)
        .lineWidth(0.6)
        .stroke(colors.rule);
    });
  }

  /** A vertical rule from a place to here. */
  #bar(
    from: { page: number; y: number },
    { x, width, color }: { x: number; width: number; color: string },
  ): void {
    const { doc } = this.#set;
    this.#set.decorateBetween(from, this.#set.place, (top, bottom) => {
      doc.moveTo(x, top).lineTo(x, bottom).lineWidth(width).stroke(color);
    });
  }

  #pieces(item: FrozenItem, files: ShownFile[]): Piece[] {
    const { timeZone } = this.#form.document;
    const pictures = files.filter(({ picture }) => picture !== undefined);
    const emoji = item.kind === 'entry' ? item.emoji : undefined;
    return [
      this.#text(item.text, emoji),
      ...(item.kind === 'vouch' && item.statement !== undefined
        ? [this.#quote(item.statement, styles.statement, { as: 'BlockQuote', color: colors['rule-strong'] })]
        : []),
      ...this.#pictureRows(pictures),
      this.#plain(provenanceOf(item, timeZone).join('  ·  '), styles.provenance, 3),
      ...files.map(({ file }) => this.#plain(fileLine(file), styles.file, 1)),
      ...(item.note === undefined
        ? []
        : [this.#quote(item.note, styles.note, { as: 'P', color: colors.primary })]),
    ];
  }

  #text(text: string, emoji: string | undefined): Piece {
    const set = this.#set;
    const x = set.left + contentAt;
    const block = set.blockOf(text, styles.text, set.right - x);
    const draw = () => {
      const sign = set.blockOf(emoji!, styles.emoji, ruleAt).lines[0];
      if (sign) set.line(sign, styles.emoji, { x: set.left, y: set.y });
    };
    return {
      ...{ gap: 0, height: block.height },
      draw: (parent) => set.write(block, { x, as: 'P', parent, ...(emoji !== undefined && { draw }) }),
    };
  }

  #plain(text: string, of: TextStyle, gap: number): Piece {
    const set = this.#set;
    const x = set.left + contentAt;
    const block = set.blockOf(text, of, set.right - x);
    return { gap, height: block.height, draw: (parent) => set.write(block, { x, as: 'P', parent }) };
  }

  #quote(text: string, of: TextStyle, { as, color }: { as: string; color: string }): Piece {
    const set = this.#set;
    const x = set.left + contentAt + 11;
    const block = set.blockOf(text, of, set.right - x);
    return {
      ...{ gap: 6, height: block.height },
      draw: (parent) => {
        set.need(of.leading);
        const from = set.place;
        const around = as === 'P' ? undefined : set.part(as, parent);
        set.write(block, { x, as: 'P', parent: around ?? parent });
        around?.end();
        this.#bar(from, { x: x - 10, width: 1.6, color });
      },
    };
  }

  /** Two pictures in a row. */
  #pictureRows(files: ShownFile[]): Piece[] {
    const set = this.#set;
    const rows = Array.from({ length: Math.ceil(files.length / 2) }, (_, row) =>
      files.slice(row * 2, row * 2 + 2),
    );
    return rows.map((row) => {
      const sizes = row.map(({ picture }) => fitted(picture!, pictureBox));
      const height = Math.max(...sizes.map((size) => size.height));
      const draw = (parent: Element) => {
        set.need(height);
        let x = set.left + contentAt;
        for (const [at, { file, picture }] of row.entries()) {
          const { width, height } = sizes[at]!;
          const options = { alt: file.name, bbox: [x, set.y, x + width, set.y + height] };
          const figure = set.part('Figure', parent, options);
          const place = { x, y: set.y };
          figure.add(() => {
            set.doc.image(Buffer.from(picture!.bytes), place.x, place.y, { width, height });
          });
          figure.end();
          x += pictureBox.width + pictureGap;
        }
        set.y += height;
      };
      return { gap: pictureGap, height, draw };
    });
  }

  /** What the record says, and what is not shown. */
  #end(): void {
    const set = this.#set;
    const { document, record } = this.#form;
    set.y += 26;
    const notShown = this.#missing.found.map(texts.notShown);
    set.need(record ? 80 : 40);
    this.#hairlineAcross(set.y);
    set.y += 12;
    if (record) {
      const published = dayIn(record.publishedAt, document.timeZone);
      this.#write(pageTexts.recorded(record.issuer.name, record.version, published), styles.record);
      this.#write(pageTexts.notTruth, styles.record);
      this.#link(texts.check, checkAddress(record));
    } else this.#write(texts.draft, styles.record);
    for (const line of notShown) this.#write(line, styles.record);
  }

  #hairlineAcross(y: number): void {
    const { doc, left, right } = this.#set;
    this.#set.decorate(() => {
      doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(colors.rule);
    });
  }

  /** A sentence, and the address that it leads to as a link. */
  #link(sentence: string, address: string): void {
    const set = this.#set;
    set.y += 4;
    this.#write(sentence, styles.record);
    set.link(address, styles.link);
  }

  #footer() {
    const set = this.#set;
    const { title } = this.#form.document;
    return (page: number, pages: number) => {
      const y = set.doc.page.height - margins.bottom + 26;
      const count = texts.page(page, pages);
      const width = set.widthOf(count, styles.footer);
      const first = (block: Block) => block.lines[0] ?? [];
      set.line(first(set.blockOf(count, styles.footer, this.#width)), styles.footer, {
        x: set.right - width,
        y,
      });
      set.line(first(set.blockOf(title, styles.footer, this.#width - width - 30)), styles.footer, {
        x: set.left,
        y,
      });
    };
  }

  #top: PDFKit.PDFOutline | undefined;

  #bookmark(title: string, parent: PDFKit.PDFOutline | undefined): void {
    const { doc, y, page } = this.#set;
    // Counted from the right edge.
    const options = { pageNumber: page, top: Math.max(0, y - 12), left: doc.page.width, expanded: true };
    const item = (parent ?? doc.outline).addItem(title, options);
    this.#top ??= item;
  }

  #write(text: string, of: TextStyle, { as = 'P', parent }: { as?: string; parent?: Element } = {}): void {
    const block = this.#set.blockOf(text, of, this.#width);
    this.#set.write(block, { x: this.#set.left, as, ...(parent && { parent }) });
  }
}
