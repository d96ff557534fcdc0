// Shoutouts between two users and to an address without an account, in the page and by email.
import { scripts } from '../support/hostile-texts.ts';
import { entry, openTimeline, signUpProved } from './support/screen.ts';
import { fillShoutout, openShoutouts, sendShoutout, shoutout } from './support/shoutouts-states.ts';
import { newAccount, Person } from './support/person.ts';
import { linkIn, test as mailTest, verifyLink } from './support/mail-test.ts';
import { expect, test } from './support/test.ts';

const counter = (text: string) => new RegExp(`^SHOUTOUTS ?${text.replace('+', '\\+')} unread$`);

test('a shoutout arrives in every open window, counts as unread until the tab is opened, and can be kept', async ({
  page,
  person: ada,
  openContext,
  logbook,
}) => {
  const bo = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
  await bo.signUp();
  const boPage = await bo.context.newPage();
  const boOtherPage = await bo.context.newPage();
  await openTimeline(boPage);
  await boPage.getByRole('tab', { name: /^SHOUTOUTS$/ }).waitFor();
  await openTimeline(boOtherPage);

  await ada.addCheckIn('Moved the import to the new queue');
  await openShoutouts(page);
  await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
  await fillShoutout(page, bo.account.email, 'You found the bug that\nno one could reproduce');
  await page.getByLabel('From your log').selectOption({ label: 'Moved the import to the new queue' });
  await page.reload();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
  await expect(page.getByLabel('Recipient email')).toHaveValue(bo.account.email);
  await page.getByRole('button', { name: 'Send Shoutout' }).click();
  await expect(page.getByText('Shoutout sent!')).toBeVisible();
  const sent = shoutout(page, 'You found the bug');
  await expect(sent).toContainText(`To ${bo.account.email}`);
  await expect(sent).toContainText('From log');
  await expect(sent).toContainText('Moved the import to the new queue');
  await expect(page.getByText('Draft kept')).toBeHidden();

  for (const window of [boPage, boOtherPage])
    await expect(window.getByRole('tab', { name: counter('1') })).toBeVisible();
  for (let n = 2; n <= 10; n++) await sendShoutout(ada, bo.account.email, `Thanks, number ${n}`);
  await expect(boPage.getByRole('tab', { name: counter('9+') })).toBeVisible();

  await boPage.getByRole('tab', { name: /^SHOUTOUTS/ }).click();
  const received = shoutout(boPage, 'You found the bug');
  await expect(received).toContainText(`From ${ada.account.fullName}`);
  await expect(received).toContainText('Moved the import to the new queue');
  for (const window of [boPage, boOtherPage])
    await expect(window.getByRole('tab', { name: /^SHOUTOUTS$/ })).toBeVisible();
  await sendShoutout(ada, bo.account.email, 'While you are looking');
  await expect(shoutout(boPage, 'While you are looking')).toBeVisible();
  await expect(boPage.getByRole('tab', { name: /^SHOUTOUTS$/ })).toBeVisible();

  await received.getByRole('button', { name: /^Add to my log/ }).click();
  await expect(received.getByRole('button', { name: 'In your log' })).toBeFocused();
  await expect(entry(boOtherPage, 'Shoutout from Ada Example: “You found the bug')).toContainText('👏');
});

test('the dialog explains wrong input at its field, and keeps the input when sending fails', async ({
  signedIn: page,
  person,
  noise,
}) => {
  noise.allow(/503 POST \/api\/shoutouts/, /400 POST \/api\/shoutouts/);
  await openShoutouts(page);
  await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
  const send = page.getByRole('button', { name: 'Send Shoutout' });
  const recipient = page.getByLabel('Recipient email');
  await send.click();
  await expect(page.getByText('Please enter the email address of your teammate.')).toBeVisible();
  await expect(recipient).toBeFocused();
  await recipient.fill('bo@example.com');
  await send.click();
  await expect(page.getByText('Please write what you want to thank them for.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await fillShoutout(page, person.account.email, 'Well done, me');
  await send.click();
  await expect(page.getByText('A shoutout goes to someone else.')).toBeVisible();
  await recipient.fill('bo@example.com');
  await page.route('**/api/shoutouts', (route) => route.fulfill({ status: 500, json: {} }));
  noise.allow(/500 POST \/api\/shoutouts/);
  await send.click();
  await expect(page.getByText('Failed to send shoutout. Please try again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Well done, me');
  await page.unroute('**/api/shoutouts');
  await send.click();
  await expect(shoutout(page, 'Well done, me')).toHaveCount(1);
});

test('the chosen entry stays shown when it is an older one, and its deletion is explained', async ({
  page,
  person: ada,
  noise,
}) => {
  const older = await ada.addCheckIn('Wrote the runbook for the on-call week');
  await openShoutouts(page);
  await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
  await fillShoutout(page, newAccount().email, 'You kept us calm');
  const select = page.getByLabel('From your log');
  await select.selectOption({ label: 'Wrote the runbook for the on-call week' });
  for (let n = 1; n <= 20; n++) await ada.addCheckIn(`Newer entry ${n}`);
  await page.reload();
  await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
  await expect(select).toHaveValue(older.id);
  await expect(select.locator('option:checked')).toHaveText('Wrote the runbook for the on-call week');
  await expect(select.locator('option')).toHaveCount(22);

  await ada.delete(`/api/check_ins/${older.id}`);
  noise.allow(/404 POST \/api\/shoutouts/);
  await page.getByRole('button', { name: 'Send Shoutout' }).click();
  await expect(page.getByText('The entry you chose no longer exists.')).toBeVisible();
  await expect(select).toHaveValue('');
  await expect(select.locator('option')).toHaveCount(21);
  await page.getByRole('button', { name: 'Send Shoutout' }).click();
  await expect(shoutout(page, 'You kept us calm')).toHaveCount(1);
  await expect(shoutout(page, 'You kept us calm')).not.toContainText('From log');
});

test('text written while a shoutout is being sent is kept', async ({ signedIn: page }) => {
  await openShoutouts(page);
  await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
  await fillShoutout(page, newAccount().email, 'The first thanks');
  const sending = Promise.withResolvers<void>();
  await page.route('**/api/shoutouts', async (route) => {
    await sending.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send Shoutout' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('The second thanks');
  sending.resolve();
  await expect(page.getByText('Shoutout sent!')).toBeVisible();
  await expect(message).toHaveValue('The second thanks');
  await page.getByRole('button', { name: 'Send Shoutout' }).click();
  await expect(message).toBeHidden();
  await expect(shoutout(page, 'The first thanks')).toHaveCount(1);
  await expect(shoutout(page, 'The second thanks')).toHaveCount(1);
});

test('a new shoutout appears above older pages that are loaded, with a request for the first page only', async ({
  page,
  person: ada,
}) => {
  const to = newAccount().email;
  for (let n = 1; n <= 70; n++) await sendShoutout(ada, to, `Thanks, number ${n}.`);
  await openShoutouts(page);
  const more = page.getByRole('button', { name: 'Show older shoutouts' });
  await more.click();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(60);
  await more.click();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(70);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/shoutouts(\?|$)/.test(request.url())) lists.push(new URL(request.url()).search);
  });
  await sendShoutout(ada, to, 'One more');
  await expect(shoutout(page, 'One more')).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(71);
  expect(lists).toEqual(['']);
});

test('a page that is being loaded arrives even if the list is reloaded meanwhile', async ({
  page,
  person: ada,
}) => {
  const to = newAccount().email;
  for (let n = 1; n <= 31; n++) await sendShoutout(ada, to, `Thanks, number ${n}.`);
  await openShoutouts(page);
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/shoutouts?*before=*', async (route) => {
    asked.resolve();
    await answers.promise;
    // The reload has canceled this request.
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Show older shoutouts' }).click();
  await asked.promise;
  await sendShoutout(ada, to, 'One more');
  await expect(shoutout(page, 'One more')).toBeVisible();
  answers.resolve();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(32);
});

test('opening the tab marks even a shoutout on a page that is not loaded as read', async ({
  page,
  person: ada,
  openContext,
  logbook,
}) => {
  const bo = new Person(await openContext(), logbook.url);
  await bo.signUp();
  await openTimeline(page);
  await sendShoutout(bo, ada.account.email, 'Thanks from Bo');
  await expect(page.getByRole('tab', { name: counter('1') })).toBeVisible();
  const to = newAccount().email;
  for (let n = 1; n <= 30; n++) await sendShoutout(ada, to, `Thanks, number ${n}.`);
  // The server counts reliably up to half a minute ago, which this test does not wait for.
  await page.route('**/unread_count*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, as_of: new Date().toISOString() } });
  });
  await page.getByRole('tab', { name: /^SHOUTOUTS/ }).click();
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(30);
  await expect(page.getByRole('tab', { name: /^SHOUTOUTS$/ })).toBeVisible();
});

test('40 hostile shoutouts are shown as text', async ({ page, person, openContext, logbook }) => {
  const bo = new Person(await openContext(), logbook.url);
  await bo.signUp();
  for (const message of scripts) await sendShoutout(bo, person.account.email, message);
  await openShoutouts(page);
  await page.getByRole('button', { name: 'Show older shoutouts' }).click();
  const articles = page.getByRole('tabpanel').getByRole('article');
  await expect(articles).toHaveCount(scripts.length);
  const shown = await articles.allTextContents();
  for (const message of scripts) expect(shown.some((text) => text.includes(message))).toBe(true);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(await articles.locator('script, img, iframe, a, svg:not([aria-hidden=true]), form').count()).toBe(0);
});

mailTest(
  'a shoutout of an unverified user is sent after verification, by email and in the page',
  async ({ page, person, openContext, sink }) => {
    await openShoutouts(page);
    await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
    const to = newAccount().email;
    await fillShoutout(page, to, 'Your notes saved the release');
    await page.getByRole('button', { name: 'Send Shoutout' }).click();
    await expect(page.getByText('It will be sent when you verify your email.')).toBeVisible();
    await expect(shoutout(page, 'Your notes')).toContainText('Will be sent when you verify your email');
    await expect(page.getByText('1 message waits for you to verify your email.')).toBeVisible();
    await page.goto(await verifyLink(sink, person.account.email));
    // Then the page goes home, which could interrupt the next navigation.
    await expect(page.getByText('Email verified')).toBeVisible();
    await linkIn(sink, to, /Your notes saved the release/);
    await openShoutouts(page);
    await expect(shoutout(page, 'Your notes')).not.toContainText('Will be sent');

    // The link in the email proves the recipient's address.
    const recipientPage = await (await openContext()).newPage();
    await recipientPage.goto(await linkIn(sink, to, /http\S+\/auth\?mode=signup&proof=\S+/));
    await expect(recipientPage).toHaveURL('/auth?mode=signup');
    await signUpProved(recipientPage, { ...newAccount('Cleo Example'), email: to });
    await recipientPage.getByRole('heading', { name: "Cleo Example's Logbook" }).waitFor();
    await recipientPage.getByRole('dialog', { name: 'Welcome' }).waitFor();
    await recipientPage.keyboard.press('Escape');
    await openShoutouts(recipientPage);
    await expect(shoutout(recipientPage, 'Your notes saved the release')).toContainText('From Ada Example');
  },
);
