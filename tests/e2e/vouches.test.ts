// Vouches in a browser: the owner asks, a reference without an account answers on a phone, and the owner sees it live.
import { expectNoSidewaysScroll, phone } from './support/looks.ts';
import { linkIn, test as mailTest, verifyLink } from './support/mail-test.ts';
import { newAccount } from './support/person.ts';
import { entry, fixture, openTimeline, save, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import {
  askPage,
  askToVouch,
  fillVouch,
  openVouches,
  openVouchForm,
  sampleVouch,
  vouchDialog,
  vouchLink,
  vouchMenu,
  visitorRequest,
  vouchRow,
  vouchesSection,
} from './support/vouches-states.ts';

const { project_name: project } = sampleVouch;

mailTest(
  'a vouch about an entry is confirmed on a phone, and the open page of the owner shows it',
  async ({ page, person, sink, openContext }) => {
    const reference = newAccount().email;
    await person.addCheckIn('Moved the nightly import to the new queue');
    await openTimeline(page);
    const row = entry(page, 'Moved the nightly import');
    await row.hover();
    await row.getByRole('button', { name: 'Ask someone to vouch for this' }).click();
    const dialog = vouchDialog(page);
    await expect(dialog.getByLabel('Project name')).toHaveValue('Moved the nightly import to the new queue');
    await expect(dialog.getByLabel('Your contribution')).toHaveValue(
      'Moved the nightly import to the new queue',
    );
    await fillVouch(dialog, { ...sampleVouch, reference_email: reference });
    await dialog.locator('input[type=file]').setInputFiles(fixture('report.pdf'));

    // Everything survives a reload, including the file.
    await dialog.getByRole('button', { name: 'Remove report.pdf' }).waitFor();
    await page.reload();
    await entry(page, 'Moved the nightly import').hover();
    await row.getByRole('button', { name: 'Ask someone to vouch for this' }).click();
    await expect(dialog.getByLabel('Position')).toHaveValue(sampleVouch.reference_position);
    await dialog.getByRole('button', { name: 'Remove report.pdf' }).waitFor();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Vouch saved')).toBeVisible();
    const vouch = vouchRow(page, project);
    await expect(vouch.getByText('Will be sent when you verify your email')).toBeVisible();
    const file = vouch.getByRole('button', { name: 'Open report.pdf' });
    await expect(file).toBeVisible();
    await vouch.getByRole('button', { name: 'Remove report.pdf' }).click();
    await expect(file).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(file).toBeVisible();

    await page.goto(await verifyLink(sink, person.account.email));
    const link = await linkIn(sink, reference, /http\S+\/verify-vouch\?token=[\w-]+/);
    await openVouches(page);
    await expect(vouch.getByText('Pending', { exact: true })).toBeVisible();

    const there = await (await openContext(phone)).newPage();
    await there.goto(link);
    await askPage(there);
    await expect(there).toHaveURL(/\/verify-vouch\?link=[\w-]+$/);
    const confirm = there.getByRole('button', { name: 'Confirm' });
    await expect(confirm, 'without scrolling').toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(there, 'the page of the reference');
    const opening = there.context().waitForEvent('page');
    await there.getByRole('link', { name: 'report.pdf' }).click();
    await (await opening).close();
    await there.getByLabel('Your position').fill('Director');
    await there.getByLabel('Add a sentence (optional)').fill('The calmest migration I have seen.');
    await confirm.click();
    await expect(there.getByRole('heading', { name: 'Vouch Verified!' })).toBeVisible();

    await expect(vouch.getByText('Verified', { exact: true })).toBeVisible();
    await expect(vouch).toContainText('The calmest migration I have seen.');
    await expect(vouch).toContainText('Mira Manager, Director, Data platform');
    await expect(vouch).not.toContainText(reference);
    await vouch.getByRole('button', { name: 'Show contact email' }).click();
    await expect(vouch.getByRole('link', { name: reference })).toBeVisible();
    await expect(vouch.getByRole('button', { name: /^(Remove|Resend)/ })).toHaveCount(0);

    // The owner reads what visitors of the public page asked the reference.
    await page.route(/\/api\/vouch_verification_requests\?vouch_id=[\w-]+$/, (route) =>
      route.fulfill({ json: { rows: [visitorRequest], next: null } }),
    );
    await vouch.getByRole('button', { name: 'Show details' }).click();
    const visitors = vouch.getByRole('region', { name: '1 visitor asked' });
    await expect(visitors).toContainText('Violet Visitor');
    await expect(visitors).toContainText('Did they really do this?');
    await expect(visitors.getByRole('link', { name: 'violet@example.net' })).toBeVisible();

    // Opening the link again, or loading the page again, shows the same.
    for (const open of [() => there.goto(link), () => there.reload()]) {
      await open();
      await expect(there.getByRole('heading', { name: 'Vouch Verified!' })).toBeVisible();
      await expect(there).toHaveURL(/\/verify-vouch\?link=[\w-]+$/);
    }
  },
);

test('the owner cannot answer; a resent, withdrawn or unknown link is dead; a reference declines', async ({
  page,
  person,
  openContext,
  noise,
}) => {
  noise.allow(/404 GET \/verify-vouch/);
  const to = newAccount().email;
  await askToVouch(person, { reference_email: to });
  const first = await vouchLink(person, to);
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('You cannot verify your own vouch')).toBeVisible();

  await openTimeline(page);
  await openVouches(page);
  const vouch = vouchRow(page, project);
  await vouch.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Verification resent!')).toBeVisible();
  const there = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await there.goto(first);
  await expect(there.getByText('A newer email replaced this link.')).toBeVisible();

  const second = await vouchLink(person, to);
  await vouchMenu(page, project, 'Withdraw request');
  await expect(vouch.getByText('Withdrawn', { exact: true })).toBeVisible();
  await there.goto(second);
  await expect(there.getByText('This request was withdrawn')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(vouch.getByText('Pending', { exact: true })).toBeVisible();

  // The page works without scripts.
  await there.goto(second);
  await there.getByRole('button', { name: 'Decline' }).click();
  await expect(there.getByText('You declined this request')).toBeVisible();
  await expect(vouch.getByText('Declined', { exact: true })).toBeVisible();

  await vouchMenu(page, project, 'Delete');
  await expect(vouchesSection(page)).toContainText('Have your work confirmed by someone who saw it');
  await expect(page.getByText('Vouch deleted')).toBeVisible();
  await there.goto(second);
  await expect(there.getByText('Invalid verification link')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(vouchesSection(page).getByRole('button', { expanded: true })).toBeVisible();
  await expect(vouch.getByText('Declined', { exact: true })).toBeVisible();
});

test('a long description leaves Confirm in view, and Enter in a field does not answer', async ({
  person,
  openContext,
}) => {
  const to = newAccount().email;
  const long = 'The import blocked the morning reports of three teams. '.repeat(30);
  await askToVouch(person, { reference_email: to, project_context: long, individual_contribution: long });
  const there = await (await openContext({ ...phone, javaScriptEnabled: false })).newPage();
  await there.goto(await vouchLink(person, to));
  await askPage(there);
  const confirm = there.getByRole('button', { name: 'Confirm' });
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [667, 375],
    [1280, 800],
  ] as const) {
    await there.setViewportSize({ width, height });
    await expect(confirm, `without scrolling at ${width} × ${height}`).toBeInViewport({ ratio: 1 });
  }
  await there.getByLabel('Your position').fill('Director');
  await there.keyboard.press('Enter');
  await expect(there.getByLabel('Your position')).toHaveValue('Director');
  await there.reload();
  await askPage(there);
});

test('the form names what is wrong and keeps its input; failures can be repeated', async ({
  page,
  person,
  context,
  noise,
}) => {
  noise.allow(
    /400 POST \/api\/vouches/,
    /409 POST \/api\/storage/,
    /50\d POST \/api\//,
    /failed (POST|GET|DELETE) \/api\//,
    // Code that the page has loaded in advance, used once it is offline.
    /failed GET \/assets\//,
  );
  noise.allow(/console: .*(Please try again|could not be uploaded|WebSocket|could not be read)/);
  await openTimeline(page);
  const dialog = await openVouchForm(page);
  const toasts = page.locator('.toast-host');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toasts).toContainText('Missing fieldsPlease fill in all required fields');
  await expect(dialog.getByLabel('Project name')).toBeFocused();
  await fillVouch(dialog, { ...sampleVouch, reference_email: person.account.email });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('A vouch comes from someone else.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await fillVouch(dialog, { reference_email: sampleVouch.reference_email });

  await page.route(/\/api\/vouches$/, (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toasts).toContainText('Failed to create vouch. Please try again.');
  await page.unroute(/\/api\/vouches$/);
  await dialog.locator('input[type=file]').setInputFiles([fixture('photo.png'), fixture('empty.txt')]);
  await expect(dialog.getByText(/^empty\.txt was not attached: accepted types are/)).toBeVisible();
  await page.route('**/api/storage/vouch-files', (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toasts).toContainText('Vouch sent!');
  const vouch = vouchRow(page, project);
  await vouch.getByRole('button', { name: 'Upload photo.png again' }).waitFor();

  // After a reload, the file is sent without being asked for again.
  await page.unroute('**/api/storage/vouch-files');
  await page.reload();
  await openVouches(page);
  await vouch.getByRole('button', { name: 'Open photo.png' }).click();
  await expect(page.getByRole('dialog', { name: 'photo.png' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');

  // A file that arrives after the answer is dropped, and the user learns why.
  await page.route('**/api/storage/vouch-files', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { title: 'This vouch can no longer be changed', code: 'vouch_closed' },
    }),
  );
  await vouch.locator('input[type=file]').setInputFiles(fixture('report.pdf'));
  await expect(toasts).toContainText('report.pdf was not added: the request was answered or withdrawn');
  await expect(vouch.getByRole('button', { name: /report\.pdf/ })).toHaveCount(0);
  await page.unroute('**/api/storage/vouch-files');

  await page.route('**/api/vouches/*/resend', (route) => route.fulfill({ status: 500, json: {} }));
  await vouch.getByRole('button', { name: 'Resend' }).click();
  await expect(toasts).toContainText('Failed to resend verification. Please try again.');
  await context.setOffline(true);
  await vouchMenu(page, project, 'Delete');
  await expect(toasts).toContainText('Failed to delete vouch. Please try again.You are offline.');
  await expect(vouch).toBeVisible();
  await context.setOffline(false);
});

test('a file of a vouch that the server refuses can be replaced, not sent again', async ({
  page,
  person: _person,
  noise,
}) => {
  noise.allow(/415 POST \/api\/storage\/vouch-files/, /setup\.pdf could not be uploaded/);
  await openTimeline(page);
  const dialog = await openVouchForm(page);
  await fillVouch(dialog, sampleVouch);
  const program = Buffer.from('MZ\x90\0'.repeat(64));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'setup.pdf', mimeType: 'application/pdf', buffer: program });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const vouch = vouchRow(page, project);
  const choosing = page.waitForEvent('filechooser');
  await vouch.getByRole('button', { name: 'Replace setup.pdf' }).click();
  await expect(vouch.getByRole('button', { name: 'Upload setup.pdf again' })).toHaveCount(0);
  await (await choosing).setFiles(fixture('photo.png'));
  await expect(vouch.getByRole('button', { name: 'Open photo.png' })).toBeVisible();
  await expect(vouch.getByText('setup.pdf')).toHaveCount(0);
});

test('a guest has no vouches, and is asked to sign up for one', async ({ guest: page }) => {
  await save(await write(page, { content: 'Written as a guest' }));
  const row = entry(page, 'Written as a guest');
  await row.hover();
  await row.getByRole('button', { name: 'Ask someone to vouch for this' }).click();
  await expect(page.getByText('Create an account to have your work confirmed.')).toBeVisible();
  await expect(vouchesSection(page)).toHaveCount(0);
});
