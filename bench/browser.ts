// Real Chromium on a running instance: measures how long a user waits, not the server's throughput.
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { browserOptions } from '#tests/e2e/support/browser-options.ts';
import type { Instance, Person } from './instance.ts';

const tablet = { width: 1280, height: 800 };

/** Runs work in a new browser and closes it afterwards. */
export async function inBrowser<Result>(
  work: (
    open: (instance: Instance, person: Person, phone?: boolean) => Promise<BrowserContext>,
  ) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    return await work(async (instance, person, phone = false) => {
      const context = await browser.newContext({
        baseURL: instance.url,
        locale: 'en-US',
        timezoneId: 'Europe/Vienna',
        ...(phone
          ? { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
          : { viewport: tablet }),
      });
      await context.addCookies(cookiesOf(instance, person));
      return context;
    });
  } finally {
    await browser.close();
  }
}

function cookiesOf(instance: Instance, person: Person) {
  return person.cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url: instance.url };
  });
}

/** Slows the page's processor down by the factor `times`. */
export async function slowProcessor(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return session;
}
