// What is about the installed app.
import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';

/** What a browser sends that can install the app. */
export const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const asked = { prompt: () => Promise.resolve(document.documentElement.setAttribute('data-asked', '')) };
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), asked));
  });

export async function visitInstalled(page: Page, person: Person, _noise: Noise, visit: Visit): Promise<void> {
  for (const text of ['Read the draft.', 'Wrote the plan.', 'Shipped it.']) await person.addCheckIn(text);
  await openTimeline(page);
  await offerInstallation(page);
  await page.getByRole('dialog', { name: 'Install Logbook' }).waitFor();
  await visit('install-hint');
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await page.goto('/?incoming=');
  await page.getByText('What you shared did not arrive').first().waitFor();
  await visit('share-lost');
}
