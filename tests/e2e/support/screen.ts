// Finds and operates screens by their visible text.
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { join } from 'node:path';
import { maskedEmail } from '#platform/mail/address.ts';
import type { Account } from './person.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

/** The names of three real files in the fixtures. */
export const realFiles = ['photo.png', 'report.pdf', 'clip.mp4'] as const;

export function fixture(name: string): string {
  return join(fixtures, name);
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add Check-in' });
export const entries = (page: Page) => page.getByRole('article', { name: /^Entry of / });
export const entry = (page: Page, content: string) => entries(page).filter({ hasText: content });

export async function signUpOnScreen(page: Page, account: Account): Promise<void> {
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, account);
  await page.getByRole('heading', { name: `${account.fullName}'s Logbook` }).waitFor();
  await closeTutorial(page);
}

export async function fillSignUp(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel(whole('Password')).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Signs up by a link that proves the address, so that the form shows it masked and does not ask for it. */
export async function signUpProved(page: Page, account: Account): Promise<void> {
  await expect(page.getByText(`Your account will have ${maskedEmail(account.email)}`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  expect(await page.content()).not.toContain(account.email);
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel(whole('Password')).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function closeTutorial(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Close tutorial' }).click();
  await saved;
}

export async function signInOnScreen(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel(whole('Password')).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Sets the cookie that the page's scripts would have set on an earlier visit. */
export async function setReaderCookie(
  context: BrowserContext,
  url: string,
  zone = 'Europe/Vienna',
): Promise<void> {
  await context.addCookies([
    { name: 'logbook-reader', value: encodeURIComponent(`${zone}|en-US|mouse`), url },
  ]);
}

/** Waits until the app has taken over the page that the server rendered, so that keys and storage events reach it. */
export async function pageAnswers(page: Page): Promise<void> {
  // From then on, the page records no presses to repeat.
  await page.waitForFunction(() => (globalThis as { logbookPressed?: unknown }).logbookPressed === undefined);
}

/** Waits until the code is loaded that the app fetches when it is idle, as before a lost connection. */
export async function idleCodeIsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return ['writing', 'later', 'profile'].every((file) => names.some((name) => name.includes(`/${file}-`)));
  });
  // Then it has also started: work that waits for an idle moment runs in order.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
}

/** Opens the dashboard and waits until its timeline is loaded. */
export async function openTimeline(page: Page): Promise<void> {
  await page.goto('/');
  await pageAnswers(page);
  await page
    .getByText(whole(/[\d.,]+ entr(y|ies)/))
    .first()
    .waitFor();
}

export async function openMonth(page: Page, title: string): Promise<void> {
  await page
    .getByRole('group', { name: whole(title) })
    .locator('summary')
    .click();
}

/** Opens Add Check-in. */
export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return dialog;
}

type Draft = { content?: string; emoji?: string; files?: Parameters<Locator['setInputFiles']>[0] };

/** Fills in Add Check-in without saving. */
export async function write(page: Page, { content, emoji, files }: Draft): Promise<Locator> {
  const dialog = await openDialog(page);
  if (content !== undefined) await dialog.getByLabel('What did you do?').fill(content);
  if (emoji) await dialog.getByRole('radio', { name: emoji }).check();
  if (files) await attach(dialog, files);
  return dialog;
}

export async function attach(dialog: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles(files);
}

export async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save Check-in' }).click();
}

/** Makes IndexedDB fail from the next page load, so that the browser cannot store files. */
export async function disableIndexedDb(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('closed', 'SecurityError');
    };
  });
}

/** The button that opens a file in a list of files. */
export const fileOpener = (list: Locator | Page, file: string): Locator =>
  list.getByRole('button', { name: new RegExp(`^Open.* ${file}`) });

/** Expands an entry's file list and opens one of the files. */
export async function view(page: Page, row: Locator, file: string): Promise<Locator> {
  const opener = row.getByRole('button', { name: whole(/\d+ files?/) });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
  await fileOpener(row, file).click();
  const viewer = page.getByRole('dialog', { name: file });
  await viewer.waitFor();
  return viewer;
}

/** Opens a section above the tabs, which a phone shows only then. */
export async function openProof(page: Page, name: 'Invitations' | 'Vouches' | 'Resume'): Promise<void> {
  await page.getByRole('region', { name: 'Vouches' }).or(proofChip(page, name)).first().waitFor();
  const chip = proofChip(page, name);
  if ((await chip.isVisible()) && (await chip.getAttribute('aria-expanded')) === 'false') await chip.click();
}

export const proofChip = (page: Page, name: 'Invitations' | 'Vouches' | 'Resume'): Locator =>
  page.getByRole('group', { name: 'Invitations, vouches and resume' }).getByRole('button', { name });

/**
 * From now on, the page finds neither the rendered page nor responses in its documents, as for a user with too much data, so
 * that it requests everything.
 */
export async function withoutResponses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Before the scripts of the document run.
    document.addEventListener('readystatechange', () => {
      const responses = document.getElementById('logbook-first-page');
      if (document.readyState !== 'interactive' || !responses) return;
      responses.remove();
      document.getElementById('root')?.replaceChildren();
      document.querySelector('meta[name=logbook-position]')?.setAttribute('content', 'null');
    });
  });
}
