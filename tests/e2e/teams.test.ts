// Teams with three browsers: a manager, a member on a phone, and a stranger.
import { expectNoSidewaysScroll, phone } from './support/looks.ts';
import { linkIn, test as mailTest } from './support/mail-test.ts';
import { newAccount, Person } from './support/person.ts';
import { closeTutorial, openTimeline, signUpProved } from './support/screen.ts';
import {
  invitationLink,
  invitationsPanel,
  invite,
  inviteDialog,
  memberCard,
  myTeam,
  openTeam,
  sentInvitation,
} from './support/teams.ts';
import { expect, test } from './support/test.ts';

const linkPattern = /http\S+\/accept-invitation\?token=[\w-]+/;

test('a member joins by the link in an email, shares, and is removed; a stranger cannot use the link', async ({
  page,
  person: manager,
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/40[039] POST \/api\/team_invitations/, /40[34] POST \/api\/functions\/v1\/accept-logbook/);
  const bo = newAccount('Bo Example');
  await openTimeline(page);
  await expect(myTeam(page)).toHaveCount(0);
  await manager.subscribe();
  await myTeam(page).click();
  await expect(page.getByRole('heading', { name: 'No team members yet' })).toBeVisible();

  // The input survives a reload, and wrong addresses are dropped.
  await page.getByRole('button', { name: 'Invite team members' }).click();
  const dialog = inviteDialog(page);
  await dialog.getByLabel('Email addresses').fill(`${bo.email.toUpperCase()}, no address`);
  await page.reload();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await page.getByRole('button', { name: 'Invite team members' }).click();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByText('Invitations sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  const sent = sentInvitation(page, bo.email);
  await expect(sent).toContainText('Pending');
  await page.getByRole('button', { name: 'Invite team members' }).click();
  await dialog.getByLabel('Email addresses').fill(`${bo.email}\n${manager.account.email}`);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  const reasons = dialog.getByRole('list', { name: '2 invitation(s) failed' });
  await expect(reasons).toContainText(`Invitation already exists for ${bo.email}`);
  await expect(reasons).toContainText(`Failed to invite ${manager.account.email}: This is your own address`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listitem').filter({ hasText: '2 invitation(s) failed' })).toContainText(
    `Invitation already exists for ${bo.email}`,
  );

  // A stranger with the link sees only the masked address.
  const link = await invitationLink(manager, bo.email);
  const stranger = new Person(await openContext(), logbook.url, newAccount('Eve Example'));
  await stranger.signUp();
  const strangerPage = await stranger.context.newPage();
  await strangerPage.goto(link);
  await expect(strangerPage.getByRole('heading', { name: 'Sent to another address' })).toBeVisible();
  await expect(strangerPage.getByText('a•••@example.com')).toBeVisible();
  await expect(strangerPage).toHaveURL(/\/accept-invitation$/);

  // The member signs up through the link.
  const memberContext = await openContext(phone);
  const there = await memberContext.newPage();
  await there.goto(link);
  await expect(there.getByRole('heading', { name: 'Sign In Required' })).toBeVisible();
  await expect(there.getByText('Ada Example invites you to join their team.')).toBeVisible();
  await expect(there).toHaveURL(/\/accept-invitation$/);
  await there.getByRole('button', { name: 'Create an account' }).click();
  await signUpProved(there, bo);
  await expect(there.getByRole('heading', { name: 'Successfully Joined Team!' })).toBeVisible();
  await expect(there.getByText("You are now on Ada Example's team.")).toBeVisible();
  await there.reload();
  await expect(there.getByText('Already Connected!')).toBeVisible();
  await expectNoSidewaysScroll(there, 'the page of the invitation');
  await there.getByRole('link', { name: 'Go to Dashboard' }).click();
  await closeTutorial(there);

  // The manager sees the new member, and what the member shares, without a reload.
  const card = memberCard(page, 'Bo Example');
  await expect(card).toContainText('No entries yet');
  await expect(sent).toHaveCount(0);
  const member = new Person(memberContext, logbook.url, bo);
  const shared = { content: 'Moved the import', manager_email: manager.account.email };
  await member.post('/api/check_ins', { id: crypto.randomUUID(), ...shared });
  await expect(card).toContainText('1 new entry');
  await expect(myTeam(page)).toHaveText(/^MY TEAM ?1 shared entry$/);

  // A lapsed plan hides the team, and a renewed one shows it again.
  await manager.actInPortal('lapse');
  await expect(myTeam(page)).toHaveCount(0);
  await manager.subscribe();
  await myTeam(page).click();
  await page.getByRole('button', { name: 'Manage', exact: true }).click();
  await expect(card.getByRole('link')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Bo Example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Team member removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No team members yet' })).toBeVisible();
  await there.goto(link);
  await expect(there.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
});

test('requests appear above the tabs as they arrive, and are accepted, left, declined and withdrawn', async ({
  page,
  person: ada,
  openContext,
  logbook,
}) => {
  const [mira, bo] = [newAccount('Mira Manager'), newAccount('Bo Example')].map(
    async (account) => new Person(await openContext(), logbook.url, account),
  );
  const manager = await mira!;
  const colleague = await bo!;
  await Promise.all([manager.signUp(), colleague.signUp()]);
  await manager.subscribe();
  await openTimeline(page);
  await expect(page.getByRole('region', { name: 'Vouches' })).toBeVisible();
  const panel = invitationsPanel(page);
  await expect(panel).toHaveCount(0);

  await invite(manager, ada.account.email);
  await expect(panel.getByText('Mira Manager wants you to be their team member')).toBeVisible();
  await panel.getByRole('button', { name: 'Accept the invitation from Mira Manager' }).click();
  await expect(page.getByText('Invitation accepted')).toBeVisible();
  await expect(panel).toContainText('Mira Manager sees the entries that you share with them');
  await page.reload();
  await expect(panel).toContainText('Mira Manager sees the entries that you share with them');
  await panel.getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(page.getByText('You left the team')).toBeVisible();
  await expect(panel).toHaveCount(0);

  await invite(colleague, ada.account.email, 'manager');
  await expect(panel.getByText('Bo Example wants you to be their manager')).toBeVisible();
  await panel.getByRole('button', { name: 'Decline the invitation from Bo Example' }).click();
  await expect(page.getByText('Invitation declined')).toBeVisible();
  await expect(panel).toHaveCount(0);

  const { email } = newAccount();
  await invite(ada, email, 'manager');
  await panel.getByRole('button', { name: /^You asked \S+ to be your manager$/ }).click();
  await panel.getByRole('button', { name: `Withdraw the invitation to ${email}` }).click();
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(panel).toHaveCount(0);
});

mailTest(
  'an email of an unverified manager is held, and its link joins an account with the address',
  async ({ page, person, sink, openContext, logbook }) => {
    await person.subscribe();
    await openTeam(page);
    const member = new Person(await openContext(phone), logbook.url, newAccount('Bo Example'));
    await member.signUp();
    await page.getByRole('button', { name: 'Invite team members' }).click();
    await inviteDialog(page).getByLabel('Email addresses').fill(member.account.email);
    await inviteDialog(page).getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByText('Invitations saved')).toBeVisible();
    const sent = sentInvitation(page, member.account.email);
    await expect(sent).toContainText('Will be sent when you verify your email');

    const verify = await linkIn(sink, person.account.email, /http\S+\/auth\?verify=[^\s)>]+/);
    await page.goto(verify);
    const link = await linkIn(sink, member.account.email, linkPattern);
    const there = await member.context.newPage();
    await there.goto(link);
    await expect(there.getByRole('heading', { name: 'Successfully Joined Team!' })).toBeVisible();
    await there.getByRole('button', { name: 'Leave team' }).click();
    await there.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
    await expect(there.getByRole('heading', { name: 'You left the team' })).toBeVisible();
    await openTeam(page);
    await expect(page.getByRole('heading', { name: 'No team members yet' })).toBeVisible();
  },
);
