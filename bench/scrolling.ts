// Scrolling through ten thousand entries on a slow phone and a slow desktop: how long a frame and the longest task take, and
// how often a step shows rows that are not rendered yet.
import type { Page } from '@playwright/test';
import { pageAnswers } from '#tests/e2e/support/screen.ts';
import { inBrowser, screens, slowProcessor, type Screen } from './browser.ts';
import type { Instance } from './instance.ts';
import { signUpWithLongLog } from './long-log.ts';
import { atMost, type Row } from './report.ts';

export const slowdown = 4;
const bounds = {
  frame: { aim: 50, floor: 100 },
  task: { aim: 100, floor: 150 },
  blank: { aim: 5, floor: 10 },
};

/** `tasks`: the milliseconds of each task that took more than 50. */
type Walk = { frames: number[]; blank: number; tasks: number[] };

/** Scrolls down from the top by 0.7 of the viewport height in every frame, without waiting. */
export function walk(page: Page, most: number): Promise<Walk> {
  return page.evaluate(async (mostSteps) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    /** Whether the viewport shows a placeholder where rows are missing. */
    const isBlank = () => {
      for (let y = 60; y < innerHeight; y += 90) {
        const place = document.elementFromPoint(innerWidth / 2, y)?.closest('[aria-hidden=true]:empty');
        if (place && place.clientHeight > 30) return true;
      }
      return false;
    };
    const frames: number[] = [];
    let blank = 0;
    let last = await frame();
    for (let waits = 0; waits < 60 && frames.length < mostSteps;) {
      const before = scrollY;
      // The frame that was just painted: looking after the scroll would lay the page out in the middle of this one.
      if (waits === 0 && isBlank()) blank++;
      scrollBy(0, innerHeight * 0.7);
      waits = scrollY === before ? waits + 1 : 0;
      const now = await frame();
      if (waits === 0) frames.push(now - last);
      last = now;
    }
    observer.disconnect();
    return { frames, blank, tasks };
  }, most);
}

export async function scrollRows(instance: Instance, quick: boolean): Promise<Row[]> {
  const person = await signUpWithLongLog(instance, 'scroller');
  const steps = quick ? 300 : 5000;
  return inBrowser(async (open) => {
    const rows: Row[] = [];
    for (const screen of Object.keys(screens) as Screen[]) {
      const context = await open(instance, person, screen);
      const page = await context.newPage();
      await page.goto('/');
      await slowProcessor(page, slowdown);
      await openMonths(page);
      rows.push(...walkRows(`opened months, ${screen}`, await walk(page, steps)));
      await page.goto('/?from=1900-01-01');
      await page.getByText('entries found').first().waitFor();
      rows.push(...walkRows(`found entries, ${screen}`, await walk(page, steps)));
      await context.close();
    }
    return rows;
  });
}

/** Opens all months of the timeline. */
export async function openMonths(page: Page): Promise<void> {
  await page.locator('details > summary').first().waitFor();
  await pageAnswers(page);
  // The older months follow the first dozen.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const months = await page.evaluate(async () => {
    const summaries = document.querySelectorAll<HTMLElement>('details > summary');
    for (const summary of summaries) {
      summary.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return summaries.length;
  });
  await page.waitForFunction(
    (all) => document.querySelectorAll('details[open] > :not(summary)').length === all,
    months,
  );
}

export function walkRows(name: string, { frames, blank, tasks }: Walk): Row[] {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p99, longest] = [at(0.99), Math.max(0, ...tasks)];
  const share = (blank / frames.length) * 100;
  const details = { steps: frames.length, blank, tasks, p50: at(0.5), p90: at(0.9), p99, longest: at(1) };
  const row = (what: string, ours: string, verdict: Row['verdict'], { aim, floor }: typeof bounds.frame) => ({
    name: `${name}, processor ${slowdown} times slower: ${what}`,
    ours,
    reference: '',
    ratio: null,
    aim: `${aim}`,
    floor: `${floor}`,
    verdict,
    details,
  });
  return [
    row('frame, p99', `${p99.toFixed(0)} ms`, atMost(p99, bounds.frame), bounds.frame),
    row(
      'longest task',
      longest === 0 ? 'under 50 ms' : `${longest.toFixed(0)} ms`,
      atMost(longest, bounds.task),
      bounds.task,
    ),
    row('steps with blank rows', `${share.toFixed(1)} %`, atMost(share, bounds.blank), bounds.blank),
  ];
}
