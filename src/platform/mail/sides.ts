// The sides of emails: their programs know no logical properties, so the direction of the language decides here.
import { language } from '../text/language.ts';

const isRtl = language.direction === 'rtl';

/** The side at which lines begin. */
export const start = isRtl ? 'right' : 'left';
export const startBorder = isRtl ? 'borderRight' : 'borderLeft';
export const [startPadding, endPadding] = isRtl
  ? (['paddingRight', 'paddingLeft'] as const)
  : (['paddingLeft', 'paddingRight'] as const);

/** The widths of a margin or padding, clockwise from the top in a language that is read from left to right. */
export const around = (top: number, end: number, bottom: number, begin: number): string =>
  [top, ...(isRtl ? [begin, bottom, end] : [end, bottom, begin])]
    .map((width) => (width === 0 ? '0' : `${width}px`))
    .join(' ');
