// A member's logbook in the manager's browser, and what the member sees and decides about it.
import { newId } from '#platform/clock/id.ts';
import { newAccount, Person } from './support/person.ts';
import { entry, openTimeline } from './support/screen.ts';
import { acceptRequest } from './support/teams.ts';
import { expect, test } from './support/test.ts';

test('a manager sees live what a member shares, responds with a shoutout, and loses access when it ends', async ({
  page,
  person: ada,
  noise,
  openContext,
  logbook,
}) => {
  noise.allow(/404 GET \/api\/team\//);
  const dana = new Person(await openContext(), logbook.url, newAccount('Dana Reed'));
  await dana.signUp();
  await dana.subscribe();
  const share = (content: string) =>
    ada.post('/api/check_ins', { id: newId(), content, manager_email: dana.account.email });
  await share('Before the connection');
  const { employee_id: memberId } = await acceptRequest(dana);
  await share('Moved the import to the new queue');
  await ada.addCheckIn('A private note');
  await ada.setGoal('Talk to three customers');

  await openTimeline(page);
  await expect(entry(page, 'Moved the import')).toContainText('Dana Reed can see this');
  await expect(entry(page, 'Before the connection')).toContainText(
    'Dana Reed connected after this entry was recorded',
  );
  await expect(entry(page, 'A private note')).not.toContainText('Manager');

  const danaPage = await dana.context.newPage();
  const heading = danaPage.getByRole('heading', { name: "Ada Example's Logbook" });
  const row = (text: string) => danaPage.getByRole('article').filter({ hasText: text });
  await danaPage.goto(`/team-member/${memberId}`);
  await expect(heading).toBeVisible();
  await expect(row('Moved the import')).toBeVisible();
  await expect(danaPage.getByRole('article')).toHaveCount(1);
  await expect(danaPage.getByRole('tab', { name: 'Entries 1' })).toBeVisible();
  await danaPage.getByRole('tab', { name: 'Goals 1' }).click();
  await expect(danaPage.getByText('Talk to three customers')).toBeVisible();
  await danaPage.goBack();
  await danaPage.goForward();
  await danaPage.getByRole('tab', { name: 'Entries' }).click();

  await share('Wrote the guide for the team');
  await expect(row('Wrote the guide')).toBeVisible();
  await expect(danaPage.getByRole('tab', { name: 'Entries 2' })).toBeVisible();
  await row('Wrote the guide')
    .getByRole('button', { name: /^Send a shoutout/ })
    .click();
  const dialog = danaPage.getByRole('dialog', { name: 'Send Shoutout' });
  await expect(dialog.getByLabel('Recipient email')).toHaveValue(ada.account.email);
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'Well done: “Wrote the guide for the team”',
  );
  await dialog.getByRole('button', { name: 'Send Shoutout' }).click();
  await expect(danaPage.getByText('Shoutout sent!')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^SHOUTOUTS ?1 unread$/ })).toBeVisible();

  // Without the plan, the data is hidden; with it, it is back (R-E4).
  await dana.actInPortal('lapse');
  await expect(danaPage.getByText("You can no longer see Ada Example's logbook")).toBeVisible();
  await expect(danaPage.getByRole('heading', { name: "Dana Reed's Logbook" })).toBeVisible();
  await dana.subscribe();
  await danaPage.goto(`/team-member/${memberId}`);
  await expect(row('Moved the import')).toBeVisible();

  await page.goto('/profile');
  const visibility = page.getByRole('region', { name: 'Logbook Visibility' });
  await expect(visibility).toContainText('Last looked on');
  await visibility.getByRole('button', { name: "Remove Dana Reed's access" }).click();
  await page.getByRole('button', { name: 'Remove access' }).click();
  await expect(page.getByText('Access removed')).toBeVisible();
  await expect(visibility.getByText('Only you can see your logbook.')).toBeVisible();

  await expect(danaPage.getByText("You can no longer see Ada Example's logbook")).toBeVisible();
  await expect(row('Moved the import')).toHaveCount(0);
  await danaPage.goto(`/team-member/${memberId}`);
  await expect(danaPage.getByText('Team member not found.')).toBeVisible();
  await expect(danaPage).toHaveURL('/');
  await openTimeline(page);
  await expect(entry(page, 'Moved the import')).toContainText(`${dana.account.email}, not connected`);
});

test('an employee invites the manager from the settings, and withdraws the invitation', async ({
  signedIn: page,
  person,
  noise,
}) => {
  noise.allow(/(400|409) POST \/api\/team_invitations/);
  await page.goto('/profile');
  const visibility = page.getByRole('region', { name: 'Logbook Visibility' });
  const field = visibility.getByLabel("Your manager's email");
  const invite = visibility.getByRole('button', { name: 'Invite Manager' });
  await field.fill(person.account.email);
  await invite.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('Dana.Reed@example.com');
  await invite.click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(visibility.getByText('dana.reed@example.com')).toBeVisible();
  await field.fill('dana.reed@example.com');
  await invite.click();
  await expect(visibility.getByText('Invitation already exists for dana.reed@example.com')).toBeVisible();
  await visibility.getByRole('button', { name: 'Withdraw the invitation to dana.reed@example.com' }).click();
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(visibility.getByText('Invited managers')).toBeHidden();
});
