// Long text without spaces costs about as much to type and to show as text with spaces: no style of a field or of a text
// makes the browser lay out the whole text again for each line. Measured in processor time of the page.
import type { Locator, Page } from '@playwright/test';
import { openDialog, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const length = 9900;
const fill = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const spaced = fill('Shipped the release. ');
/** Letters that the font moves together, joins or combines. */
const unbroken: Record<string, string> = {
  'one letter': fill('x'),
  'a line': fill('_'),
  'kerned pairs': fill('AVAToWaYe'),
  ligatures: fill('fifflffi'),
  'combined letters': fill('e\u0301'),
  'a token': fill('bG9nYm9vaw'),
};
const timesAsMuch = 5;
const keyMs = 16;

async function processorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutDuration')!.value * 1000;
  };
}

/** Layout time per key at the end of a text, in milliseconds: the best of three. */
async function perKey(field: Locator, text: string, layoutTime: () => Promise<number>) {
  await field.fill(text);
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await field.press('End');
    const before = await layoutTime();
    await field.press('x');
    times.push((await layoutTime()) - before);
  }
  return Math.min(...times);
}

test('typing at the end of a long word costs as little as in a text with spaces', async ({
  page,
  person,
}) => {
  await person.addCheckIn('An entry');
  await openTimeline(page);
  const layoutTime = await processorTime(page);
  const field = (await openDialog(page)).getByLabel('What did you do?');
  const usual = await perKey(field, spaced, layoutTime);
  for (const [what, text] of Object.entries(unbroken)) {
    const time = await perKey(field, text, layoutTime);
    expect(time, `${what}, against ${usual} ms`).toBeLessThanOrEqual(Math.max(usual * timesAsMuch, keyMs));
  }
});

test('every kind of text by users shows a long word as quickly as a text with spaces', async ({
  page,
  person,
}) => {
  await person.addCheckIn('An entry');
  await openTimeline(page);
  const places = page.locator('main .bidi-plain, main textarea');
  expect(await places.count()).toBeGreaterThan(0);
  for (const place of await places.all()) {
    const usual = await layoutOf(place, spaced);
    for (const [what, text] of Object.entries(unbroken)) {
      expect(await layoutOf(place, text), `${what}, against ${usual} ms`).toBeLessThanOrEqual(
        Math.max(usual * timesAsMuch, 2 * keyMs),
      );
    }
  }
});

/** Time to lay out a text in an element, in milliseconds: the best of three. */
function layoutOf(place: Locator, text: string): Promise<number> {
  return place.evaluate((element, shown) => {
    const times = Array.from({ length: 3 }, () => {
      element.textContent = '';
      element.getBoundingClientRect();
      const before = performance.now();
      element.textContent = shown;
      element.getBoundingClientRect();
      return performance.now() - before;
    });
    return Math.min(...times);
  }, text);
}
