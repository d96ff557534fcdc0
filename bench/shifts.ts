// How much the pages of twenty different accounts move while they load, on a slow phone and on a slow desktop.
import { chromium } from '@playwright/test';
import { browserOptions } from '#tests/e2e/support/browser-options.ts';
import { makeAccount, type Account } from './accounts.ts';
import { screens, type Screen } from './browser.ts';
import { Instance } from './instance.ts';
import { atMost, type Row } from './report.ts';
import { visit } from './visit.ts';

const bounds = { aim: 0.01, floor: 0.01 };

/** `path` is null if the account has no such page. */
type Case = { name: string; path: (account: Account) => string | null; signedOut?: true };

/** An invitation is accepted when its user opens it, so signed-out callers come first. */
const cases: Case[] = [
  { name: 'guest', path: () => '/', signedOut: true },
  { name: 'sign-in', path: () => '/auth', signedOut: true },
  {
    name: 'invitation, signed out',
    path: ({ token }) => `/accept-invitation?token=${token}`,
    signedOut: true,
  },
  { name: 'timeline', path: () => '/' },
  { name: 'shoutouts', path: () => '/?tab=appreciation' },
  { name: 'goals', path: () => '/?tab=goals' },
  { name: 'my team', path: () => '/?tab=team' },
  { name: 'found entries', path: () => '/?q=import' },
  { name: 'settings', path: () => '/profile' },
  { name: 'team member', path: ({ member }) => member && `/team-member/${member}` },
  { name: 'invitation', path: ({ token }) => `/accept-invitation?token=${token}` },
];

type Shift = { name: string; slug: string; screen: Screen; shift: number };

export async function shiftRows(quick: boolean): Promise<Row[]> {
  // Only some users have the Team plan.
  const instance = await Instance.make({ BILLING: 'test' });
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    const accounts: Account[] = [];
    for (let number = 0; number < (quick ? 6 : 20); number += 1)
      accounts.push(await makeAccount(instance, number));
    const shifts: Shift[] = [];
    const visitAll = async (screen: Screen, own: Account[]) => {
      for (const account of own)
        for (const { name, path: pathOf, signedOut } of cases) {
          const path = pathOf(account);
          if (path === null) continue;
          const { shift } = await visit(browser, {
            ...{ instance, path, content: 'main', screen },
            cookie: signedOut ? undefined : account.person.cookie,
            // The callout welcomes users who were here before they had the plan.
            stored: account.hasPlan ? { [`logbook-without-plan:${account.person.id}`]: 'yes' } : {},
          });
          shifts.push({ name, slug: account.slug, screen, shift });
        }
    };
    const all = Object.keys(screens) as Screen[];
    await Promise.all(
      all.map((screen, index) =>
        visitAll(
          screen,
          accounts.filter((_, n) => n % all.length === index),
        ),
      ),
    );
    return cases.map(({ name }) =>
      rowOf(
        name,
        shifts.filter((one) => one.name === name),
      ),
    );
  } finally {
    await browser.close();
    await instance.remove();
  }
}

function rowOf(name: string, shifts: Shift[]): Row {
  const most = shifts.reduce((worst, one) => (one.shift > worst.shift ? one : worst));
  return {
    name: `layout shift of ${shifts.length} accounts, at most: ${name}`,
    ours: most.shift.toFixed(4),
    reference: most.shift > 0 ? `${most.slug}, ${most.screen}` : '',
    ...{ ratio: null, aim: `${bounds.aim}`, floor: `${bounds.floor}` },
    verdict: atMost(most.shift, bounds),
    details: shifts,
  };
}
