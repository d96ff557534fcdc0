// One visit of a page with an empty cache, and everything that the page fetches and shows in its first seconds: a connection
// of 1.6 Mbit/s with 150 ms latency and a processor 4 times slower, both set through the DevTools protocol.
import type { Browser, Page } from '@playwright/test';
import { countFetched, type Fetched } from '#tests/e2e/support/fetched.ts';
import { cookiesOf, reader, screens, type Screen } from './browser.ts';
import type { Instance } from './instance.ts';

const connection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;
/** By then a page has fetched what it expects to need, in milliseconds (`src/ui/when-idle.ts`). */
const settledMs = 9000;

export type Visit = {
  instance: Instance;
  path: string;
  /** Selector of the content. */
  content: string;
  /** The session's cookies. Without one, the viewer is signed out. */
  cookie: string | undefined;
  /** Default: a phone. */
  screen?: Screen;
  /** What the browser's localStorage contains. */
  stored?: Record<string, string>;
};

/**
 * Times of the first paint, the largest paint and the content; the layout shift; and how long tasks kept the page busy.
 */
export type Paint = {
  first: number;
  largest: number;
  content: number;
  shift: number;
  /** Total blocking time: the part of each task that exceeds 50 ms. */
  blocked: number;
  longest: number;
};

export async function visit(
  browser: Browser,
  { instance, path, content, cookie, screen = 'phone', stored = {} }: Visit,
): Promise<Paint & Fetched> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...reader,
    ...screens[screen],
    storageState: { cookies: [], origins: [{ origin: instance.url, localStorage }] },
  });
  try {
    if (cookie !== undefined) await context.addCookies(cookiesOf(instance, cookie, screen));
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const fetched = await countFetched(devTools);
    await devTools.send('Network.emulateNetworkConditions', connection);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch, content);
    await page.goto(`${instance.url}${path}`, { waitUntil: 'networkidle', timeout: 60_000 });
    const openedAt = await page.evaluate(() => performance.timeOrigin);
    const paint = await paintOf(page);
    await page.waitForFunction((ms) => performance.now() > ms, settledMs);
    await page.waitForLoadState('networkidle');
    return { ...paint, ...fetched(openedAt) };
  } finally {
    await context.close();
  }
}

type Watched = { painted?: Paint };

/** Runs in the page before any of its scripts. `content`: the selector of the content. */
export function watch(content: string): void {
  const painted = { first: 0, largest: 0, content: 0, shift: 0, blocked: 0, longest: 0 };
  (globalThis as Watched).painted = painted;
  const look = (kind: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type: kind,
      buffered: true,
    });
  look('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted.first = startTime;
  });
  look('largest-contentful-paint', ({ startTime }) => (painted.largest = startTime));
  look('layout-shift', (entry) => (painted.shift += (entry as PerformanceEntry & { value: number }).value));
  look('longtask', ({ duration }) => {
    painted.blocked += Math.max(0, duration - 50);
    painted.longest = Math.max(painted.longest, duration);
  });
  // The content is painted one frame after it appears in the document.
  let isPresent = false;
  requestAnimationFrame(function frame(at) {
    if (isPresent) painted.content = at;
    else {
      isPresent = document.querySelector(content) !== null;
      requestAnimationFrame(frame);
    }
  });
}

export function paintOf(page: Page): Promise<Paint> {
  return page.evaluate(() => (globalThis as Watched).painted!);
}
