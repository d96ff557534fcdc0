// How tests invite, accept, and operate MY TEAM and the invitations.
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
  return acceptRequest(member);
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
