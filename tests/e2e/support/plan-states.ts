// The Team plan: the section of the settings, the pages of test mode, and the welcome on the dashboard.
import type { Page } from '@playwright/test';
import type { Subscription } from '#features/billing/contract.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';

const check = '**/api/functions/v1/check-subscription';
const team: Subscription = {
  subscribed: true,
  subscription_tier: 'Team',
  subscription_end: '2027-02-03T12:00:00.000Z',
  plan: 'yearly',
  ends: false,
  included: false,
  test_mode: false,
};

export const planSection = (page: Page) => page.getByRole('region', { name: 'Team Plan' });

/** Opens the settings at the section. */
export async function openPlan(page: Page): Promise<void> {
  await page.goto('/profile');
  await planSection(page).getByRole('button', { name: 'Refresh' }).scrollIntoViewIfNeeded();
}

async function pageOf(person: Person, operation: string, data: object = {}): Promise<string> {
  const response = await person.post(`/api/functions/v1/${operation}`, data);
  const { pathname, search } = new URL(((await response.json()) as { url: string }).url);
  return pathname + search;
}

export async function visitPlan(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/404 GET \/billing/, /500 POST \/api\/functions\/v1\/check-subscription/);
  await openPlan(page);
  await visit('plan-not-subscribed');
  for (const [state, json] of Object.entries({
    'plan-ends': { ...team, ends: true },
    'plan-included': { ...team, plan: null, subscription_end: null, included: true },
  })) {
    await page.route(check, (route) => route.fulfill({ json }));
    await openPlan(page);
    await visit(state);
    await page.unroute(check);
  }
  await page.route(check, (route) => route.fulfill({ status: 500, body: '' }));
  await openPlan(page);
  await planSection(page).getByRole('alert').waitFor();
  await visit('plan-check-failed');
  await page.unroute(check);

  // Its theme is chosen when it is loaded.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(await pageOf(person, 'create-checkout', { plan: 'yearly' }));
    await visit(`checkout-${colorScheme}`);
  }
  await page.goto('/billing/checkout?session=x');
  await visit('checkout-link-broken');

  await openTimeline(page);
  await person.subscribe('yearly');
  await page.getByRole('dialog', { name: 'Welcome to Team Plan' }).waitFor();
  await visit('plan-welcome');
  await page.getByRole('button', { name: 'Got it' }).click();
  await openPlan(page);
  await visit('plan-active');
  await page.goto(await pageOf(person, 'customer-portal'));
  await visit('portal');
  await person.actInPortal('cancel');
  await page.reload();
  await visit('portal-canceled');
  await person.actInPortal('end');
  await page.reload();
  await visit('portal-ended');
}
