// Long texts without spaces, and what they cost to lay out, in processor time of the page.
import type { Page } from '@playwright/test';

/** Repeats a part up to a length. */
export const fill = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

export const spacedPart = 'Shipped the release. ';
/** Letters that the font moves together, joins or combines, and scripts whose lines break by a dictionary. */
export const unbrokenParts: Record<string, string> = {
  'one letter': 'x',
  'a line': '_',
  'kerned pairs': 'AVAToWaYe',
  ligatures: 'fifflffi',
  'combined letters': 'e\u0301',
  'a token': 'bG9nYm9vaw',
  Thai: 'วันนี้ฉันได้ส่งมอบงานให้ทีมแล้ว',
  Khmer: 'ខ្ញុំបានបញ្ចប់ការងារ',
};

/** A text without spaces costs at most this many times as much as one with spaces. */
export const timesAsMuch = 5;
export const frameMs = 16;

/** Returns a function that resolves with the time that the page has spent on layout, in milliseconds. */
export async function layoutTimeOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutDuration')!.value * 1000;
  };
}
