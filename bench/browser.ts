// Real Chromium on a running instance: measures how long a user waits, not the server's throughput.
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { browserOptions } from '#tests/e2e/support/browser-options.ts';
import type { Instance, Person } from './instance.ts';

export const screens = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};
export const reader = { locale: 'en-US', timezoneId: 'Europe/Vienna' };
export type Screen = keyof typeof screens;

/** Runs work in a new browser and closes it afterwards. */
export async function inBrowser<Result>(
  work: (
    open: (instance: Instance, person: Person, screen?: Screen) => Promise<BrowserContext>,
  ) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    return await work(async (instance, person, screen = 'desktop') => {
      const context = await browser.newContext({
        baseURL: instance.url,
        ...reader,
        ...screens[screen],
      });
      await context.addCookies(cookiesOf(instance, person.cookie, screen));
      return context;
    });
  } finally {
    await browser.close();
  }
}

/** The session's cookies, and the one with which a page that was opened before is rendered. */
export function cookiesOf(instance: Instance, cookie: string, screen: Screen) {
  const pointer = screen === 'phone' ? 'touch' : 'mouse';
  const about = `logbook-reader=${encodeURIComponent(`${reader.timezoneId}|${reader.locale}|${pointer}`)}`;
  return [...cookie.split('; '), about].map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: instance.url };
  });
}

/** Slows the page's processor down by the factor `times`. */
export async function slowProcessor(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return session;
}
