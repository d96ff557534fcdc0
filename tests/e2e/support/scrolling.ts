// Going through a long timeline: what was seen on the way, how many rows stood there, and how long the page was held up.
import { expect, type Page } from '@playwright/test';

const longestTaskMs = 50;
const mostRows = 400;

type Walk = { seen: number[]; mostRows: number; faults: string[] };
/** Times in microseconds; `tdur` is what the thread itself needed. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Scrolls from the top to the end, a step as soon as the rows of the one before stand there. */
function walk(page: Page): Promise<Walk> {
  return page.evaluate(async () => {
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const faults: string[] = [];
    const seen = new Set<number>();
    let mostRows = 0;
    const inView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const gaps = () => [
      ...document.querySelectorAll('section [aria-hidden=true]:empty, details [aria-hidden=true]:empty'),
    ];
    const standing = () => !gaps().some((gap) => (gap as HTMLElement).style.height !== '' && inView(gap));
    scrollTo(0, 0);
    let waited = 0;
    for (;;) {
      await frame();
      if (!standing()) {
        if (++waited > 1200)
          return { seen: [...seen], mostRows, faults: [...faults, `no rows at ${scrollY}`] };
        continue;
      }
      waited = 0;
      const rows = [...document.querySelectorAll('article')];
      const numbers = rows.map((row) => Number.parseInt(row.querySelector('.text-entry')?.textContent ?? ''));
      mostRows = Math.max(mostRows, rows.length);
      numbers.forEach((number, index) => {
        const above = numbers[index - 1];
        if (above !== undefined && number >= above) faults.push(`${number} stands under ${above}`);
        if (inView(rows[index]!)) seen.add(number);
      });
      const before = scrollY;
      scrollBy(0, innerHeight * 0.7);
      if (scrollY === before) return { seen: [...seen], mostRows, faults };
    }
  });
}

/** As somebody flings through it: further in every frame, whatever stands there. Gives the most rows at any time. */
function fling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let most = 0;
    for (let before = -1; scrollY > 0 && scrollY !== before;) {
      before = scrollY;
      scrollBy(0, -900);
      await new Promise((go) => requestAnimationFrame(go));
      most = Math.max(most, document.getElementsByTagName('article').length);
    }
    return most;
  });
}

/**
 * Runs something in the page and expects that none of its main thread's tasks needs more than 50 ms of processor time.
 * Chromium's trace tells that; the `longtask` observer goes by the clock on the wall, which on a busy machine counts what
 * other programs do.
 */
async function smooth<Result>(page: Page, what: string, work: () => Promise<Result>): Promise<Result> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const result = await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = trace.traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const tasks = trace.traceEvents
    .filter(({ name, pid, tid }) => {
      return name.endsWith('RunTask') && mains.some((main) => main.pid === pid && main.tid === tid);
    })
    .map(({ tdur = 0 }) => Math.round(tdur / 1000));
  expect(Math.max(...tasks), 'the trace holds the tasks').toBeGreaterThan(0);
  expect(
    tasks.filter((ms) => ms > longestTaskMs),
    `tasks over ${longestTaskMs} ms, ${what}`,
  ).toEqual([]);
  return result;
}

/** Every month opened, everything scrolled through: newest first, none left out, and nothing held up. */
export async function goThroughAll(page: Page, count: number): Promise<void> {
  await page.locator('details > summary').first().waitFor();
  const months = await page.locator('details > summary').all();
  await smooth(page, 'opening every month', async () => {
    for (const month of months) await month.click();
  });
  // A month is drawn a moment after it was pressed; one that is not there yet would be walked past.
  await expect(page.locator('details[open] > :not(summary)')).toHaveCount(months.length);
  await scrollThroughAll(page, count);
}

/** The same where nothing has to be opened. */
export async function scrollThroughAll(page: Page, count: number): Promise<void> {
  const whole = await smooth(page, 'scrolling down', () => walk(page));
  expect(whole.faults).toEqual([]);
  expect(whole.mostRows).toBeLessThanOrEqual(mostRows);
  expect(whole.seen.length).toBe(count);
  expect(whole.seen, 'newest first, none left out').toEqual(
    Array.from({ length: count }, (_, index) => count - index),
  );
  expect(await smooth(page, 'flinging up', () => fling(page))).toBeLessThanOrEqual(mostRows);
}
