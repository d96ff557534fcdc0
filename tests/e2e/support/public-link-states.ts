// The states of the dialog that shares the public link, and of its part of the settings.
import type { Locator, Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';

/** A slug that no other test uses. */
export function slugOf({ account }: Person): string {
  return `ada-${account.email.slice(4, 16)}`;
}

/** Opens the dialog from the header. */
export async function openProfileShare(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

export async function visitPublicLink(page: Page, person: Person, _noise: Noise, visit: Visit) {
  await openTimeline(page);
  const dialog = await openProfileShare(page);
  await visit('share-profile-create');
  await dialog.getByLabel('Your profile URL').fill('me');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Failed to create URL').waitFor();
  await visit('share-profile-invalid');
  await dialog.getByLabel('Your profile URL').fill(slugOf(person));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Profile URL created!').waitFor();
  await visit('share-profile-created');
  await person.patch('/api/profiles', { is_public: false });
  await page.getByText('Your public page is off').waitFor();
  await visit('share-profile-off');

  await page.goto('/profile');
  const publicPage = page.getByRole('switch', { name: 'Public page' });
  await publicPage.scrollIntoViewIfNeeded();
  await visit('settings-page-off');
  await publicPage.click();
  await page.getByRole('switch', { name: 'Allow search engines' }).scrollIntoViewIfNeeded();
  await visit('settings-page-on');
  await visitUnverified(page, visit);
}

/** The texts for an owner whose page waits for the verification of their address. */
async function visitUnverified(page: Page, visit: Visit): Promise<void> {
  // In the try-it mode, all addresses count as verified. The document contains the session and its page, which the
  // browser then has to render.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const session = document.querySelector<HTMLMetaElement>('meta[name=logbook-session]');
      if (session)
        session.content = session.content.replace('"email_verified":true', '"email_verified":false');
      document.getElementById('root')?.replaceChildren();
    });
  });
  await page.goto('/profile');
  const waits = page.getByText('Your page goes live once you verify your email.');
  await waits.scrollIntoViewIfNeeded();
  await visit('settings-page-unverified');
  const dialog = await openProfileShare(page);
  await dialog.getByText('Your page goes live').waitFor();
  await visit('share-profile-unverified');
}
