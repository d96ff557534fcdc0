import type { Page } from '@playwright/test';
import { codeOf } from '#tests/support/authenticator-apps.ts';
import { addAuthenticator, signOut } from './authenticator.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

/** Passkeys in the settings, the codes, and the questions before changes and at the sign-in. */
export async function visitPasskeys(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(
    /403 POST \/api\/recovery_codes/,
    /40[13] POST \/api\/(auth\/(sign-in|confirm)|passkeys)/,
    /403 DELETE \/api\/passkeys/,
  );
  const authenticator = await addAuthenticator(page);
  await page.goto('/profile#sign-in');
  const section = page.getByRole('region', { name: 'Passkeys' });
  const add = section.getByRole('button', { name: 'Add a passkey' });
  await add.scrollIntoViewIfNeeded();
  await visit('passkeys-none');
  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Name the passkey after the device that has it.').waitFor();
  await visit('passkey-form');
  await dialog.getByLabel('Name').fill('The laptop in the kitchen, with a long name');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.waitFor();
  await visit('passkey-codes');
  await codes.getByRole('button', { name: 'I have stored them' }).click();
  await section.getByRole('listitem').waitFor();
  await visit('passkeys');
  await section.getByRole('button', { name: /^Remove The laptop/ }).click();
  await visit('passkey-remove');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Make new codes' }).click();
  await visit('passkey-codes-renew');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.route(
    '**/api/recovery_codes',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'confirmation_needed', title: 'Please confirm that it is you.' }),
      }),
    { times: 1 },
  );
  await section.getByRole('button', { name: 'Make new codes' }).click();
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password').fill(person.account.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByLabel('Code').waitFor();
  await visit('confirmation');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Make new recovery codes?' })
    .getByRole('button', { name: 'Cancel' })
    .click();

  await section.getByRole('button', { name: 'Remove the password' }).click();
  await visit('password-remove');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '');
  await visit('authenticator-form');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('button', { name: 'Remove the authenticator app' }).click();
  await visit('authenticator-remove');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await authenticator.remove();
  await signOut(page);
  await page.getByLabel('Email').fill(person.account.email);
  await page.getByLabel(whole('Password')).fill(person.account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code').waitFor();
  await visit('sign-in-code');
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByLabel('Do not ask again on this device for 30 days').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/$/);
  await page.goto('/profile#sign-in');
  const remembered = section.getByRole('list', { name: 'Remembered browsers' });
  await remembered.waitFor();
  await remembered.scrollIntoViewIfNeeded();
  await visit('remembered-browsers');
}
