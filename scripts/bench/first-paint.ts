// How soon a slow phone shows something, and the content: Chromium with an empty cache, a line of 1.6 Mbit/s and 150 ms, and
// a processor 4 times slower, all set by its DevTools protocol.
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserOptions } from '../../tests/e2e/support/browser-options.ts';
import type { Filled } from './filled.ts';
import { atMost, type Row } from './report.ts';

const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slower = 4;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

type Case = {
  name: string;
  path: string;
  /** What counts as the content. */
  content: string;
  signedIn: boolean;
  bounds: { aim: number; floor: number };
};

/** In milliseconds. */
const cases: Case[] = [
  {
    name: 'sign-in',
    path: '/auth',
    content: 'input[name=password]',
    signedIn: false,
    bounds: { aim: 1200, floor: 1600 },
  },
  { name: 'guest page', path: '/', content: 'h1', signedIn: false, bounds: { aim: 1200, floor: 1600 } },
  {
    name: 'dashboard',
    path: '/',
    content: '[data-entry]',
    signedIn: true,
    bounds: { aim: 2000, floor: 2600 },
  },
];

/** When something was painted first, when the largest part, and when the content; and how far things moved. */
type Paint = { first: number; largest: number; content: number; shift: number };

export async function firstPaintRows(filled: Filled, rounds: number): Promise<Row[]> {
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    const rows: Row[] = [];
    for (const one of cases) {
      const paints: Paint[] = [];
      for (let round = 0; round < rounds; round += 1) paints.push(await measure(browser, filled, one));
      rows.push(rowOf(one, paints));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, { instance, reader }: Filled, one: Case): Promise<Paint> {
  const { locale = '', timezoneId = '' } = browserOptions;
  const context = await browser.newContext({ ...phone, locale, timezoneId });
  try {
    if (one.signedIn) {
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
    await devTools.send('Network.emulateNetworkConditions', line);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(watch, one.content);
    await page.goto(`${instance.url}${one.path}`, { waitUntil: 'networkidle', timeout: 60_000 });
    return await read(page);
  } finally {
    await context.close();
  }
}

type Watched = { painted?: Paint };

/** Runs in the page, before anything of it. */
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
  // A frame after the one in which it is there: then it is painted.
  let there = false;
  requestAnimationFrame(function frame(at) {
    if (there) painted.content = at;
    else {
      there = document.querySelector(content) !== null;
      requestAnimationFrame(frame);
    }
  });
}

function read(page: Page): Promise<Paint> {
  return page.evaluate(() => (globalThis as Watched).painted!);
}

function rowOf({ name, bounds }: Case, paints: Paint[]): Row {
  const median = (part: keyof Paint) =>
    paints.map((paint) => paint[part]).toSorted((a, b) => a - b)[Math.floor(paints.length / 2)]!;
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const content = median('content');
  return {
    name: `${name} on a slow phone, content painted`,
    ours: `${seconds(content)} s`,
    reference: `first ${seconds(median('first'))}, largest ${seconds(median('largest'))}, shift ${median('shift').toFixed(3)}`,
    ratio: null,
    aim: `${seconds(bounds.aim)} s`,
    floor: `${seconds(bounds.floor)} s`,
    verdict: atMost(content, bounds),
    details: paints,
  };
}
