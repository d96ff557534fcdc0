// Scrolls through a long timeline and checks which rows appear, how many are rendered, and how long tasks take.
import { expect, type Page } from '@playwright/test';

// A quiet machine measures at most 45 ms. On a slower or busy one, dozens of the thousands of tasks take up to 80 ms
// although the page does the same work: a virtual machine's CPU time includes time that its host gave to others.
const longTaskMs = 50;
const maxLongTasks = 50;
const longestTaskMs = 150;
const maxRows = 400;

type Walk = { seen: number[]; maxRows: number; problems: string[] };
/** Times are in microseconds. `tdur` is the thread's CPU time. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Scrolls from top to bottom, one step at a time. Each step waits until the rows in view are rendered. */
function walk(page: Page): Promise<Walk> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const problems: string[] = [];
    const seen = new Set<number>();
    // Each row is read once, so that the walk itself hardly adds to the tasks that are measured.
    const numbersOfRows = new WeakMap<Element, number>();
    const numberOf = (row: Element) => {
      const known = numbersOfRows.get(row);
      if (known !== undefined) return known;
      const number = Number.parseInt(row.querySelector('.text-entry')?.textContent ?? '');
      numbersOfRows.set(row, number);
      return number;
    };
    let maxRows = 0;
    const inView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const gaps = () => [
      ...document.querySelectorAll('section [aria-hidden=true]:empty, details [aria-hidden=true]:empty'),
    ];
    const isRendered = () => !gaps().some((gap) => (gap as HTMLElement).style.height !== '' && inView(gap));
    scrollTo(0, 0);
    let framesWaited = 0;
    for (;;) {
      await frame();
      if (!isRendered()) {
        if (++framesWaited > 1200)
          return { seen: [...seen], maxRows, problems: [...problems, `no rows at ${scrollY}`] };
        continue;
      }
      framesWaited = 0;
      const rows = [...document.querySelectorAll('article')];
      const numbers = rows.map((row) => numberOf(row));
      maxRows = Math.max(maxRows, rows.length);
      numbers.forEach((number, index) => {
        const above = numbers[index - 1];
        if (above !== undefined && number >= above) problems.push(`${number} is below ${above}`);
        if (inView(rows[index]!)) seen.add(number);
      });
      const before = scrollY;
      scrollBy(0, innerHeight * 0.7);
      if (scrollY === before) return { seen: [...seen], maxRows, problems };
    }
  });
}

/** Flings up: scrolls in every frame, rendered or not. Returns the maximum number of rows at any time. */
function fling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let max = 0;
    for (let before = -1; scrollY > 0 && scrollY !== before;) {
      before = scrollY;
      scrollBy(0, -900);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      max = Math.max(max, document.getElementsByTagName('article').length);
    }
    return max;
  });
}

/**
 * Runs `work` and expects that hardly any main-thread task of the page uses more than 50 ms of CPU time, and none far
 * more, according to Chromium's trace. The `longtask` observer would measure wall-clock time, which on a busy machine
 * includes other programs.
 */
async function withShortTasks<Result>(
  page: Page,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
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
  expect(Math.max(...tasks), 'the trace contains tasks').toBeGreaterThan(0);
  const long = tasks.filter((ms) => ms > longTaskMs).sort((a, b) => b - a);
  const found = `tasks over ${longTaskMs} ms, ${what}: ${long.join(', ')}`;
  expect(long.length, found).toBeLessThanOrEqual(maxLongTasks);
  expect(long[0] ?? 0, found).toBeLessThanOrEqual(longestTaskMs);
  return result;
}

/** Opens every month and scrolls through all entries: newest first, none missing, short tasks. */
export async function openAndScrollThroughAll(page: Page, count: number): Promise<void> {
  await page.locator('details > summary').first().waitFor();
  const months = await page.locator('details > summary').all();
  // The page still reads counts and the past year after its first rows; that is not what is measured here.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await withShortTasks(page, 'opening every month', async () => {
    // By key: the month above may still be growing, and a summary that moves during a click is not clicked.
    for (const month of months) await month.press('Enter');
  });
  // A month renders shortly after the click. Scrolling earlier would miss its rows.
  await expect(page.locator('details[open] > :not(summary)')).toHaveCount(months.length);
  await scrollThroughAll(page, count);
}

/** Scrolls through all entries of a timeline without collapsed months. */
export async function scrollThroughAll(page: Page, count: number): Promise<void> {
  const down = await withShortTasks(page, 'scrolling down', () => walk(page));
  expect(down.problems).toEqual([]);
  expect(down.maxRows).toBeLessThanOrEqual(maxRows);
  expect(down.seen.length).toBe(count);
  expect(down.seen, 'newest first, none missing').toEqual(
    Array.from({ length: count }, (_, index) => count - index),
  );
  expect(await withShortTasks(page, 'flinging up', () => fling(page))).toBeLessThanOrEqual(maxRows);
}
