// Scrolling through ten thousand entries on a slow phone: how long a frame takes, and how often a step shows rows that are
// not rendered yet.
import type { Page } from '@playwright/test';
import { workLog } from '#tests/e2e/support/work-log.ts';
import { inBrowser, slowProcessor } from './browser.ts';
import type { Instance } from './instance.ts';
import { atMost, type Row } from './report.ts';
import { writeEntries } from './seed.ts';

const count = 10_000;
const slowdown = 4;
const bounds = { frame: { aim: 50, floor: 100 }, blank: { aim: 5, floor: 10 } };

type Walk = { frames: number[]; blank: number; longTasks: number };

/** Scrolls down from the top by 0.7 of the viewport height in every frame, without waiting. */
function walk(page: Page, most: number): Promise<Walk> {
  return page.evaluate(async (mostSteps) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let longTasks = 0;
    const observer = new PerformanceObserver((list) => void (longTasks += list.getEntries().length));
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
      scrollBy(0, innerHeight * 0.7);
      if (scrollY === before) waits++;
      else {
        waits = 0;
        if (isBlank()) blank++;
      }
      const now = await frame();
      if (waits === 0) frames.push(now - last);
      last = now;
    }
    observer.disconnect();
    return { frames, blank, longTasks };
  }, most);
}

export async function scrollRows(instance: Instance, quick: boolean): Promise<Row[]> {
  const person = await instance.signUpSettled('scroller');
  const log = workLog().map(({ content }) => content);
  await instance.asOwner((owner) => writeEntries(owner, person.id, log, count));
  return inBrowser(async (open) => {
    const rows: Row[] = [];
    const page = await (await open(instance, person, true)).newPage();
    await page.goto('/');
    await page.locator('details > summary').first().waitFor();
    await slowProcessor(page, slowdown);
    const months = await page.locator('details > summary').all();
    await page.evaluate(async () => {
      for (const summary of document.querySelectorAll<HTMLElement>('details > summary')) {
        summary.click();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await page.waitForFunction(
      (all) => document.querySelectorAll('details[open] > :not(summary)').length === all,
      months.length,
    );
    rows.push(...rowsOf('opened months', await walk(page, quick ? 300 : 5000)));
    await page.goto('/?from=1900-01-01');
    await page.getByText('entries found').first().waitFor();
    rows.push(...rowsOf('found entries', await walk(page, quick ? 300 : 5000)));
    return rows;
  });
}

function rowsOf(name: string, { frames, blank, longTasks }: Walk): Row[] {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p99, longest] = [at(0.99), at(1)];
  const share = (blank / frames.length) * 100;
  const details = { steps: frames.length, blank, longTasks, p50: at(0.5), p90: at(0.9), p99, longest };
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
    row('steps with blank rows', `${share.toFixed(1)} %`, atMost(share, bounds.blank), bounds.blank),
  ];
}
