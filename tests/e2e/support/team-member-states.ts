// A member's logbook as the manager sees it, and Logbook Visibility. The server's responses are replaced, so that the
// states need no second user, no plan and no waiting.
import type { Page } from '@playwright/test';
import type { Invitation, ManagerAccess, Relationship } from '#features/teams/contract.ts';
import type { MemberEntry, MemberGoal, MemberShoutout } from '#features/teams/member-contract.ts';
import { newId } from '#platform/clock/id.ts';
import { hoursAgo } from './guest-states.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { entry as entryOf, fileOpener, openDialog, openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';

const memberId = '0199f2a4-7c1e-7a2b-8c3d-4e5f60718293';
const path = `/team-member/${memberId}`;

const file = (
  file_name: string,
  preview: 'pdf' | 'none',
  position: number,
): MemberEntry['files'][number] => ({
  ...{ id: newId(), check_in_id: newId(), file_name, file_path: `a/b/${position}.pdf` },
  ...{ file_type: 'application', file_size: 48_213, mime_type: 'application/pdf' },
  ...{ preview, position, created_at: hoursAgo(2) },
});

const entry = (content: string, more: Partial<MemberEntry> = {}): MemberEntry => ({
  ...{ id: newId(), kind: 'entry', content, emoji: null, edited_at: null, files: [] },
  ...{ created_at: hoursAgo(2), recorded_at: hoursAgo(2), ...more },
});

const entries = [
  entry('Moved the nightly import to the new queue. It takes four minutes instead of fifty. #migration', {
    emoji: '🚀',
    files: [file('before-and-after.pdf', 'pdf', 0), file('queue-metrics.xlsx', 'none', 1)],
  }),
  entry('Talk to three customers', {
    kind: 'goal',
    emoji: '🎯',
    created_at: hoursAgo(30),
    recorded_at: hoursAgo(30),
  }),
  entry('Paired with Bo on the slow report.\nIt was the index: https://example.com/report', {
    ...{ emoji: '💡', created_at: hoursAgo(100), recorded_at: hoursAgo(40), edited_at: hoursAgo(39) },
  }),
  entry('Interviewed two candidates', { created_at: hoursAgo(600), recorded_at: hoursAgo(600) }),
];

const goal = (text: string, more: Partial<MemberGoal> = {}): MemberGoal => ({
  ...{ id: newId(), text, cadence: null, period_start: null, created_at: hoursAgo(700), completed_at: null },
  ...more,
});

const shoutout = (message: string, more: Partial<MemberShoutout> = {}): MemberShoutout => ({
  ...{ id: newId(), message, excerpt: null, created_at: hoursAgo(50), ...more },
});

const head = {
  ...{ user_id: memberId, full_name: 'Bo Example', avatar_url: null, relationship_id: newId() },
  ...{ email: 'bo@example.com', accepted_at: hoursAgo(800), looked_at: hoursAgo(20) },
  counts: { entries: 100, goals: 3, shoutouts: 2 },
  entries: { rows: entries, next: 'more' },
};
const none = { rows: [], next: null };

async function answer(page: Page, path: string, json: object): Promise<void> {
  await page.route(path, (route) => route.fulfill({ json }));
}

export async function visitTeamMember(
  page: Page,
  _person: Person,
  noise: Noise,
  visit: Visit,
): Promise<void> {
  noise.allow(/404 GET \/api\/team\//, /failed GET \/api\/team\//);
  const api = `**/api/team/${memberId}`;
  await answer(page, api, head);
  await answer(page, `${api}/goals`, {
    rows: [
      goal('Publish the migration guide', {
        cadence: 'monthly',
        period_start: `${hoursAgo(0).slice(0, 7)}-01`,
      }),
      goal('Learn to read a flame graph'),
      goal('Talk to three customers', { completed_at: hoursAgo(30) }),
    ],
    next: null,
  });
  await answer(page, `${api}/shoutouts`, {
    rows: [
      shoutout('Thank you for taking the pager on Friday.\nThe whole team slept.'),
      shoutout('Your review found the one case that we had missed.', {
        ...{ excerpt: 'Moved the nightly import to the new queue', created_at: hoursAgo(500) },
      }),
    ],
    next: null,
  });
  await page.goto(path);
  await page.getByRole('heading', { name: "Bo Example's Logbook" }).waitFor();
  await page.getByRole('button', { name: '2 files' }).click();
  await fileOpener(page, 'before-and-after.pdf').waitFor();
  await visit('member-entries');
  await page.getByRole('button', { name: /^Send a shoutout about: Moved the nightly/ }).click();
  await page.getByRole('dialog', { name: 'Send Shoutout' }).waitFor();
  await visit('member-answer');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Goals' }).click();
  await page.getByText('Publish the migration guide').waitFor();
  await visit('member-goals');
  await page.getByRole('tab', { name: 'Shoutouts' }).click();
  await page.getByText('The whole team slept').waitFor();
  await visit('member-shoutouts');

  const legacy = { relationship_id: null, email: null, counts: { entries: 0, goals: 0, shoutouts: 0 } };
  await answer(page, api, { ...head, ...legacy, entries: none });
  await answer(page, `${api}/goals`, none);
  await page.goto(path);
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  await visit('member-empty');
  await page.route(`${api}/goals`, (route) => route.abort());
  await page.getByRole('tab', { name: 'Goals' }).click();
  await page.getByRole('heading', { name: 'This list could not be loaded' }).waitFor({ timeout: 10_000 });
  await visit('member-list-failed');

  await page.unroute(api);
  await page.goto(path);
  await page.getByText('Team member not found.').waitFor();
  await page.waitForURL('/');
  await visit('member-refused');
  await page.goto('/team-member/ada');
  await page.getByRole('heading', { name: 'Team member not found.' }).waitFor();
  await visit('member-not-found');
}

const manager = (name: string | null, email: string, more: Partial<ManagerAccess> = {}): ManagerAccess => ({
  ...{ id: newId(), manager_name: name, manager_email: email, relationship_type: 'Manager' },
  ...{ accepted_at: hoursAgo(700), looked_at: hoursAgo(5), shared_with: [email], sees_now: true, ...more },
});

const invitation = (email: string, more: Partial<Invitation> = {}): Invitation => ({
  ...{ id: newId(), type: 'manager', email, status: 'pending', created_at: hoursAgo(30) },
  ...{ expires_at: hoursAgo(-300), resend_from: hoursAgo(6), email_state: null, ...more },
});

const managed = (manager_id: string, employee_name: string): Relationship => ({
  ...{ relationship_id: newId(), status: 'accepted', relationship_created_at: hoursAgo(700) },
  ...{ manager_id, employee_id: newId(), manager_name: 'Ada Example', employee_name },
  ...{ requested_by_me: true, accepted_at: hoursAgo(700) },
});

export async function visitVisibility(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/500 GET \/api\/manager_access/, /Failed to remove logbook access/, /503 DELETE \/api\//);
  const api = '**/api/manager_access';
  const section = page.getByRole('region', { name: 'Logbook Visibility' });
  await page.route(api, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/profile');
  await section.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 10_000 });
  await section.scrollIntoViewIfNeeded();
  await visit('visibility-failed');

  await answer(page, api, { rows: [] });
  await answer(page, '**/api/team_invitations*', { rows: [], next: null });
  await section.getByRole('button', { name: 'Try again' }).click();
  await section.getByText('Only you can see your logbook.').waitFor();
  await section.getByLabel("Your manager's email").fill('dana@');
  await section.getByRole('button', { name: 'Invite Manager' }).click();
  await section.getByText('Enter an email address such as').waitFor();
  await visit('visibility-empty');

  const dana = manager('Dana Reed', 'dana@example.com');
  const rows = [
    dana,
    manager('Lee Example', 'lee@example.com', { looked_at: null, sees_now: false }),
    manager(null, 'former-head-of-engineering@example.com', { relationship_type: 'Legacy' }),
  ];
  await answer(page, api, { rows });
  await answer(page, '**/api/team_invitations*', {
    rows: [
      invitation('grace@example.com'),
      invitation('hopper@example.com', { status: 'declined', resend_from: hoursAgo(-138) }),
    ],
    next: null,
  });
  const { user } = (await (await person.get('/api/auth/user')).json()) as { user: { id: string } };
  await answer(page, '**/api/rpc/get_team_members_view', { rows: [managed(user.id, 'Bo Example')] });
  await page.goto('/profile');
  await section.getByText('Dana Reed').waitFor();
  await page.getByRole('list', { name: 'People you manage' }).getByText('Bo Example').waitFor();
  await section.getByText('grace@example.com').waitFor();
  await section.scrollIntoViewIfNeeded();
  await visit('visibility');
  await section.getByRole('button', { name: "Remove Dana Reed's access" }).click();
  await page.getByRole('dialog').waitFor();
  await visit('visibility-remove');
  await page.keyboard.press('Escape');

  for (const [content, manager_email] of [
    ['Moved the nightly import to the new queue', 'dana@example.com'],
    ['Paired with Bo on the slow report', 'lee@example.com'],
    ['Interviewed two candidates', 'grace@example.com'],
  ] as const)
    await person.post('/api/check_ins', { id: newId(), content, manager_email });
  await answer(page, api, { rows: [dana, { ...rows[1], accepted_at: hoursAgo(-1) }] });
  await openTimeline(page);
  await entryOf(page, 'nightly import').getByText('Dana Reed can see this').waitFor();
  await entryOf(page, 'slow report')
    .getByText(/Lee Example connected after this entry was recorded/)
    .waitFor();
  await entryOf(page, 'candidates').getByText('grace@example.com, not connected').waitFor();
  await visit('audience');

  const composer = await openDialog(page);
  await composer.getByLabel('Share with manager').check();
  await composer.getByRole('group', { name: 'Your managers' }).getByText('Lee Example').click();
  await composer.getByText('Lee Example gets this check-in by email.').waitFor();
  await visit('dialog-managers');
  await answer(page, api, { rows: [dana] });
  await openTimeline(page);
  await openDialog(page);
  await composer.getByLabel('Manager Email').fill('');
  await composer.getByLabel('Share with manager').uncheck();
  await composer.getByLabel('Share with manager').check();
  await composer.getByText('Dana Reed sees this check-in in Logbook.').waitFor();
  await visit('dialog-only-manager');
}
