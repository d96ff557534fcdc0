// Every email in the pseudo-locale, as mail programs show it on a phone in dark colors and on a desktop in light ones: WCAG
// 2.2 A and AA by axe, and no sideways scrolling. tests/pseudo-locale/mails.test.ts reads their texts.
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runnerImport } from 'vite';
import { axeTags } from '../../scripts/lib/axe-records.ts';
import type * as Samples from '../pseudo-locale/mail-samples.ts';
import { pseudoLocale } from '../pseudo-locale/plugin.ts';
import { violationsIn } from './support/axe.ts';
import { expectNoSidewaysScroll } from './support/looks.ts';

const root = join(import.meta.dirname, '../..');

test('every email fits phones and desktops, and is accessible', async ({ page }) => {
  const { module } = await runnerImport<typeof Samples>(join(root, 'tests/pseudo-locale/mail-samples.ts'), {
    ...{ root, configFile: false, logLevel: 'error', plugins: [pseudoLocale] },
  });
  const problems = new Set<string>();
  for (const [name, { body }] of module.sampleMails()) {
    await page.setViewportSize({ width: 700, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setContent(body.html);
    await expectNoSidewaysScroll(page, `${name} on a desktop`);
    for (const problem of await violationsIn(page, { runOnly: [...axeTags] }))
      problems.add(`${name}: ${problem}`);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoSidewaysScroll(page, `${name} on a phone`);
    for (const problem of await violationsIn(page, { runOnly: [...axeTags] }))
      problems.add(`${name} in the dark: ${problem}`);
  }
  expect([...problems]).toEqual([]);
});
