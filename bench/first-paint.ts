// The first seconds of a page on a slow phone, and everything that it fetches in them: Chromium with an empty cache, a
// connection of 1.6 Mbit/s with 150 ms latency, and a processor 4 times slower, all set through the DevTools protocol.
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { browserOptions } from '#tests/e2e/support/browser-options.ts';
import type { Filled } from './filled.ts';
import { bounded } from './figures.ts';
import { publish, slug } from './public-pages.ts';
import { atMost, type Row } from './report.ts';
import { median } from './rounds.ts';

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
  bounds: Bounds;
  /** Of all scripts in the first seconds, in kB of 1000 bytes. Only for pages with the app. */
  scripts?: Bounds;
};

type Bounds = { aim: number; floor: number };

/** The length of the first seconds in milliseconds, prefetching included. */
const firstMs = 3000;
/** Bounds of every page with the app. */
const appBounds = {
  requests: { aim: 25, floor: 30 },
  files: { aim: 12, floor: 12 },
  blocked: { aim: 150, floor: 400 },
  longest: { aim: 120, floor: 250 },
};

/** In milliseconds. */
const cases: Case[] = [
  {
    name: 'sign-in',
    path: '/auth',
    content: 'input[name=password]',
    signedIn: false,
    measured: 'largest',
    bounds: { aim: 1200, floor: 1600 },
    scripts: { aim: 85, floor: 95 },
  },
  {
    name: 'guest page',
    path: '/',
    content: 'h1',
    signedIn: false,
    measured: 'largest',
    bounds: { aim: 1200, floor: 1600 },
    scripts: { aim: 150, floor: 150 },
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
    bounds: { aim: 700, floor: 1200 },
    scripts: { aim: 150, floor: 150 },
  },
  {
    name: 'settings',
    path: '/profile',
    content: 'h1',
    signedIn: true,
    measured: 'content',
    bounds: { aim: 2600, floor: 3200 },
    scripts: { aim: 150, floor: 165 },
  },
];

/**
 * Times of the first paint, the largest paint and the content; the layout shift; and how long tasks kept the page busy.
 */
type Paint = {
  first: number;
  largest: number;
  content: number;
  shift: number;
  /** Total blocking time: the part of each task that exceeds 50 ms. */
  blocked: number;
  longest: number;
};

/** Of the first seconds. */
type Fetched = { requests: number; files: number; kilobytes: number };

export async function firstPaintRows(filled: Filled, rounds: number): Promise<Row[]> {
  await publish(filled.instance);
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    const rows: Row[] = [];
    for (const testCase of cases) {
      const paints: (Paint & Fetched)[] = [];
      for (let round = 0; round < rounds; round += 1) paints.push(await measure(browser, filled, testCase));
      rows.push(...rowsOf(testCase, paints));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function measure(
  browser: Browser,
  { instance, reader }: Filled,
  testCase: Case,
): Promise<Paint & Fetched> {
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
    const fetched = countFetched(devTools);
    await page.addInitScript(watch, testCase.content);
    await page.goto(`${instance.url}${testCase.path}`, { waitUntil: 'networkidle', timeout: 60_000 });
    return { ...(await read(page)), ...fetched() };
  } finally {
    await context.close();
  }
}

/** Counts what the page requests. The returned function sums up the first seconds. */
function countFetched(devTools: CDPSession): () => Fetched {
  const requests = new Map<string, { at: number; isScript: boolean; bytes: number }>();
  devTools.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    requests.set(requestId, { at: timestamp * 1000, isScript: type === 'Script', bytes: 0 });
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return () => {
    const all = [...requests.values()];
    const early = all.filter(({ at }) => at - all[0]!.at <= firstMs);
    const scripts = early.filter(({ isScript }) => isScript);
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    return { requests: early.length, files: scripts.length, kilobytes: bytes / 1000 };
  };
}

type Watched = { painted?: Paint };

/** Runs in the page before any of its scripts. */
function watch(content: string): void {
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

function read(page: Page): Promise<Paint> {
  return page.evaluate(() => (globalThis as Watched).painted!);
}

function rowsOf({ name, measured, bounds, scripts }: Case, paints: (Paint & Fetched)[]): Row[] {
  const of = (part: keyof Paint | keyof Fetched) => median(paints.map((paint) => paint[part]));
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const time = of(measured);
  const painted: Row = {
    name: `${name} on a slow phone, ${measured === 'content' ? 'content painted' : 'largest paint'}`,
    ours: `${seconds(time)} s`,
    reference: `first ${seconds(of('first'))}, largest ${seconds(of('largest'))}, content ${seconds(of('content'))}`,
    ratio: null,
    aim: `${seconds(bounds.aim)} s`,
    floor: `${seconds(bounds.floor)} s`,
    verdict: atMost(time, bounds),
    details: paints,
  };
  const shift: Row = {
    name: `${name}, layout shift`,
    ours: of('shift').toFixed(4),
    ...{ reference: '', ratio: null, aim: '0.01', floor: '0.01' },
    verdict: atMost(of('shift'), { aim: 0.01, floor: 0.01 }),
  };
  if (!scripts) return [painted, shift];
  return [
    painted,
    shift,
    bounded(`${name}, requests in the first 3 seconds`, of('requests'), '', appBounds.requests),
    bounded(`${name}, scripts in the first 3 seconds`, of('files'), 'files', appBounds.files),
    bounded(`${name}, size of these scripts`, of('kilobytes'), 'kB', scripts),
    bounded(`${name}, blocking time`, of('blocked'), 'ms', appBounds.blocked),
    bounded(`${name}, longest task`, of('longest'), 'ms', appBounds.longest),
  ];
}
