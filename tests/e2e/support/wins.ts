// The wins that a visitor wrote on the playbook page, in the page's local storage.
import type { Page } from '@playwright/test';
import { dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { winsKey } from '#features/playbook/constants.ts';
import type { StoredWins } from '#features/playbook/contract.ts';

/** Stores a win per text: the first of today, each further one a day older. The page must be open on the site. */
export async function storeWins(page: Page, texts: readonly string[]): Promise<void> {
  const wins = texts.map((text, index) => ({
    id: newId(),
    text,
    at: new Date(Date.now() - index * dayMs).toISOString(),
  }));
  const value = JSON.stringify({ wins } satisfies StoredWins);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [winsKey, value] as const);
}

export function hasWins(page: Page): Promise<boolean> {
  return page.evaluate((key) => localStorage.getItem(key) !== null, winsKey);
}
