// First paint and content paint on a slow phone: Chromium with an empty cache, a connection of 1.6 Mbit/s with 150 ms
// latency, and a processor 4 times slower, all set through the DevTools protocol.
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserOptions } from '../tests/e2e/support/browser-options.ts';
import type { Filled } from './filled.ts';
import { publish, slug } from './public-pages.ts';
import { atMost, type Row } from './report.ts';

const connection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

type Case = {
  name: string;
  path: string;
  /** Selector of the content. */
  content: string;
  signedIn: boolean;
  /** What is compared with the bounds: a page that needs no script is complete with its largest paint. */
  measured: 'content' | 'largest';
  bounds: { aim: number; floor: number };
};

/** In milliseconds. */
const cases: Case[] = [
  {
    name: 'sign-in',
    path: '/auth',
    content: 'input[name=password]',
    signedIn: false,
    measured: 'content',
    bounds: { aim: 1200, floor: 1600 },
  },
  {
    name: 'guest page',
    path: '/',
    content: 'h1',
    signedIn: false,
    measured: 'content',
    bounds: { aim: 1200, floor: 1600 },
  },
  {
    name: 'public page',
    path: `/${slug}`,
    content: 'article',
    signedIn: false,
    measured: 'largest',
    bounds: { aim: 800, floor: 1200 },
  },
  {
    name: 'dashboard',
    path: '/',
    content: '[data-entry]',
    signedIn: true,
    measured: 'content',
    bounds: { aim: 2000, floor: 2600 },
  },
];

/** Times of the first paint, the largest paint and the content; and the layout shift. */
type Paint = { first: number; largest: number; content: number; shift: number };

export async function firstPaintRows(filled: Filled, rounds: number): Promise<Row[]> {
  await publish(filled.instance);
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    const rows: Row[] = [];
    for (const testCase of cases) {
      const paints: Paint[] = [];
      for (let round = 0; round < rounds; round += 1) paints.push(await measure(browser, filled, testCase));
      rows.push(rowOf(testCase, paints));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, { instance, reader }: Filled, testCase: Case): Promise<Paint> {
  const { locale = '', timezoneId = '' } = browserOptions;
  const context = await browser.newContext({ ...phone, locale, timezoneId });
  try {
    if (testCase.signedIn) {
      const pairs = [
        ...reader.cookie.split('; '),
        `logbook-reader=${encodeURIComponent(`${timezoneId}|${locale}|touch`)}`,
      ];
      await context.addCookies(
        pairs.map((pair) => {
          const at = pair.indexOf('=');
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: instance.url };
        }),
      );
    }
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', connection);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch, testCase.content);
    await page.goto(`${instance.url}${testCase.path}`, { waitUntil: 'networkidle', timeout: 60_000 });
    return await read(page);
  } finally {
    await context.close();
  }
}

type Watched = { painted?: Paint };

/** Runs in the page before any of its scripts. */
function watch(content: string): void {
  const painted = { first: 0, largest: 0, content: 0, shift: 0 };
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

function read(page: Page): Promise<Paint> {
  return page.evaluate(() => (globalThis as Watched).painted!);
}

function rowOf({ name, measured, bounds }: Case, paints: Paint[]): Row {
  const median = (part: keyof Paint) =>
    paints.map((paint) => paint[part]).toSorted((a, b) => a - b)[Math.floor(paints.length / 2)]!;
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const time = median(measured);
  return {
    name: `${name} on a slow phone, ${measured === 'content' ? 'content painted' : 'largest paint'}`,
    ours: `${seconds(time)} s`,
    reference: `first ${seconds(median('first'))}, largest ${seconds(median('largest'))}, shift ${median('shift').toFixed(3)}`,
    ratio: null,
    aim: `${seconds(bounds.aim)} s`,
    floor: `${seconds(bounds.floor)} s`,
    verdict: atMost(time, bounds),
    details: paints,
  };
}
