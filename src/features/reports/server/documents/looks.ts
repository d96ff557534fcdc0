// How the parts of reports look. Mail clients keep only style attributes, and pages allow only style sheets with a
// known hash, so a report contains each look twice: as a class of a constant style sheet, and in the element.
import { createHash } from 'node:crypto';
import type { CSSProperties } from 'react';
import { dark, light } from '#platform/colors/colors.ts';
import { sans, serif } from '#platform/mail/pieces.tsx';
import { around, endPadding, start, startBorder, startPadding } from '#platform/mail/sides.ts';

const barSteps = [4, 8, 12, 16, 20, 24, 28, 32] as const;
type BarLook = `bar${(typeof barSteps)[number]}`;
const barHeights = Object.fromEntries(
  barSteps.map((height) => [`bar${height}`, { height: `${height}px` }]),
) as Record<BarLook, CSSProperties>;

/** Later looks override earlier ones of the same element. */
const looks = {
  table: { width: '100%', borderCollapse: 'collapse' },
  paper: { margin: '0', padding: '0', background: light.paper },
  edge: { padding: '28px 12px' },
  wide: { maxWidth: '680px', margin: '0 auto' },
  sheet: {
    padding: '32px 36px 24px',
    background: light.sheet,
    border: `1px solid ${light.rule}`,
    color: light.ink,
    textAlign: start,
  },
  eyebrow: { margin: '0 0 4px', font: `650 13px/18px ${sans}`, letterSpacing: '0.03em' },
  title: { margin: '0', font: `760 28px/34px ${sans}`, letterSpacing: '-0.02em' },
  line: { margin: '4px 0 0', font: `400 15px/22px ${sans}` },
  heading: { margin: '28px 0 8px', font: `740 17px/24px ${sans}` },
  sentence: { margin: '0', font: `400 16px/24px ${sans}` },
  note: { margin: '4px 0 0', font: `400 12px/18px ${sans}` },
  remark: { margin: '8px 0 0', font: `400 13px/18px ${sans}` },
  footer: { margin: '28px 0 0', padding: '12px 0 0', borderTop: `1px solid ${light.rule}` },
  above: { marginTop: '24px' },
  below: { marginBottom: '10px' },
  figure: { padding: around(0, 6, 12, 0), borderBottom: `3px double ${light.ink}` },
  number: { font: `740 30px/34px ${sans}`, fontVariantNumeric: 'tabular-nums' },
  label: { font: `600 13px/17px ${sans}` },
  was: { font: `400 12px/17px ${sans}`, fontVariantNumeric: 'tabular-nums' },
  day: { height: '32px', [endPadding]: '6px' },
  bar: { background: light.primary, fontSize: '0' },
  ...barHeights,
  weekday: { [endPadding]: '6px' },
  tick: {
    paddingTop: '4px',
    borderTop: `1px solid ${light.rule}`,
    font: `600 12px/17px ${sans}`,
    fontVariantNumeric: 'tabular-nums',
  },
  check: { width: '24px', padding: '5px 0', font: `700 15px/22px ${sans}`, color: light.primary },
  goal: { padding: '5px 0', font: `600 15px/22px ${sans}`, overflowWrap: 'anywhere' },
  slip: {
    padding: '10px 14px 12px',
    background: light.sunken,
    borderTop: `1px dashed ${light['rule-strong']}`,
    overflowWrap: 'anywhere',
  },
  from: { margin: '0 0 2px', font: `600 13px/18px ${sans}` },
  words: { margin: '0', font: `italic 400 17px/25px ${serif}` },
  gutter: {
    width: '72px',
    padding: around(7, 8, 7, 0),
    font: `600 13px/18px ${sans}`,
    fontVariantNumeric: 'tabular-nums',
  },
  margin: { [startBorder]: `1px solid ${light.margin}`, [startPadding]: '14px' },
  entry: { padding: '6px 0', font: `400 15px/22px ${sans}`, overflowWrap: 'anywhere' },
  next: { borderTop: `1px solid ${light.rule}` },
  strong: { fontWeight: '600' },
  light: { fontWeight: '400' },
  small: { font: `400 13px/18px ${sans}` },
  first: { padding: around(0, 8, 6, 0) },
  second: { padding: around(0, 0, 6, 8) },
  link: { textDecoration: 'underline' },
  soft: { color: light['ink-2'] },
} satisfies Record<string, CSSProperties>;
type Look = keyof typeof looks;

/** The dark theme, for documents that match a selector. */
const darkTheme = (root: string) =>
  Object.entries({
    '.paper': `background:${dark.paper}`,
    '.sheet': `background:${dark.sheet}!important;color:${dark.ink}!important;border-color:${dark.rule}`,
    '.footer,.tick,.next': `border-color:${dark.rule}`,
    '.figure': `border-color:${dark.ink}`,
    '.soft': `color:${dark['ink-2']}`,
    '.slip': `background:${dark.sunken}!important;border-color:${dark['rule-strong']}`,
    '.check': `color:${dark.primary}`,
    '.bar': `background:${dark.primary}`,
    '.margin': `border-color:${dark.margin}`,
  })
    .map(([names, rules]) => `${root} :is(${names}){${rules}!important}`)
    .join('\n');
const phone = `.edge{padding:0!important}.sheet{padding:24px 16px!important;border-width:0!important}
.number{font-size:22px!important}.label,.was,.gutter,.tick{font-size:11px!important}.gutter{width:42px!important}
.tick{letter-spacing:-.02em!important}.first,.second{display:block!important;width:auto!important;padding:0 0 12px!important}`;
const print = `@page{margin:10mm 12mm}.paper,.sheet{background:white!important;color:black!important}
.edge{padding:0!important}.sheet{padding:0!important;border:0!important}.wide{max-width:none!important}
.above{margin-top:16px!important}.heading{margin:18px 0 4px!important}.footer{margin-top:14px!important}
.slip{padding:5px 0 6px!important;background:white!important}.below{margin-bottom:4px!important}
.entry{padding:4px 0!important}.gutter{padding:${around(4, 8, 4, 0)}!important}.bar{print-color-adjust:exact;-webkit-print-color-adjust:exact}
tr,h2{break-inside:avoid}h2{break-after:avoid}body{zoom:.78}`;

/** Contains no characters that HTML would escape. */
export const styleSheet = `:root{color-scheme:light dark}
@media screen{[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}}
${Object.entries(looks).map(ruleOf).join('\n')}
@media screen and (prefers-color-scheme:dark){${darkTheme(':root:not([data-theme])')}}
@media screen{${darkTheme('[data-theme=dark]')}}
@media screen and (max-width:560px){${phone}}
@media print{${print}}`;

/** The source in a content security policy that allows the style sheet. */
export const styleSource = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`;

function ruleOf([name, style]: [string, CSSProperties]): string {
  const declarations = Object.entries(style).map(
    ([property, value]) =>
      `${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${String(value).replaceAll("'", '')}`,
  );
  return `.${name}{${declarations.join(';')}}`;
}

/** Props of an element with these looks, of which later ones override earlier ones. */
export function look(...names: Look[]): { className: string; style: CSSProperties } {
  return { className: names.join(' '), style: Object.assign({}, ...names.map((name) => looks[name])) };
}

/** The look of a bar, for a part of the highest one between 0 and 1. */
export function barLook(part: number): BarLook {
  return `bar${barSteps[Math.max(0, Math.ceil(part * barSteps.length) - 1)]!}`;
}
