// Takes screenshots of every screen in every state, light and dark, on desktop and phone, into
// reports/pictures/<device>-<theme>.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { phone, settled } from './support/looks.ts';
import type { Visit } from './support/settings-states.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { test } from './support/test.ts';

const folder = join(import.meta.dirname, '../../reports/pictures');

function camera(page: Page, device: string): Visit {
  return async (state) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.screenshot({ path: join(folder, `${device}-${colorScheme}`, `${state}.png`) });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
}

for (const [device, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(device, { tag: '@pictures' }, () => {
    test.use(options);

    for (const [part, walk] of Object.entries(withoutSession)) {
      test(`${part}, ${device}`, ({ page, noise }) => walk(page, noise, camera(page, device)));
    }

    for (const [part, walk] of Object.entries(ownLogbook)) {
      test(`${part}, ${device}`, ({ page, person, noise }) =>
        walk(page, person, noise, camera(page, device)));
    }
  });
}
