// Drives Debian's Firefox over WebDriver BiDi.
import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import type { BrowserWindow, Engine } from './engine.ts';
import { findInPage, type PageQuery, type Purpose } from './find.ts';

const viewport = { width: 1280, height: 900 };
const count: Purpose = 'count';

export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: viewport,
  });
  return {
    async openProfile() {
      const context = await browser.createBrowserContext();
      return {
        openWindow: async () => windowOf(await context.newPage({ type: 'window' })),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

function windowOf(page: Page): BrowserWindow {
  async function act(
    query: PageQuery,
    purpose: Purpose,
    action: (element: ElementHandle<HTMLInputElement>) => Promise<void>,
  ): Promise<boolean> {
    const found = (await page.evaluateHandle(findInPage, query, purpose)).asElement();
    if (!found) return false;
    await action(found as ElementHandle<HTMLInputElement>);
    await found.dispose();
    return true;
  }
  return {
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    evaluate: (expression) => page.evaluate(expression),
    count: async (query) => Number(await page.evaluate(findInPage, query, count)),
    click: (query) => act(query, 'click', (element) => element.click()),
    fill: (query, text) =>
      act(query, 'fill', async (element) => {
        await element.evaluate((field) => field.select());
        if (text === '') await page.keyboard.press('Delete');
        else await element.type(text);
      }),
    upload: (query, paths) => act(query, 'upload', (element) => element.uploadFile(...paths)),
    pressEscape: () => page.keyboard.press('Escape'),
    screenshot: () => page.screenshot(),
  };
}
