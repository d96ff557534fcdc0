// Finds and operates the GOALS tab by its visible text.
import type { Locator, Page } from '@playwright/test';

export const goals = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.locator('[data-toggle]') });
export const goal = (page: Page, text: string) => goals(page).filter({ hasText: text });
export const goalField = (page: Page) => page.getByLabel('What do you want to achieve?');

/** Opens the GOALS tab and waits until its list, possibly empty, is loaded. */
export async function openGoals(page: Page): Promise<void> {
  await page.goto('/?tab=goals');
  await page.getByRole('button', { name: 'Add a goal' }).waitFor();
}

/** Adds goals one after the other. */
export async function setGoals(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('button', { name: 'Add a goal' }).click();
    await goalField(page).fill(text);
    await page.keyboard.press('Enter');
    await goal(page, text).waitFor();
  }
}

/** Opens the actions of a goal and chooses one by its name. */
export async function chooseGoalAction(row: Locator, action: string): Promise<void> {
  const toggle = row.locator('[data-toggle]');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await row.getByRole('button', { name: action }).click();
}

/** Drags a goal by its grip onto another goal. `place` is 0 at the target's upper edge, 1 at its lower edge. */
export async function dragTo(row: Locator, target: Locator, place: number): Promise<void> {
  const { mouse } = row.page();
  await row.hover();
  const from = (await row.locator('[data-grip]').boundingBox())!;
  const own = (await row.boundingBox())!;
  const to = (await target.boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  // The middle of the row ends up at that place.
  await mouse.move(x, y + (to.y + to.height * place - (own.y + own.height / 2)), { steps: 8 });
  await mouse.up();
}
