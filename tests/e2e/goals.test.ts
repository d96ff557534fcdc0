// GOALS: setting, ordering, completing and deleting, live and against all odds.
import { goalField, goals, setGoals } from './support/goals-screen.ts';
import { expect, test } from './support/test.ts';

test('a goal is set with Enter; Shift+Enter starts a new line, and nothing is no goal', async ({
  page,
  person,
}) => {
  expect(person.account.fullName).toBe('Ada Example');
  await page.goto('/');
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(page.getByRole('heading', { name: 'Set your first goal to get started' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a goal' }).click();
  const add = page.getByRole('button', { name: 'Add Goal' });
  await expect(goalField(page)).toBeFocused();
  await expect(add).toBeDisabled();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(add).toBeDisabled();
  await page.keyboard.type('Talk to three customers');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('and write it up  ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Goal added!')).toBeVisible();
  await expect(page.getByText('Your goal has been saved successfully.')).toBeAttached();
  await expect(goals(page)).toHaveCount(1);
  await expect(goals(page)).toContainText('Talk to three customers\nand write it up', { useInnerText: true });
  await expect(page.getByRole('button', { name: 'Add a goal' })).toBeFocused();
  await setGoals(page, 'The second');
  await page.reload();
  await expect(goals(page)).toHaveText([/Talk to three customers/, /The second/]);
});
