// Pages full of the longest texts without spaces are laid out about as quickly as the same texts with spaces: no style
// costs more than linear time. long-words.test.ts does the same for typing.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fill, frameMs, layoutTimeOf, spacedPart, timesAsMuch, unbrokenParts } from './support/long-texts.ts';
import { newAccount, Person } from './support/person.ts';
import { addVouch } from './support/public-logbook-states.ts';
import { goals } from './support/goals-screen.ts';
import { openTimeline } from './support/screen.ts';
import { openShoutouts, sendShoutout } from './support/shoutouts-states.ts';
import { acceptRequest } from './support/teams.ts';
import { expect, test } from './support/test.ts';
import { openVouches, vouchesSection } from './support/vouches-states.ts';

/** Words of 10,000 Thai letters take 25 ms to find, and the page is laid out again when its font arrives. */
const dictionaryMs = 8 * frameMs;
const kinds = ['kerned pairs', 'ligatures', 'Thai'];

type Written = {
  user: Person;
  manager: Person;
  userPage: Page;
  managerPage: Page;
  slug: string;
  member: string;
  part: string;
};

/** Writes the longest text of each kind, made of a part. */
async function writeEverywhere(
  user: Person,
  manager: Person,
  part: string,
): Promise<Pick<Written, 'slug' | 'member'>> {
  const slug = `long-${randomUUID().slice(0, 8)}`;
  await user.patch('/api/profiles', { slug });
  const share = (content: string) =>
    user.post('/api/check_ins', { id: randomUUID(), content, manager_email: manager.account.email });
  // Before they are connected, the manager gets an email with a link to a snapshot.
  await share(fill(part, 9900));
  const { employee_id: member } = await acceptRequest(manager);
  await share(fill(part, 9900));
  await user.setGoal(fill(part, 1000));
  const message = fill(part, 2000);
  await sendShoutout(manager, user.account.email, message);
  await sendShoutout(user, manager.account.email, message);
  const vouched = { project_context: message, individual_contribution: message };
  await addVouch(user, vouched, { statement: fill(part, 300) });
  return { slug, member };
}

async function openReport(page: Page, user: Person, report: 'week-review' | 'shoutout-board') {
  const response = await user.post(`/api/functions/v1/generate-${report}`, { timezone: 'Europe/Vienna' });
  const { reportHtml } = (await response.json()) as { reportHtml: string };
  await page.goto('about:blank');
  await page.setContent(reportHtml);
}

/** Pages that show texts of users. Resolves with the page once it shows them. */
const places: Record<string, (written: Written) => Promise<Page>> = {
  async timeline({ userPage }) {
    await openTimeline(userPage);
    await userPage.getByRole('article').first().waitFor();
    return userPage;
  },
  async goals({ userPage }) {
    await userPage.goto('/?tab=goals');
    await goals(userPage).first().waitFor();
    return userPage;
  },
  async shoutouts({ userPage }) {
    await openShoutouts(userPage);
    await userPage.getByRole('article').first().waitFor();
    return userPage;
  },
  async vouches({ userPage }) {
    await userPage.goto('/?tab=goals');
    await vouchesSection(userPage).waitFor();
    await openVouches(userPage);
    await vouchesSection(userPage)
      .getByRole('button', { name: /^Show details/ })
      .click();
    return userPage;
  },
  async 'the public page'({ managerPage, slug }) {
    await managerPage.goto(`/${slug}`);
    return managerPage;
  },
  async 'the week in review'({ userPage, user }) {
    await openReport(userPage, user, 'week-review');
    return userPage;
  },
  async 'the shoutout board'({ userPage, user }) {
    await openReport(userPage, user, 'shoutout-board');
    return userPage;
  },
  async 'the snapshot'({ userPage, user, manager, part }) {
    const mails = await user.get(`/api/dev/mailbox?to=${encodeURIComponent(manager.account.email)}`);
    const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => text);
    const [link] = texts.flatMap((text) => /\/manager-snapshot\?s=\S+/.exec(text)?.[0] ?? []);
    await userPage.goto(link!);
    await userPage.getByText(fill(part, 50)).waitFor();
    return userPage;
  },
  async 'a member for the manager'({ managerPage, member }) {
    await managerPage.goto(`/team-member/${member}`);
    await managerPage.getByRole('article').first().waitFor();
    for (const tab of ['Goals', 'Shoutouts']) {
      await managerPage.getByRole('tab', { name: tab }).click();
      await managerPage.getByRole('tabpanel', { name: tab }).locator('.bidi-plain').first().waitFor();
    }
    return managerPage;
  },
};

test('a page full of long words is laid out about as quickly as one full of sentences', async ({
  openContext,
  logbook,
}) => {
  test.setTimeout(180_000);
  async function writtenWith(part: string): Promise<Written> {
    const user = new Person(await openContext(), logbook.url);
    const manager = new Person(await openContext(), logbook.url, newAccount('Dana Reed'));
    await user.signUp();
    await manager.signUp();
    await manager.subscribe();
    const [userPage, managerPage] = [await user.context.newPage(), await manager.context.newPage()];
    const { slug, member } = await writeEverywhere(user, manager, part);
    return { user, manager, userPage, managerPage, slug, member, part };
  }
  /** Opens a page with these texts. Resolves with its layout time, in milliseconds. */
  async function timeAt(place: string, written: Written): Promise<number> {
    const { userPage, managerPage } = written;
    await userPage.goto('about:blank');
    await managerPage.goto('about:blank');
    const page = place.includes('public') || place.includes('manager') ? managerPage : userPage;
    const layoutTime = await layoutTimeOf(page);
    const before = await layoutTime();
    await places[place]!(written);
    await page.evaluate(() => document.body.getBoundingClientRect().height);
    return (await layoutTime()) - before;
  }
  const sentences = await writtenWith(spacedPart);
  const usual: Record<string, number> = {};
  for (const place of Object.keys(places)) usual[place] = await timeAt(place, sentences);
  for (const kind of kinds) {
    const written = await writtenWith(unbrokenParts[kind]!);
    for (const place of Object.keys(places)) {
      const most = Math.max(usual[place]! * timesAsMuch, dictionaryMs);
      let time = await timeAt(place, written);
      // What else the machine does is in the time, so a page that seems slow is opened again. A slow one stays slow.
      for (let again = 0; again < 2 && time > most; again++)
        time = Math.min(time, await timeAt(place, written));
      expect.soft(time, `${place} with ${kind}, against ${usual[place]} ms`).toBeLessThanOrEqual(most);
    }
  }
});
