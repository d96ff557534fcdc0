// The Team plan, from the choice in the settings to its end, in test mode (R-H1 to R-H3).
import type { Page } from '@playwright/test';
import { phone } from './support/looks.ts';
import { openPlan, planSection } from './support/plan-states.ts';
import { openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const teamTab = (page: Page) => page.getByRole('tab', { name: /MY TEAM/ });
const welcome = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Team Plan' });

test('a user subscribes in a popup, which closes itself, and other windows follow until the plan lapses', async ({
  page,
  context,
  person,
}) => {
  const other = await context.newPage();
  await openTimeline(other);
  await expect(teamTab(other)).toHaveCount(0);

  await openPlan(page);
  const section = planSection(page);
  await expect(section).toContainText('Not Subscribed');
  await expect(section).toContainText('$5');
  await expect(section).toContainText('$50');
  await expect(section).toContainText('Save 17%');
  await section.getByRole('radio', { name: /Monthly/ }).check();
  const opened = page.waitForEvent('popup');
  await section.getByRole('button', { name: 'Subscribe' }).click();
  const popUp = await opened;
  await expect(popUp.getByText('Test mode: no card is charged')).toBeVisible();
  expect(await popUp.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 700]);
  await expect(popUp.getByRole('radio', { name: /Monthly/ })).toBeChecked();
  const closed = popUp.waitForEvent('close');
  await popUp.getByRole('button', { name: 'Subscribe' }).click();
  await closed;

  await expect(page.getByText('Thank you!')).toBeVisible();
  await expect(section).toContainText('Active');
  await expect(section).toContainText(/Renews on [A-Z][a-z]{2} \d\d, \d{4}/);
  await expect(teamTab(other)).toBeVisible();
  await expect(welcome(other)).toBeVisible();
  await welcome(other).getByRole('button', { name: 'Got it' }).click();
  await expect(welcome(other)).toHaveCount(0);
  await other.reload();
  await expect(teamTab(other)).toBeVisible();

  const tab = context.waitForEvent('page');
  await section.getByRole('button', { name: 'Manage Subscription' }).click();
  const portal = await tab;
  await portal.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(portal.getByText('and is not renewed')).toBeVisible();
  await expect(section).toContainText(/Ends on .* and is not renewed/);
  await portal.getByRole('button', { name: 'Let it lapse now' }).click();
  await expect(portal.getByRole('heading', { name: 'The subscription has ended' })).toBeVisible();
  await expect(section).toContainText('Not Subscribed');
  await expect(teamTab(other)).toHaveCount(0);
  await expect(welcome(other)).toHaveCount(0);

  // After a renewal, the welcome is shown again.
  await person.subscribe('yearly');
  await expect(welcome(other)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);
  test('a failed check means not subscribed, and checkout takes the whole page and returns with its outcome', async ({
    page,
    person,
    noise,
  }) => {
    noise.allow(/500 POST \/api\/functions/);
    const functions = '**/api/functions/v1/*';
    await page.route(functions, (route) => route.fulfill({ status: 500, body: '' }));
    await openPlan(page);
    const section = planSection(page);
    await expect(section.getByRole('alert')).toHaveText('Failed to check subscription status');
    await expect(section).toContainText('Not Subscribed');
    const subscribe = section.getByRole('button', { name: 'Subscribe' });
    await subscribe.click();
    await expect(page.getByText('Failed to create checkout session')).toBeVisible();
    await page.unroute(functions);
    await section.getByRole('button', { name: 'Refresh' }).click();
    await expect(section.getByRole('alert')).toHaveCount(0);

    await subscribe.click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('Checkout canceled')).toBeVisible();
    await expect(page).toHaveURL('/profile');
    await subscribe.click();
    await page.getByRole('heading', { name: 'Subscribe to Team' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Thank you!')).toBeVisible();
    await expect(section).toContainText('Active');
    await person.patch('/api/profiles', { is_new: true });
    await openTimeline(page);
    await expect(page.getByText('Step 1 of 8')).toBeVisible();
    await expect(welcome(page), 'the tutorial has the attention').toHaveCount(0);
  });
});
