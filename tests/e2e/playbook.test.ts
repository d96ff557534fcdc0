// The playbook as its readers use it. Its rules, and the sign-up for the tips, are tested in src/features/playbook.
import { winsKey } from '#features/playbook/constants.ts';
import { playbookPath } from '#features/playbook/contract.ts';
import { scriptTabs } from '#features/playbook/script-texts.ts';
import { texts } from '#features/playbook/texts.ts';
import { expectNoSidewaysScroll, phone, withMotion } from './support/looks.ts';
import { addWin, openTips, signUpForTips } from './support/playbook-states.ts';
import { expect, test } from './support/test.ts';

test.use(withMotion);

test('a reader computes a raise, writes down wins, copies a script and signs up for the tips', async ({
  page,
  context,
  noise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto(playbookPath);

  const gains = page.locator('[data-first-year], [data-three-years]');
  await expect(gains).toHaveText(['3,000', '18,608']);
  await page.getByLabel('Yearly salary').fill('100000');
  await page.getByLabel('Raise each year').fill('10');
  await expect(gains).toHaveText(['10,000', '64,100']);
  await expect(page.getByRole('img', { name: /year 3, 133,100, 33,100 more than today/ })).toBeVisible();
  await page.getByLabel('Yearly salary').press('ArrowUp');
  await expect(gains.first()).toHaveText('10,100');
  await page.getByLabel('Yearly salary').fill('');
  await expect(gains).toHaveText(['0', '0']);

  const [first, second] = texts.wins.examples.map((example) => page.getByText(example));
  await expect(first!).toBeVisible();
  await page.clock.runFor(6000);
  await expect(second!).toBeVisible();
  await expect(first!).toBeHidden();
  await second!.hover();
  await page.clock.runFor(12_000);
  await expect(second!, 'an example that the reader points at stays').toBeVisible();

  const wins = page.getByRole('list', { name: 'Your wins' }).locator('[data-text]');
  await page.getByRole('button', { name: 'Add win' }).click();
  await expect(page.getByText('Write a few words first.')).toBeVisible();
  for (const text of ['One', 'Two', 'Three']) await addWin(page, text);
  await expect(page.getByText(/^Three wins are enough/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Two' }).press('Enter');
  await expect(wins).toHaveText(['One', 'Three']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(wins).toHaveText(['One', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Edit: One' }).click();
  await page.getByLabel('Edit this win').fill('First');
  await page.getByRole('button', { name: 'Edit: Three' }).click();
  await expect(wins, 'the text of the first editor is kept').toHaveText(['First', 'Two']);
  await addWin(page, 'Four');
  await expect(wins, 'an added win is shown beside an editor').toHaveText(['First', 'Two', 'Four']);
  await page.getByRole('button', { name: 'Remove: Four' }).click();
  await page.getByRole('button', { name: 'Edit: Two' }).click();
  await page.getByLabel('Edit this win').fill('  Second  ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit: Second' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Copied!' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('- First\n- Second\n- Three');
  await page.reload();
  await expect(wins, 'the wins are kept').toHaveText(['First', 'Second', 'Three']);
  for (let n = 4; n <= 10; n++) await addWin(page, `Win ${n}`);
  await expect(page.getByRole('button', { name: 'Add win' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Save these wins to my logbook' })).toHaveAttribute(
    'href',
    '/?save-wins',
  );

  await page.getByRole('tab', { name: 'Raise Request' }).press('End');
  await expect(page.getByRole('tab', { name: 'Scope Increase' })).toBeFocused();
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  const [{ title, words }] = scriptTabs[2]!.scripts as [{ title: string; words: string }];
  await page.getByRole('button', { name: `Copy: ${title}` }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words);
  await page.clock.runFor(2000);
  await expect(page.getByRole('button', { name: 'Copied!' })).toHaveCount(0);

  const dialog = await openTips(page);
  await expect(dialog.getByLabel('Your email')).toBeFocused();
  await dialog.getByLabel('Your email').fill('reader@example');
  noise.allow(/400 POST \/api\/functions\/v1\/email-signup/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please check the address for typos.')).toBeVisible();
  await expect(dialog.getByLabel('Your email')).toHaveValue('reader@example');
  noise.allow(/email-signup/);
  await page.route('**/email-signup', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Something went wrong. Please try again.')).toBeVisible();
  await page.unroute('**/email-signup');
  const link = await signUpForTips(page, dialog);
  await page.goto(link);
  await expect(page).toHaveURL(`${playbookPath}/tips`);
  await page.getByRole('button', { name: 'Yes, send me the tips' }).click();
  await expect(page.getByRole('heading', { name: 'The tips are on their way' })).toBeVisible();
});

test('the playbook is complete without JavaScript, and its list works if the browser stores nothing', async ({
  openContext,
}) => {
  const reader = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await reader.goto(playbookPath);
  await expectNoSidewaysScroll(reader, 'the playbook without JavaScript');
  await expect(reader.locator('[data-first-year], [data-three-years]')).toHaveText(['3,000', '18,608']);
  for (const example of texts.wins.examples) await expect(reader.getByText(example)).toBeVisible();
  for (const { label, scripts } of scriptTabs) {
    await expect(reader.getByRole('heading', { name: label, exact: true })).toBeVisible();
    for (const { title } of scripts)
      await expect(reader.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  // Playwright finds no text in such an element.
  await expect(reader.locator('[data-win-log] noscript p')).toBeVisible();
  await expect(reader.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(reader.getByRole('main').getByRole('textbox')).toHaveCount(0);

  const context = await openContext({ reducedMotion: 'reduce' });
  await context.addInitScript((key) => {
    const refuse = () => {
      throw new DOMException('Blocked', 'SecurityError');
    };
    Storage.prototype.getItem = new Proxy(Storage.prototype.getItem, {
      apply: (target, self, args: [string]) =>
        args[0] === key ? refuse() : Reflect.apply(target, self, args),
    });
  }, winsKey);
  const page = await context.newPage();
  await page.goto(playbookPath);
  for (const example of texts.wins.examples) await expect(page.getByText(example)).toBeVisible();
  await addWin(page, 'Kept in memory');
  await expect(page.getByText(/^Your browser doesn't let this page keep anything/)).toBeVisible();
  await expect(page.getByText('Kept in memory', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Save these wins' })).toHaveCount(0);
});
