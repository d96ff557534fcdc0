// The dialog that creates and shares the public link, and how it follows the settings.
import type { Page } from '@playwright/test';
import { Person } from './support/person.ts';
import { openProfileShare, slugOf } from './support/public-link-states.ts';
import { openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a user without a link creates one, which turns on the public page', async ({
  page,
  person,
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/409 PATCH \/api\/profiles/);
  const slug = slugOf(person);
  const other = new Person(await openContext(), logbook.url);
  await other.signUp();
  await other.patch('/api/profiles', { slug: `${slug}-too` });

  await openTimeline(page);
  const dialog = await openProfileShare(page);
  await expect(dialog.getByRole('heading')).toHaveText('Create Your Profile URL');
  await expect(dialog).toContainText('name, photo, verified vouches with their files, and resume');
  await expect(dialog).toContainText('It never shows your entries, goals, email addresses or phone number.');
  const field = dialog.getByLabel('Your profile URL');
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('placeholder', 'ada-example');
  await expect(confirm).toBeDisabled();
  await field.pressSequentially(`Ada ${slug.slice(4)} Too`);
  await expect(field).toHaveValue(`${slug}-too`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openProfileShare(page);
  await expect(field, 'the input outlives the dialog').toHaveValue(`${slug}-too`);
  await confirm.click();
  await expect(page.getByText('Failed to create URL')).toBeVisible();
  await expect(page.getByText('Slug taken. Please try a different name.')).toBeVisible();
  await expect(field, 'the input is not lost').toHaveValue(`${slug}-too`);
  await expect(field).toBeFocused();

  await field.fill(` ${slug} `);
  await confirm.click();
  await expect(page.getByText('Profile URL created!')).toBeVisible();
  await expect(page.getByText('You can now share your profile.')).toBeVisible();
  await expect(dialog.getByRole('heading')).toHaveText('Share Your Profile');
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expect(dialog.getByLabel('Your profile link')).toHaveValue(`${logbook.url}/${slug}`);
  await expect(dialog.getByLabel('Your profile link')).toHaveAttribute('readonly');
  const profile = await (await person.get('/api/profiles')).json();
  expect(profile).toMatchObject({ slug, is_public: true, allows_search: false });
});

test('the link is copied, and shared in pop-ups of 600 by 400 or else in tabs', async ({
  page,
  person,
  logbook,
}) => {
  const slug = slugOf(person);
  await person.patch('/api/profiles', { slug });
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'Hi' }));
  await openTimeline(page);
  const dialog = await openProfileShare(page);
  await expect(dialog.getByRole('heading')).toHaveText('Share Your Profile');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible();
  await expect(page.getByText('Your profile link has been copied to clipboard.')).toBeVisible();
  const link = `${logbook.url}/${slug}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();

  const share = async (network: string): Promise<Page> => {
    const opened = person.context.waitForEvent('page');
    await dialog.getByRole('button', { name: network }).click();
    return opened;
  };
  for (const [network, host] of [
    ['Twitter', 'twitter.com'],
    ['LinkedIn', 'www.linkedin.com'],
    ['Facebook', 'www.facebook.com'],
  ] as const) {
    const popUp = await share(network);
    await popUp.waitForURL(`https://${host}/**`);
    const values = [...new URL(popUp.url()).searchParams.values()];
    expect(values.sort()).toEqual(['Check out my professional logbook!', link]);
    expect(await popUp.evaluate(() => [innerWidth, innerHeight, opener])).toEqual([600, 400, null]);
    await popUp.close();
  }
  await page.evaluate(() => Object.assign(globalThis, { open: () => null }));
  const tab = await share('Twitter');
  await tab.waitForURL('https://twitter.com/**');
  expect(tab.viewportSize()).toEqual(page.viewportSize());
});

test('the dialog and the settings of another window follow the switch of the public page', async ({
  page,
  person,
}) => {
  await person.patch('/api/profiles', { slug: slugOf(person) });
  await openTimeline(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('share');
  await page.getByRole('option', { name: 'Share your profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Your Profile' });
  await expect(dialog.getByRole('link', { name: 'View your page' })).toHaveAttribute(
    'href',
    `/${slugOf(person)}`,
  );
  const settings = await person.context.newPage();
  await settings.goto('/profile');
  const publicPage = settings.getByRole('switch', { name: 'Public page' });
  // Not `check()`, which expects the new state in the same instant.
  const searchEngines = settings.getByRole('switch', { name: 'Allow search engines' });
  await searchEngines.click();
  await expect(searchEngines).toBeChecked();
  await publicPage.click();
  await expect(searchEngines).toBeHidden();

  await expect(dialog.getByText('Your public page is off')).toBeVisible();
  await dialog.getByRole('button', { name: 'Turn on public page' }).click();
  await expect(dialog.getByText('Your public page is off')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expect(page.getByText('Your public page is on', { exact: true })).toBeVisible();
  await expect(publicPage).toBeChecked();
  await expect(searchEngines).toBeChecked();
});
