// The playbook in its states, and how tests operate it.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { playbookPath } from '#features/playbook/contract.ts';
import type { Noise } from './noise.ts';
import type { Visit } from './settings-states.ts';

const sampleWins = [
  'Rewrote the handover checklist: no missed medication since March',
  'Found why the nightly import failed, and fixed it',
  'Trained Jonas on invoices',
];

export async function addWin(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('What went well?');
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveValue('');
}

export async function openTips(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Get the tips by email' }).first().click();
  return page.getByRole('dialog', { name: 'A script and a habit a week' });
}

/** Signs up in the open dialog. Resolves to the link in the email. */
export async function signUpForTips(page: Page, dialog: Locator): Promise<string> {
  const email = `reader-${randomUUID()}@example.com`;
  await dialog.getByLabel('Your email').fill(email);
  await dialog.getByRole('button', { name: 'Send me the tips' }).click();
  await dialog.getByText("You'll get weekly scripts and tips!").waitFor();
  return tipsLink(page.request, email);
}

/** The link in the email to a new reader, from the mailbox of the try-it mode. */
async function tipsLink(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await request.get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`);
    link = /https?:\S+\/tips\?token=[\w-]{43}/.exec(await mails.text())?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}

export async function visitPlaybook(page: Page, noise: Noise, visit: Visit): Promise<void> {
  // Its theme is chosen when it is loaded.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(playbookPath);
    await visit(`playbook-${colorScheme}`);
  }
  for (const text of sampleWins) await addWin(page, text);
  await page.getByRole('button', { name: /^Remove.*: Trained Jonas on invoices/ }).click();
  await page.getByRole('button', { name: /^Edit.*: Found/ }).click();
  await page.getByRole('button', { name: 'Add win' }).click();
  await page.getByRole('tab', { name: 'Scope Increase' }).click();
  await visit('playbook-in-use');
  const dialog = await openTips(page);
  noise.allow(/400 POST \/api\/functions\/v1\/email-signup/);
  await dialog.getByRole('button', { name: 'Send me the tips' }).click();
  await dialog.getByText('Please enter your email address.').waitFor();
  await visit('playbook-tips');
  const link = await signUpForTips(page, dialog);
  await visit('playbook-tips-sent');
  await page.goto(link);
  await visit('tips-confirm');
  await page.getByRole('button', { name: 'Yes, send me the tips' }).click();
  await visit('tips-confirmed');
  await page.getByRole('button', { name: 'Stop the tips' }).click();
  await visit('tips-stopped');
  noise.allow(/404 GET \/raise-promotion-playbook\/tips/);
  await page.goto(link);
  await visit('tips-dead-link');
}
