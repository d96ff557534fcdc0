// The place in a long timeline after a reload, and after Back from a page that is another document.
import type { Page } from '@playwright/test';
import { openTimeline, pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** The topmost entry that is not scrolled out of the window, and where its row begins. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('article')];
    const row = rows.find((article) => article.getBoundingClientRect().bottom > 60);
    const name = row?.textContent.match(/Entry \d+/)?.[0];
    return name && `${name} at ${Math.round(row.getBoundingClientRect().top)}`;
  });

/** Waits until the page has noticed that the user has stopped scrolling. */
const placeIsKept = (page: Page) =>
  page.waitForFunction(() => (history.state as { place?: { top: number } } | null)?.place?.top === scrollY);

test('a reload and Back keep the place in a long current month', async ({ page, person }) => {
  for (let number = 0; number < 45; number += 1)
    await person.addCheckIn(`Entry ${number}: ${'words and more words '.repeat(1 + ((number * 7) % 12))}`);
  await openTimeline(page);
  // Not by the wheel, whose last turn may arrive after the place was kept.
  const scrolled = () =>
    page.evaluate(() => {
      scrollBy(0, 400);
      return scrollY;
    });
  await expect.poll(scrolled, { intervals: [200] }).toBeGreaterThan(3000);
  await placeIsKept(page);
  const before = await placeOf(page);
  await page.reload();
  await pageAnswers(page);
  await expect.poll(() => placeOf(page)).toBe(before);

  await placeIsKept(page);
  await page.goto('/what-is-logbook');
  await page.goBack();
  await pageAnswers(page);
  await expect.poll(() => placeOf(page)).toBe(before);

  // A place that the user has chosen since then takes precedence.
  await page.mouse.wheel(0, -600);
  await expect.poll(() => placeOf(page)).not.toBe(before);
});
