// Gives users the Team plan and answers requests through the API, for tests of what follows.
import { expect } from '@playwright/test';
import type { Relationship } from '#features/teams/contract.ts';
import type { PortalAction } from '#features/billing/simulation-rules.ts';
import type { Person } from './person.ts';

/** Subscribes the user on the checkout page of test mode. */
export async function subscribe(person: Person): Promise<void> {
  await sendForm(person, '/api/functions/v1/create-checkout', { plan: 'monthly' });
}

/** Changes the user's subscription on the portal page of test mode. */
export async function changePlan(person: Person, action: PortalAction): Promise<void> {
  await sendForm(person, '/api/functions/v1/customer-portal', { action });
}

/** Opens a payment page and sends its form. */
async function sendForm(person: Person, opens: string, fields: Record<string, string>): Promise<void> {
  const opened = await person.post(opens, fields['plan'] ? fields : {});
  const { url } = (await opened.json()) as { url: string };
  const page = new URL(url);
  const response = await person.context.request.post(page.origin + page.pathname, {
    form: { session: page.searchParams.get('session') ?? '', ...fields },
    headers: { origin: person.origin },
    maxRedirects: 0,
  });
  expect(response.status(), `POST ${page.pathname}: ${await response.text()}`).toBe(303);
}

/** Accepts the request that waits for the user, and returns the relationship. */
export async function acceptRequest(person: Person): Promise<Relationship> {
  const response = await person.post('/api/rpc/get_team_members_view', {});
  const { rows } = (await response.json()) as { rows: Relationship[] };
  const request = rows.find(({ status }) => status === 'pending');
  if (!request) throw new Error('No request is waiting.');
  await person.patch(`/api/team_relationships/${request.relationship_id}`, { status: 'accepted' });
  return request;
}
