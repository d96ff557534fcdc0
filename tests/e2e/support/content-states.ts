// Pages of text for everyone.
import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Visit } from './settings-states.ts';

/** Their theme is chosen when they are loaded. */
const states = [
  ['guide-light', '/guide', 'light'],
  ['guide-dark', '/guide', 'dark'],
  ['article', '/guide/proof-of-work', 'dark'],
  ['post-not-found', '/guide/no-such-article', 'light'],
  ['capture-light', '/capture', 'light'],
  ['capture-dark', '/capture', 'dark'],
  ['privacy-policy', '/privacy-policy', 'light'],
  ['accessibility-light', '/legal/accessibility', 'light'],
  ['accessibility-dark', '/legal/accessibility', 'dark'],
] as const;

export async function visitContent(page: Page, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/404 GET \/guide\/no-such-article/);
  for (const [name, path, colorScheme] of states) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await visit(name);
  }
}
