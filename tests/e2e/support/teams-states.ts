// MY TEAM, the invitations panel and the page of an invitation's link in all their states. The server's responses are
// replaced, so that the states need no other users, no plan and no waiting.
import type { Page } from '@playwright/test';
import type { Subscription } from '#features/billing/contract.ts';
import type { Invitation, Relationship } from '#features/teams/contract.ts';
import type { TeamMember } from '#features/teams/member-contract.ts';
import { newId } from '#platform/clock/id.ts';
import { hoursAgo } from './guest-states.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { openProof, openTimeline, withoutResponses } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { inviteDialog, invitationsPanel, memberCard, openTeam } from './teams.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

const plan: Subscription = {
  ...{ subscribed: true, subscription_tier: 'Team', subscription_end: null, plan: null },
  ...{ ends: false, included: true, test_mode: false },
};

const member = (full_name: string, more: Partial<TeamMember> = {}): TeamMember => ({
  ...{ relationship_id: newId(), user_id: newId(), full_name, avatar_url: null },
  ...{ accepted_at: hoursAgo(2000), looked_at: hoursAgo(20), last_entry_at: hoursAgo(3) },
  ...{ new_entries: 0, goals_due: 0, ...more },
});

const members = [
  member('Bo Example', { new_entries: 3, goals_due: 2 }),
  member('Cleopatra Featherstonehaugh-Cholmondeley', { new_entries: 100, goals_due: 1 }),
  member('Dana Reed'),
  member('Émile Zöller', { last_entry_at: null, looked_at: null }),
  member('Fay Legacy', { relationship_id: null, new_entries: 1 }),
];

const invitation = (email: string, more: Partial<Invitation> = {}): Invitation => ({
  ...{ id: newId(), type: 'employee', email, status: 'pending', created_at: hoursAgo(30) },
  ...{ expires_at: hoursAgo(-306), resend_from: hoursAgo(6), email_state: null, ...more },
});

const invitations = [
  invitation('gil@example.com'),
  invitation('just-invited@example.com', { created_at: hoursAgo(1), resend_from: hoursAgo(-23) }),
  invitation('held@example.com', { email_state: 'held', expires_at: null, resend_from: null }),
  invitation('a-typo-in-a-rather-long-address@subdomain.example.com', { email_state: 'failed' }),
  invitation('declined@example.com', { status: 'declined', resend_from: hoursAgo(-138) }),
  invitation('expired@example.com', { status: 'expired', resend_from: null }),
  invitation('manager@example.com', { type: 'manager' }),
];

const relationship = (userId: string, name: string, asManager: boolean): Relationship => ({
  ...{ relationship_id: newId(), status: 'pending', relationship_created_at: hoursAgo(5), accepted_at: null },
  ...{ manager_id: asManager ? userId : newId(), employee_id: asManager ? newId() : userId },
  ...{ manager_name: asManager ? 'Ada Example' : name, employee_name: asManager ? name : 'Ada Example' },
  requested_by_me: false,
});

const teamPath = /\/api\/team$/;
const invitationsPath = /\/api\/team_invitations$/;
const viewPath = '**/api/rpc/get_team_members_view';

/** Answers a path with these values until `unroute`. */
const answer = (page: Page, path: string | RegExp, json: object, status = 200) =>
  page.route(path, (route) => route.fulfill({ status, json }));

export async function visitTeams(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  await withoutResponses(page);
  noise.allow(
    /(401|403|404|409|500) (GET|POST) \/api\/(team|functions|rpc)/,
    /console: The invitation could not/,
  );
  const user = (await (await person.get('/api/auth/user')).json()) as { user: { id: string } };
  await answer(page, '**/api/functions/v1/check-subscription', plan);
  await visitPanel(page, user.user.id, visit);
  await visitTeam(page, visit);
  await visitInvite(page, visit);
  await visitLink(page, visit);
}

async function visitPanel(page: Page, userId: string, visit: Visit): Promise<void> {
  await answer(page, viewPath, {}, 500);
  await openTimeline(page);
  await openProof(page, 'Invitations');
  await page.getByText('Your invitations could not be loaded.').waitFor();
  await visit('invitations-unavailable');
  await page.unroute(viewPath);
  const requests = [relationship(userId, 'Mira Manager', false), relationship(userId, 'Bo Example', true)];
  await answer(page, viewPath, { rows: requests });
  await answer(page, invitationsPath, { rows: invitations, next: null });
  await openTimeline(page);
  await openProof(page, 'Invitations');
  const panel = invitationsPanel(page);
  await panel.getByRole('button', { name: whole(/You asked \S+ to be your manager/) }).click();
  await panel.getByRole('list', { name: 'Invitations' }).getByText('manager@example.com').waitFor();
  await visit('invitations-panel');
  await page.route('**/api/team_relationships/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const found = requests.find((row) => pathname.endsWith(row.relationship_id));
    const accepted = { ...found, status: 'accepted', accepted_at: hoursAgo(0) };
    return route.fulfill({ json: accepted });
  });
  await panel.getByRole('button', { name: 'Accept the invitation from Mira Manager' }).click();
  await panel.getByRole('button', { name: 'Leave team' }).waitFor();
  await visit('invitation-accepted');
  await panel.getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('dialog', { name: "Leave Mira Manager's team?" }).waitFor();
  await visit('leave-team');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/team_relationships/*');
  await page.unroute(viewPath);
}

async function visitTeam(page: Page, visit: Visit): Promise<void> {
  await answer(page, teamPath, {}, 500);
  await openTeam(page);
  await page.getByRole('heading', { name: 'Failed to load your team' }).waitFor();
  await visit('team-failed');
  await page.unroute(teamPath);
  await answer(page, teamPath, { members: [], next: null, shared_entries: 0 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No team members yet' }).waitFor();
  await visit('team-empty');
  await page.unroute(teamPath);
  await answer(page, teamPath, { members, next: newId(), shared_entries: 100 });
  await openTeam(page);
  await memberCard(page, 'Bo Example').waitFor();
  await page.getByRole('tab', { name: /^MY TEAM.* ?99\+ shared entries/ }).waitFor();
  await visit('team');
  await page.getByRole('button', { name: whole('Manage') }).click();
  await page.getByRole('button', { name: 'Remove Bo Example' }).waitFor();
  await visit('team-manage');
  await page.getByRole('button', { name: 'Remove Bo Example' }).click();
  await page.getByRole('dialog', { name: 'Remove Bo Example from your team?' }).waitFor();
  await visit('team-remove');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function visitInvite(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Invite team members' }).click();
  const dialog = inviteDialog(page);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('Please enter at least one email address').waitFor();
  await visit('invite-empty');
  const emails = ['bo@example.com', 'gil@example.com', 'hal@example.com', 'ida@example.com'];
  await dialog.getByLabel('Email addresses').fill(emails.join('\n'));
  await page.unroute(invitationsPath);
  await answer(page, invitationsPath, { code: 'invitation_exists', title: 'Invitation already exists' }, 409);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('4 invitation(s) failed').waitFor();
  await visit('invite-failed');
  await page.unroute(invitationsPath);
  await dialog.getByLabel('Email addresses').fill('');
  await page.keyboard.press('Escape');
}

async function visitLink(page: Page, visit: Visit): Promise<void> {
  const acceptPath = '**/api/functions/v1/accept-logbook-invitation';
  const link = '/accept-invitation?token=a-token';
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  await page.goto('/accept-invitation');
  await heading('Invalid Invitation');
  await visit('invitation-invalid');
  await answer(page, '**/api/functions/v1/get-invitation-by-token', {
    invitation: {
      ...{ type: 'employee', manager_name: 'Mira Manager', masked_email: 'a•••@example.com' },
      ...{ status: 'pending', expires_at: hoursAgo(-300), for_me: false },
    },
  });
  await answer(page, acceptPath, { code: 'no_session', title: 'Please sign in.' }, 401);
  await page.goto(link);
  await heading('Sign In Required');
  await visit('invitation-signed-out');
  await page.unroute(acceptPath);
  await answer(page, acceptPath, { code: 'another_address', title: 'Sent to another address' }, 403);
  await page.goto(link);
  await heading('Sent to another address');
  await visit('invitation-another-address');
  await page.unroute(acceptPath);
  await answer(page, acceptPath, { code: 'own_invitation', title: 'This is your own invitation' }, 409);
  await page.goto(link);
  await heading('This is your own invitation');
  await visit('invitation-own');
  await page.unroute(acceptPath);
  await answer(page, acceptPath, {}, 500);
  await page.goto(link);
  await heading('The invitation could not be loaded');
  await visit('invitation-unavailable');
  await page.unroute(acceptPath);
  await answer(page, acceptPath, {
    ...{ alreadyConnected: false, type: 'employee', manager_name: 'Mira Manager' },
    ...{ relationship_id: newId(), accepted_at: hoursAgo(0) },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading('Successfully Joined Team!');
  await visit('invitation-success');
  await page.route('**/api/team_relationships/*', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Leave team' }).click();
  const dialog = page.getByRole('dialog', { name: "Leave Mira Manager's team?" });
  await dialog.getByRole('button', { name: 'Leave team' }).click();
  await heading('You left the team');
  await visit('invitation-left');
}
