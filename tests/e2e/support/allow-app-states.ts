import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';

/** An app that registers itself. Returns the path of its request. */
export async function registerApp(
  person: Person,
  name: string,
  redirect = 'http://127.0.0.1:4711/back',
): Promise<string> {
  const registered = await person.context.request.post(`${person.origin}/oauth/register`, {
    data: { client_name: name, redirect_uris: [redirect] },
    headers: { origin: person.origin },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const challenge = createHash('sha256').update('a verifier').digest('base64url');
  const query = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' };
  return `/oauth/authorize?${new URLSearchParams({ client_id, redirect_uri: redirect, ...query })}`;
}

export async function visitAllowApp(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/40[04] GET \/(?:api\/app_requests|oauth\/authorize)/);
  await page.goto(await registerApp(person, 'Assistant of the team with a long name'));
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await visit('allow-app');
  await page.goto('/app/allow?request=an-unknown-request-id-1');
  await page.getByText('This request is over').waitFor();
  await visit('allow-app-over');
  await page.goto('/oauth/authorize?client_id=unknown');
  await expect(page.getByRole('heading', { name: 'This app cannot be connected' })).toBeVisible();
  await visit('allow-app-refused');
}
