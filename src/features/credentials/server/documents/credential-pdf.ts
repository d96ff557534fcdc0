// A credential as a tagged PDF, with the credential attached.
import { light as colors } from '#platform/colors/colors.ts';
import { FontBook } from '#platform/pdf/font-book.ts';
import { MissingCharacters } from '#platform/pdf/missing-characters.ts';
import { margins, style, Typesetter, type TextStyle } from '#platform/pdf/typesetter.ts';
import { language } from '#platform/text/language.ts';
import { carrierTexts as texts } from '../../carrier-texts.ts';
import type { Claim } from '../../claim-rules.ts';

const styles = {
  title: style('bold', 25, 31, colors.ink),
  about: style('regular', 10.5, 16, colors['ink-2'], language.direction),
  heading: style('bold', 11, 16.5, colors.ink, language.direction),
  text: style('regular', 11, 16.5, colors.ink),
  statement: style('serif', 13, 18.5, colors.ink),
  meaning: style('regular', 9, 13.5, colors['ink-2']),
  note: style('regular', 9, 13.5, colors['ink-2'], language.direction),
  link: style('bold', 9, 13.5, colors.primary, language.direction),
  footer: style('regular', 8, 11, colors['ink-3'], language.direction),
};
/** A heading stays with at least so much of what follows. */
const keepWithHeading = 60;

export type PdfParts = {
  claim: Claim;
  /** The signed credential. */
  json: string;
  /** When it was issued, as an instant. */
  issued: string;
  /** Where credentials are checked. */
  verifyAddress: string;
  /** Of the proof. Null if the vouch is not public. */
  address: string | null;
};

export function credentialPdf({ claim, json, issued, verifyAddress, address }: PdfParts): Promise<Buffer> {
  const missing = new MissingCharacters();
  const created = new Date(issued);
  const { name, owner, day, reference, domain, issuer, statement } = claim;
  const set = new Typesetter({
    paper: 'A4',
    info: { title: name, author: owner ?? '', creator: issuer.name, language: language.tag, created },
    book: new FontBook(json),
    missing,
  });
  const write = (text: string, of: TextStyle, as = 'P') =>
    set.write(set.blockOf(text, of, set.width), { as });
  const heading = (text: string) => {
    set.y += 20;
    set.need(keepWithHeading);
    write(text, styles.heading, 'H2');
    set.y += 3;
  };

  write(name, styles.title, 'H1');
  set.y += 5;
  write(texts.of(owner), styles.about);
  set.y += 11;
  closingRule(set);
  set.y += 12;
  write(`${texts.confirmed(day)} ${texts.by({ reference, domain })}`, styles.about);
  set.y += 14;
  write(claim.text, styles.text);
  if (statement !== null) {
    heading(texts.pdf.statement);
    write(statement, styles.statement);
  }
  if (claim.files.length > 0) {
    heading(texts.pdf.files);
    for (const file of claim.files) write(`${file.name}, ${file.about}`, styles.note);
  }
  heading(texts.pdf.means);
  write(claim.meaning, styles.meaning);
  heading(texts.pdf.check);
  write(texts.pdf.signed, styles.note);
  for (const { name: script, count } of missing.found)
    write(texts.pdf.notShown({ name: script, count }), styles.note);
  set.link(verifyAddress, styles.link);
  if (address !== null) {
    write(texts.pdf.online, styles.note);
    set.link(address, styles.link);
  }
  set.doc.file(Buffer.from(json), {
    ...{ name: 'vouch.json', type: 'application/vc+ld+json', description: texts.pdf.attachment },
    ...{ relationship: 'Source', creationDate: created },
  });
  return set.finish((page, pages) => {
    const y = set.doc.page.height - margins.bottom + 26;
    const [line = []] = set.blockOf(texts.pdf.page(page, pages), styles.footer, set.width).lines;
    set.line(line, styles.footer, { x: set.left, y });
  });
}

/** The double rule of what is closed and recorded. */
function closingRule(set: Typesetter): void {
  const { doc, left, right, y } = set;
  set.decorate(() => {
    for (const row of [y, y + 2.6]) doc.moveTo(left, row).lineTo(right, row);
    doc.lineWidth(0.9).stroke(colors.ink);
  });
  set.y += 3;
}
