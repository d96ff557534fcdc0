// How tests subscribe, invite, and operate MY TEAM and the invitations.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Invitation, InvitationType, Relationship } from '#features/teams/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { Person } from './person.ts';

export const invitationsPanel = (page: Page): Locator =>
  page.getByRole('region', { name: 'Invitations' }).first();
export const myTeam = (page: Page): Locator => page.getByRole('tab', { name: /^MY TEAM/ });
export const memberCard = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Team members' }).getByRole('listitem').filter({ hasText: name });
export const sentInvitation = (page: Page, email: string): Locator =>
  page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: email });
export const inviteDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Invite Team Members' });

/** Subscribes to the Team plan through the checkout of test mode. */
export async function subscribe(person: Person): Promise<void> {
  const response = await person.post('/api/functions/v1/create-checkout', { plan: 'monthly' });
  const { url } = (await response.json()) as { url: string };
  await sendForm(person, url, { plan: 'monthly' });
}

/** Ends the paid time through the portal of test mode. */
export async function lapse(person: Person): Promise<void> {
  const response = await person.post('/api/functions/v1/customer-portal', {});
  const { url } = (await response.json()) as { url: string };
  await sendForm(person, url, { action: 'lapse' });
}

async function sendForm(person: Person, url: string, fields: Record<string, string>): Promise<void> {
  const { pathname, searchParams } = new URL(url);
  const sent = await person.context.request.post(person.origin + pathname, {
    form: { session: searchParams.get('session') ?? '', ...fields },
    headers: { origin: person.origin },
    maxRedirects: 0,
  });
  expect(sent.status(), pathname).toBe(303);
}

export async function invite(
  person: Person,
  email: string,
  type: InvitationType = 'employee',
): Promise<Invitation> {
  const response = await person.post('/api/team_invitations', { id: newId(), type, email });
  return (await response.json()) as Invitation;
}

/** Makes one user the manager of the other. Both addresses are verified; the manager has the Team plan. */
export async function connect(manager: Person, member: Person): Promise<Relationship> {
  await invite(manager, member.account.email);
  const view = await member.post('/api/rpc/get_team_members_view', {});
  const { rows } = (await view.json()) as { rows: Relationship[] };
  const { relationship_id: id } = rows.find(({ status }) => status === 'pending')!;
  await member.patch(`/api/team_relationships/${id}`, { status: 'accepted' });
  return rows[0]!;
}

/** The link in the newest invitation to an address, from the mailbox of the try-it mode. */
export async function invitationLink(person: Person, to: string): Promise<string> {
  const pattern = /http\S+\/accept-invitation\?token=[\w-]+/;
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await person.get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
      const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => pattern.exec(text)?.[0]);
      link = texts.find((found) => found !== undefined);
      return link !== undefined;
    })
    .toBe(true);
  return link!;
}

export async function openTeam(page: Page): Promise<void> {
  await page.goto('/?tab=team');
  await page.getByRole('button', { name: 'Invite team members' }).waitFor();
}
