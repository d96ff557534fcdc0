// The private address for email in the settings, and a message to it.
import type { Page } from '@playwright/test';
import { inboundMail } from './support/logbook-process.ts';
import { expect, test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'By email' });
const button = (page: Page, name: string) => section(page).getByRole('button', { name });

test('an address is made, receives an email, is renewed, and is ended', async ({
  signedIn: page,
  request,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile#capture');
  await button(page, 'Create an address').click();
  const address = section(page).getByRole('group', { name: 'Your private address' }).getByText('@');
  await expect(button(page, 'Copy the address')).toBeFocused();
  const first = await address.innerText();
  expect(first).toMatch(new RegExp(`^log\\+[a-z0-9]{26}@${inboundMail.MAIL_IN_DOMAIN}$`));
  await button(page, 'Copy the address').click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expect(section(page)).toContainText('Never used');

  const send = (to: string) =>
    request.post(`/api/mail-in?recipient=${encodeURIComponent(to)}`, {
      headers: {
        authorization: `Bearer ${inboundMail.MAIL_IN_SECRET}`,
        'content-type': 'message/rfc822',
      },
      data: Buffer.from(
        `From: grace@acme.example\r\nTo: ${to}\r\nSubject: Held the workshop\r\n\r\nWith nine people.\r\n`,
      ),
    });
  expect(await (await send(first)).json()).toEqual({ outcome: 'suggestion' });
  await page.reload();
  await expect(section(page)).toContainText(/Last used /);

  await button(page, 'New address').click();
  await expect(page.getByText('Email to the old one is no longer accepted.')).toBeVisible();
  await expect(address).not.toHaveText(first);
  expect((await send(first)).status()).toBe(404);

  await button(page, 'End the address for email').click();
  await expect(button(page, 'Create an address')).toBeFocused();

  await page.goto('/inbox');
  await expect(page.getByText('Held the workshop').first()).toBeVisible();
});

test('the section says when the address cannot be loaded, and loads it again', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/500 GET \/api\/mail_address/);
  let fails = true;
  await page.route('**/api/mail_address', (route) =>
    fails ? route.fulfill({ status: 500, json: { code: 'internal', title: 'No' } }) : route.fallback(),
  );
  await page.goto('/profile#capture');
  await expect(section(page).getByRole('alert')).toContainText('could not be loaded', { timeout: 20_000 });
  fails = false;
  await button(page, 'Try again').click();
  await expect(button(page, 'Create an address')).toBeVisible();
});
