// The picture in link previews: text on ledger paper, drawn as outlines.
import { light } from '../colors/colors.ts';
import { outlined } from './outlines.ts';

/** In pixels. */
export const previewSize = { width: 1200, height: 630 } as const;

type Drawn = {
  title: string;
  /** Under the title. */
  line: string | null;
  /** At the bottom. */
  note: string | null;
};
type Line = { text: string; size: number; y: number; color: string };

const { width, height } = previewSize;
const left = 176;
const right = 72;

/** The drawing as SVG, or null if the font lacks a character. Only outlines of the texts are in it. */
export function previewDrawing({ title, line, note }: Drawn): string | null {
  const lines: Line[] = [
    { text: title, size: 104, y: 300, color: light.ink },
    ...(line === null ? [] : [{ text: line, size: 44, y: 378, color: light['ink-2'] }]),
    ...(note === null ? [] : [{ text: note, size: 40, y: 520, color: light.primary }]),
  ];
  const drawn = lines.map(drawLine);
  if (drawn.includes(null)) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${light.paper}"/>
    <path d="M0 118h${width}M0 572h${width}" stroke="${light.rule}" stroke-width="2"/>
    <path d="M112 0v${height}" stroke="${light.margin}" stroke-width="4"/>
    <path d="M${left} 426h${width - left - right}M${left} 434h${width - left - right}" stroke="${light.primary}" stroke-width="3"/>
    ${drawn.join('')}
  </svg>`;
}

/** A long line gets smaller letters. */
function drawLine({ text, size, y, color }: Line): string | null {
  const letters = outlined(text);
  if (!letters) return null;
  const fitting = Math.min(size / 1000, (width - left - right) / Math.max(1, letters.width));
  return `<g transform="translate(${left} ${y}) scale(${fitting.toFixed(5)})" fill="${color}">${letters.paths}</g>`;
}
