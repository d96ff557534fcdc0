// Chromium confirms that requests are intercepted before the open page knows it, so a key pressed right after
// `page.route` could still reach the server: in 6 of 343 attempts on a busy machine. Here, `page.route` resolves later.
import type { BrowserContext, Page } from '@playwright/test';

const probe = '/api/health/live?intercepted';

/** Makes `route` of all future pages wait until their requests are intercepted. */
export function awaitInterception(context: BrowserContext): void {
  context.on('page', (page) => {
    const route = page.route.bind(page);
    page.route = async (...args) => {
      const disposable = await route(...args);
      if (!page.url().startsWith('http')) return disposable;
      await route(`**${probe}`, (intercepted) => intercepted.fulfill({ body: 'intercepted' }));
      await reachesProbe(page);
      await page.unroute(`**${probe}`);
      return disposable;
    };
  });
}

/** Resolves once the page's requests are intercepted. */
async function reachesProbe(page: Page): Promise<void> {
  await page.evaluate(async (url) => {
    const isIntercepted = async () => (await (await fetch(url)).text()) === 'intercepted';
    while (!(await isIntercepted()));
  }, probe);
}
