// The picture of a credential: its seal, the work, the day and the issuer on ledger paper. It has the size of pictures in link
// previews. Its ground is opaque, so it is readable on pages of any color.
import { light as colors } from '#platform/colors/colors.ts';
import { language } from '#platform/text/language.ts';
import { previewSize } from '#platform/text/preview-drawing.ts';
import { escapeHtml } from '#platform/text/escape-html.ts';
import { carrierTexts as texts } from '../../carrier-texts.ts';
import type { Claim } from '../../claim-rules.ts';
import { badgeText } from './badge-text.ts';
import { OutlinedText, type OutlinedStyle } from './outlined-text.ts';

const { width, height } = previewSize;
/** Of the text, from the side at which lines begin. */
const begin = 176;
const inner = width - begin - 72;
/** The left edge of a box of this width, whose distance from the side at which lines begin is `offset`. */
const fromStart = (offset: number, of: number) =>
  language.direction === 'rtl' ? width - offset - of : offset;
const left = fromStart(begin, inner);
const sealSize = 32 * 2.4;

const style = (
  face: OutlinedStyle['face'],
  size: number,
  leading: number,
  color: string,
  direction: OutlinedStyle['direction'] = language.direction,
) => ({ face, size, leading, color, direction });
const styles = {
  of: style('regular', 34, 42, colors['ink-2']),
  confirmed: style('bold', 38, 46, colors.primary),
  by: style('regular', 30, 36, colors['ink-2']),
  recorded: style('regular', 26, 32, colors['ink-3']),
} as const;
/** The largest in which the name of the work fits its lines. */
const nameStyles = [
  { lines: 2, ...style('bold', 76, 84, colors.ink, 'auto') },
  { lines: 3, ...style('bold', 56, 62, colors.ink, 'auto') },
  { lines: 4, ...style('bold', 42, 48, colors.ink, 'auto') },
] as const;

/** The drawing as SVG. It has no text except its title. */
export function badgeDrawing(claim: Claim): string {
  const { name, owner, day, reference, domain, issuer } = claim;
  const text = badgeText(claim);
  const outlined = new OutlinedText(text);
  const nameStyle =
    nameStyles.find((candidate) => outlined.linesOf(name, candidate, inner) <= candidate.lines) ??
    nameStyles[2];
  const one = (y: number) => ({ x: left, y, width: inner, lines: 1 });
  const drawn = [
    outlined.draw(texts.of(owner), styles.of, {
      ...one(113),
      x: fromStart(begin + 100, inner - 100),
      width: inner - 100,
    }),
    outlined.draw(name, nameStyle, { ...one(168 + nameStyle.size), lines: nameStyle.lines }),
    outlined.draw(texts.confirmed(day), styles.confirmed, one(430)),
    outlined.draw(texts.by({ reference, domain }), styles.by, { ...one(472), lines: 2 }),
    outlined.draw(texts.recorded(issuer.name, new URL(issuer.url).host), styles.recorded, one(588)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${xmlText(text)}</title><rect width="${width}" height="${height}" fill="${colors.paper}"/><path d="M0 148h${width}M0 548h${width}" stroke="${colors.rule}" stroke-width="2"/><path d="M${fromStart(112, 0)} 0v${height}" stroke="${colors.margin}" stroke-width="4"/><path d="M${left} 372h${inner}M${left} 380h${inner}" stroke="${colors.primary}" stroke-width="3"/><g transform="translate(${fromStart(begin, sealSize)} 62) scale(2.4)" fill="none" stroke="${colors.primary}"><circle cx="16" cy="16" r="14.75" stroke-width="1.5"/><circle cx="16" cy="16" r="11.25"/><path d="m10.75 16.5 3.6 3.6 7-8" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"/></g>${drawn.join('')}</svg>`;
}

/** What XML 1.0 does not permit, even escaped. */
const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const xmlText = (text: string): string => escapeHtml(text.toWellFormed().replaceAll(notXml, '\u{fffd}'));
