// The GOALS tab as a person finds it: by its words.
import type { Locator, Page } from '@playwright/test';

export const goals = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.locator('[data-toggle]') });
export const goal = (page: Page, text: string) => goals(page).filter({ hasText: text });
export const goalField = (page: Page) => page.getByLabel('What do you want to reach?');

/** The GOALS tab with its list loaded, or with nothing on it. */
export async function openGoals(page: Page): Promise<void> {
  await page.goto('/?tab=goals');
  await page.getByRole('button', { name: 'Add a goal' }).waitFor();
}

/** Sets goals one after the other. */
export async function setGoals(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('button', { name: 'Add a goal' }).click();
    await goalField(page).fill(text);
    await page.keyboard.press('Enter');
    await goal(page, text).waitFor();
  }
}

/** Shows what can be done with a goal, and chooses. */
export async function doWith(row: Locator, what: string): Promise<void> {
  const toggle = row.locator('[data-toggle]');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await row.getByRole('button', { name: what }).click();
}
