// The states of importing a guest's log into an account.
import type { Page } from '@playwright/test';
import { fillGuestStore, guestEntries, textFile } from './guest-store.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';

export async function visitImport(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/415 POST \/api\/storage\/log-files/, /503 POST \/api\/guest_import/);
  await person.addCheckIn('Written while signed in.');
  await page.context().clearCookies();
  await page.goto('/');
  const entries = guestEntries(12);
  entries[2]!.files = [textFile('notes.txt', 'What was said.'), textFile('plan.txt', 'What is meant.')];
  entries[5]!.files = [{ ...textFile('setup.pdf', 'MZ\x90\0'.repeat(64)), type: 'application/pdf' }];
  await fillGuestStore(page, entries);
  await person.signIn();

  await page.goto('/');
  const card = page.getByRole('region', { name: 'Guest logbook in this browser' });
  await card.getByRole('button', { name: 'Add them to my logbook' }).waitFor();
  await visit('import-asked');
  await card.getByRole('button', { name: 'Delete them' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).waitFor();
  await visit('import-discard');
  await page.getByRole('button', { name: 'Keep them' }).click();

  let attempts = 0;
  await page.route('**/api/guest_import', (route) =>
    attempts++ === 0 ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.route('**/api/storage/log-files', () => undefined);
  await card.getByRole('button', { name: 'Add them to my logbook' }).click();
  await card.getByText('The server is not responding.').waitFor();
  await visit('import-waiting');
  await card.getByText('12 of 12 entries').waitFor();
  await visit('import-running');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/');
  await card.getByText('added to your logbook').waitFor();
  await visit('import-over');
}
