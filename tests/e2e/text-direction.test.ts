// Right-to-left text has the right direction in fields and where it is shown.
import type { Locator } from '@playwright/test';
import { newAccount, Person } from './support/person.ts';
import { openGoals, setGoals } from './support/goals-screen.ts';
import { entry, openDialog, openTimeline, save } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const rtlText = 'أنهيت التقرير اليوم (v2)!';
const direction = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction);

test('content, goals, names and their fields follow the direction of their text', async ({
  page,
  context,
  logbook,
}) => {
  const person = new Person(context, logbook.url, newAccount('ليلى Example'));
  await person.signUp();
  await openTimeline(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText("ليلى Example's Logbook");
  expect(await direction(heading.locator('bdi'))).toBe('rtl');
  expect(await direction(heading), 'the sentence around the name is English').toBe('ltr');
  expect(await direction(page.getByText('ليلى', { exact: true }))).toBe('rtl');

  const dialog = await openDialog(page);
  const field = dialog.getByLabel('What did you do?');
  expect(await direction(field)).toBe('ltr');
  await field.fill(rtlText);
  expect(await direction(field)).toBe('rtl');
  await save(dialog);
  const row = entry(page, rtlText);
  await row.waitFor();
  expect(await direction(row.getByText(rtlText))).toBe('rtl');
  expect(await direction(row), 'the layout around the text stays ltr').toBe('ltr');
  const search = page.getByRole('searchbox', { name: 'Search entries' });
  await search.fill('أنهيت');
  expect(await direction(search)).toBe('rtl');
  await search.fill('');

  await openGoals(page);
  await setGoals(page, rtlText);
  await expect(page.getByRole('listitem').getByText(rtlText)).toBeVisible();
  expect(await direction(page.getByRole('listitem').getByText(rtlText))).toBe('rtl');

  await page.goto('/profile');
  expect(await direction(page.getByLabel('Full Name'))).toBe('rtl');
  const link = page.getByLabel('Your public link');
  await link.fill('abc');
  expect(await direction(link)).toBe('ltr');
});
