// Sharing a check-in with a manager and a teammate, in the page and by email.
import { paths } from '#app/paths.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { linkIn, test as mailTest, verifyLink } from './support/mail-test.ts';
import { newAccount, Person } from './support/person.ts';
import { dialogOf, entry, openDialog, openTimeline, save, write } from './support/screen.ts';
import { fillSharing, openShare, shareDialogOf } from './support/sharing-states.ts';
import { connect } from './support/teams.ts';
import { expect, test } from './support/test.ts';

mailTest(
  'an entry is shared with a manager and a teammate, whose emails are held until the user is verified',
  async ({ page, person, sink }) => {
    const manager = `${'m'.repeat(24)}${newAccount().email}`;
    const teammate = newAccount().email;
    await openTimeline(page);
    const dialog = await write(page, { content: 'Moved the import to the new queue' });
    await fillSharing(dialog, { manager, teammate, message: 'You found the bug' });
    await save(dialog);
    await expect(page.getByText('They will be sent when you verify your email.')).toBeVisible();
    const row = entry(page, 'Moved the import');
    await expect(row).toContainText(`Shoutout to ${teammate}`);
    await expect(row).toContainText('You found the bug');
    await expect(row.getByText('Manager')).toHaveText(`Manager: ${manager}`);
    await expect(row.getByText('Teammate')).toHaveText(`Teammate: ${teammate}`);
    await expect(row.getByText('Will be sent when you verify your email')).toHaveCount(2);
    await expect(page.getByText('2 messages wait for you to verify your email.')).toBeVisible();

    await page.goto(await verifyLink(sink, person.account.email));
    await linkIn(sink, manager, /Moved the import to the new queue/);
    await linkIn(sink, manager, /http\S+\/manager-snapshot\?s=\S+/);
    await linkIn(sink, teammate, /You found the bug/);
    await expect(row).toBeVisible();
    await expect(row.getByText('Will be sent')).toHaveCount(0);

    // Both are suggested the next time, and the new entry starts without them.
    const next = await openDialog(page);
    await expect(next.getByLabel('Share with manager')).not.toBeChecked();
    await next.getByLabel('Share with manager').check();
    await expect(next.getByRole('combobox', { name: 'Manager Email' })).toBeVisible();
    await expect(next.locator('datalist option')).toHaveText([manager]);
    await next.getByLabel('Share with manager').uncheck();
    await next.getByRole('button', { name: 'Close', exact: true }).click();

    // Stopping to share, with an Undo that a long address does not push off a phone's screen.
    const desktop = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    const share = await openShare(page, row);
    await share.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(page.getByText(`No longer shared with ${manager}`)).toBeVisible();
    await expect(share.getByLabel('Manager Email')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Close message' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(share.getByRole('button', { name: 'Stop sharing' })).toBeFocused();
    await page.setViewportSize(desktop);
    await share.getByRole('button', { name: 'Close', exact: true }).click();

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Shared with manager', { exact: true }).check();
    await expect(page.getByText('1 entry found').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove filter: Shared with manager' })).toBeVisible();
    await expect(row).toContainText(`Shoutout to ${teammate}`);
    const toManager = sink.received.filter(({ to }) => to.includes(manager));
    expect(toManager, 'Undo sends no second email').toHaveLength(1);
  },
);

test('an entry that is written offline is shared once, after a reload and when the connection is back', async ({
  page,
  context,
  person,
  noise,
}) => {
  noise.allow(/failed .*ERR_/, /console: .*(WebSocket|could not be read)/);
  await openTimeline(page);
  const [manager, teammate] = [newAccount().email, newAccount().email];
  const draft = await write(page, { content: 'Written on a plane' });
  await fillSharing(draft, { manager, teammate, message: 'You kept us calm' });
  await page.reload();
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Manager Email')).toHaveValue(manager);
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('You kept us calm');
  await context.setOffline(true);
  await save(dialog);
  const queued = page.getByRole('article', { name: 'Waiting for a connection' });
  await expect(queued).toContainText(`Shoutout to ${teammate}`);
  await expect(queued).toContainText('You kept us calm');
  await expect(queued).toContainText('Manager');
  await context.setOffline(false);
  const row = entry(page, 'Written on a plane');
  await expect(row).toContainText(`Shoutout to ${teammate}`);
  await expect(queued).toHaveCount(0);
  await page.reload();
  await expect(row).toHaveCount(1);
  expect(await sentShoutouts(person)).toEqual(['You kept us calm']);
});

async function sentShoutouts(person: Person): Promise<string[]> {
  const { rows } = (await (await person.get('/api/shoutouts')).json()) as { rows: { message: string }[] };
  return rows.map(({ message }) => message);
}

test('the dialogs explain wrong input at its field, and keep the input when the server refuses it', async ({
  signedIn: page,
  person,
  noise,
}) => {
  noise.allow(/4(00|29) POST \/api\/(check_ins|functions)/);
  await openTimeline(page);
  const dialog = await write(page, { content: 'Worth sharing' });
  await fillSharing(dialog, { manager: '' });
  await save(dialog);
  await expect(page.getByRole('alert').filter({ hasText: 'Manager email required' })).toContainText(
    "Please enter your manager's email to share this check-in.",
  );
  await expect(dialog.getByLabel('Manager Email')).toBeFocused();
  await fillSharing(dialog, { manager: person.account.email });
  await save(dialog);
  await expect(
    dialog.getByText("This is your own address. Enter your manager's email, or uncheck Share with manager."),
  ).toBeVisible();
  await dialog.getByLabel('Share with manager').uncheck();
  await fillSharing(dialog, { teammate: 'bo@example.com' });
  await save(dialog);
  await expect(page.getByRole('alert').filter({ hasText: 'Teammate message required' })).toContainText(
    'Please enter a message to send to your teammate.',
  );
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  const tooLong = dialog.getByText('A message to a teammate can have up to 2,000 characters.');
  await fillSharing(dialog, { message: 'Thank you\n'.repeat(201) });
  await dialog
    .getByRole('textbox', { name: 'Message' })
    .evaluate((area) => area.scrollIntoView({ block: 'end' }));
  await save(dialog);
  await expect(tooLong).toBeInViewport({ ratio: 1 });
  await fillSharing(dialog, { message: 'Thank you' });

  const tooMany = {
    ...{ status: 429, code: 'too_many_shoutouts', title: 'Too many shoutouts', retry_after: 300 },
    detail: 'You have sent many shoutouts in the last hour.',
  };
  // Only the server knows all of the user's addresses.
  const ownAddress = {
    ...{ status: 400, code: 'own_teammate_address', title: 'Invalid teammate email' },
    detail: 'This is your own address.',
  };
  const refuse = (url: string, { status, ...problem }: typeof tooMany | typeof ownAddress) =>
    page.route(url, (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
  await refuse('**/api/check_ins', tooMany);
  await save(dialog);
  const tooManyToast = page.getByRole('alert').filter({ hasText: 'Too many shoutouts' });
  await expect(tooManyToast).toContainText('Try again in 5 minutes.');
  await expect(dialogOf(page).getByRole('textbox', { name: 'Message' })).toHaveValue('Thank you');
  await page.unroute('**/api/check_ins');
  await refuse('**/api/check_ins', ownAddress);
  await fillSharing(dialog, { message: 'Thank you!' });
  await save(dialog);
  await expect(tooManyToast, 'it was about the draft before').toHaveCount(0);
  const refused = page.getByRole('alert').filter({ hasText: 'Invalid teammate email' });
  await expect(refused).toContainText('This is your own address.');
  await expect(dialog.getByLabel('Teammate Email')).toBeFocused();
  await expect(dialog.getByLabel('Teammate Email')).toHaveAccessibleDescription(/This is your own address/);
  await fillSharing(dialog, { message: 'Thank you' });
  await expect(dialog.getByLabel('Teammate Email')).not.toHaveAccessibleDescription(/your own address/);
  await dialog.getByLabel('Highlight a teammate').uncheck();
  await page.unroute('**/api/check_ins');
  await save(dialog);
  await expect(refused).toHaveCount(0);
  const row = entry(page, 'Worth sharing');
  await expect(row).not.toContainText('Shoutout to');

  const states = { manager_email_state: 'failed', teammate_email_state: 'failed' };
  await page.route('**/api/check_ins', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...states } });
  });
  await page.route('**/api/check_ins/changes?*', async (route) => {
    const response = await route.fetch();
    const { rows, ...rest } = (await response.json()) as { rows: CheckIn[] };
    const failed = rows.map((entry) => (entry.manager_email ? { ...entry, ...states } : entry));
    await route.fulfill({ response, json: { ...rest, rows: failed } });
  });
  const other = await write(page, { content: 'Not delivered' });
  await fillSharing(other, { manager: 'x@example.com', teammate: 'y@example.com', message: 'Thank you' });
  await save(other);
  for (const whose of ['manager', 'teammate'])
    await expect(page.getByText(`Check-in saved but ${whose} email failed to send`)).toBeVisible();
  const notSent = entry(page, 'Not delivered').getByText('Email not sent');
  await expect(notSent).toHaveCount(2);
  await page.unroute('**/api/check_ins');
  // An email that is refused right after saving keeps its mark once the entry has left the outbox.
  const later = await write(page, { content: 'Refused later' });
  await fillSharing(later, { manager: 'x@example.com' });
  await save(later);
  await expect(page.getByRole('progressbar', { name: 'Saving your entry' })).toHaveCount(0);
  await expect(entry(page, 'Refused later').getByText('Email not sent')).toBeVisible();
  await page.unroute('**/api/check_ins/changes?*');
  await entry(page, 'Not delivered')
    .getByRole('button', { name: 'Send again: email to x@example.com' })
    .click();
  await expect(page.getByText('The email to x@example.com is on its way.')).toBeVisible();
  await expect(notSent).toHaveCount(0);

  await refuse('**/send-teammate-email', tooMany);
  const share = await openShare(page, row);
  await fillSharing(share, { manager: 'boss@example.com', teammate: 'bo@example.com', message: 'Well done' });
  await share.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Failed to share the check-in. Please try again.')).toBeVisible();
  await expect(share.getByRole('button', { name: 'Stop sharing' }), 'the manager has it').toBeVisible();
  await page.unroute('**/send-teammate-email');
  await page.reload();
  await openShare(page, row);
  await expect(share.getByRole('textbox', { name: 'Message' })).toHaveValue('Well done');
  await share.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Shoutout sent!')).toBeVisible();
  await expect(shareDialogOf(page)).toBeHidden();
  await expect(row).toContainText('Shoutout to bo@example.com');
  expect(await sentShoutouts(person)).toEqual(['Well done', 'Thank you']);

  await openShare(page, row);
  const { rows } = (await (await person.get('/api/check_ins')).json()) as { rows: CheckIn[] };
  await person.delete(`/api/check_ins/${rows.find(({ content }) => content === 'Worth sharing')?.id}`);
  await expect(share.getByRole('alert')).toContainText('This check-in was deleted');
});

test('the only connected manager is filled in, several are offered by name, and an email is announced only if one is sent', async ({
  page,
  person,
  openContext,
  logbook,
}) => {
  const newManager = async (fullName: string) => {
    const manager = new Person(await openContext(), logbook.url, newAccount(fullName));
    await manager.signUp();
    await manager.subscribe();
    await connect(manager, person);
    return manager.account.email;
  };
  await person.addCheckIn('Before anyone was connected');
  const dana = await newManager('Dana Reed');
  await openTimeline(page);
  const dialog = await write(page, { content: 'For my manager' });
  await dialog.getByLabel('Share with manager').check();
  const field = dialog.getByLabel('Manager Email');
  await expect(field).toHaveValue(dana);
  await expect(dialog.getByText('Dana Reed sees this check-in in Logbook.')).toBeVisible();
  // The entry's date makes no difference: the manager sees what is recorded from now on.
  await dialog.getByRole('button', { name: 'Change date' }).click();
  await dialog.getByLabel('Date and time').fill('2024-02-29T10:00');
  await expect(dialog.getByText('Dana Reed sees this check-in in Logbook.')).toBeVisible();
  await expect(dialog.getByText('by email')).toHaveCount(0);
  await field.fill('');
  await expect(dialog.getByText('Choose who sees this check-in, or enter another address.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Dana Reed' }).click();
  await expect(field).toHaveValue(dana);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  const share = await openShare(page, entry(page, 'Before anyone'));
  await expect(share.getByLabel('Manager Email')).toHaveValue(dana);
  await expect(share.getByText('Dana Reed gets this check-in by email.')).toBeVisible();
  await share.getByRole('button', { name: 'Close', exact: true }).click();

  // The box may be checked before the managers are loaded, if the dashboard was not the first page.
  const loaded = Promise.withResolvers<void>();
  await page.route('**/api/manager_access', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(paths.profile);
  await page.getByRole('link', { name: 'Back to your logbook' }).click();
  const early = await write(page, { content: 'For my manager' });
  await field.fill('');
  await early.getByLabel('Share with manager').uncheck();
  await early.getByLabel('Share with manager').check();
  await expect(field).toHaveValue('');
  loaded.resolve();
  await expect(field).toHaveValue(dana);
  await early.getByRole('button', { name: 'Close', exact: true }).click();

  const eve = await newManager('Eve Stone');
  await page.reload();
  await openShare(page, entry(page, 'Before anyone'));
  const managers = share.getByRole('group', { name: 'Your managers' });
  await expect(managers.getByRole('button')).toHaveText(['Eve Stone', 'Dana Reed']);
  await expect(share.getByLabel('Manager Email')).toHaveValue('');
  await managers.getByRole('button', { name: 'Eve Stone' }).click();
  await expect(share.getByLabel('Manager Email')).toHaveValue(eve);
  await expect(managers.getByRole('button', { pressed: true })).toHaveText('Eve Stone');
});
