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

/** Drags a goal by its grip to a place on another: 0 is its upper edge, 1 its lower one. */
export async function dragTo(row: Locator, target: Locator, place: number): Promise<void> {
  const { mouse } = row.page();
  await row.hover();
  const from = (await row.locator('[data-grip]').boundingBox())!;
  const own = (await row.boundingBox())!;
  const to = (await target.boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  // The middle of the row comes to stand there.
  await mouse.move(x, y + (to.y + to.height * place - (own.y + own.height / 2)), { steps: 8 });
  await mouse.up();
}
