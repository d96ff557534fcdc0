// The first seconds of a page on a slow phone, and everything that it fetches in them.
import { chromium } from '@playwright/test';
import { browserOptions } from '#tests/e2e/support/browser-options.ts';
import { fetchLimits, type Fetched } from '#tests/e2e/support/fetched.ts';
import type { Filled } from './filled.ts';
import { bounded } from './figures.ts';
import { connect } from './team.ts';
import { publish, slug } from './public-pages.ts';
import { atMost, type Row } from './report.ts';
import { median } from './rounds.ts';
import { visit, type Paint } from './visit.ts';

type Bounds = { aim: number; floor: number };

/** Until what is painted. A page that needs no script is complete with its largest paint. In milliseconds. */
type Painted = { of: 'content' | 'largest' } & Bounds;

type Case = {
  name: string;
  path: string;
  /** Selector of the content. */
  content: string;
  /** The user who visits it, or undefined: a viewer who is signed out. */
  as?: 'reader' | 'manager';
  painted: Painted;
  /** Of all scripts in the first seconds, in kB of 1000 bytes. Only for pages with the app. */
  scripts?: Bounds;
};

/** Bounds of every page with the app. */
const appBounds = {
  requests: { aim: fetchLimits.requests, floor: 30 },
  files: { aim: fetchLimits.scripts, floor: fetchLimits.scripts },
  blocked: { aim: 150, floor: 400 },
  longest: { aim: 120, floor: 250 },
};

/** Of a page that is rendered for everyone, of one that is rendered with data, and of one that requests its data. */
const shared: Painted = { of: 'largest', aim: 1200, floor: 1600 };
const withData: Painted = { of: 'content', aim: 700, floor: 1200 };
const requesting: Painted = { of: 'content', aim: 2600, floor: 3200 };
const plain: Painted = { of: 'largest', aim: 800, floor: 1200 };
const upTo = (aim: number, floor = aim): Bounds => ({ aim, floor });

const cases: Case[] = [
  {
    name: 'sign-in',
    path: '/auth',
    content: 'input[name=password]',
    painted: shared,
    scripts: upTo(fetchLimits.signInKilobytes, 95),
  },
  { name: 'guest page', path: '/', content: 'h1', painted: shared, scripts: upTo(fetchLimits.kilobytes) },
  { name: 'public page', path: `/${slug}`, content: 'article', painted: plain },
  {
    name: 'dashboard',
    path: '/',
    content: '[data-entry]',
    as: 'reader',
    painted: withData,
    scripts: upTo(fetchLimits.kilobytes),
  },
  {
    name: 'settings',
    path: '/profile',
    content: 'h1',
    as: 'reader',
    painted: requesting,
    scripts: upTo(fetchLimits.kilobytes, 165),
  },
  {
    name: 'team member',
    path: '/team-member/$reader',
    content: 'article',
    as: 'manager',
    painted: requesting,
    scripts: upTo(fetchLimits.kilobytes, 152),
  },
  {
    name: 'invitation',
    path: '/accept-invitation?token=unknown',
    content: 'h1',
    painted: requesting,
    scripts: upTo(fetchLimits.kilobytes),
  },
];

export async function firstPaintRows({ instance, reader }: Filled, rounds: number): Promise<Row[]> {
  await publish(instance);
  const manager = await instance.signUpSettled('lead');
  await instance.asOwner(async (owner) => {
    await owner.query('set session_replication_role = replica');
    await connect(owner, manager, [reader.id]);
  });
  const users = { reader, manager };
  const browser = await chromium.launch(browserOptions.launchOptions);
  try {
    const rows: Row[] = [];
    for (const testCase of cases) {
      const { as, content } = testCase;
      const path = testCase.path.replace('$reader', reader.id);
      const cookie = as && users[as].cookie;
      const paints: (Paint & Fetched)[] = [];
      for (let round = 0; round < rounds; round += 1)
        paints.push(await visit(browser, { instance, path, content, cookie }));
      rows.push(...rowsOf(testCase, paints));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

function rowsOf({ name, painted: bounds, scripts }: Case, paints: (Paint & Fetched)[]): Row[] {
  const of = (part: keyof Paint | keyof Fetched) => median(paints.map((paint) => paint[part]));
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const time = of(bounds.of);
  const painted: Row = {
    name: `${name} on a slow phone, ${bounds.of === 'content' ? 'content painted' : 'largest paint'}`,
    ours: `${seconds(time)} s`,
    reference: `first ${seconds(of('first'))}, largest ${seconds(of('largest'))}, content ${seconds(of('content'))}`,
    ratio: null,
    aim: `${seconds(bounds.aim)} s`,
    floor: `${seconds(bounds.floor)} s`,
    verdict: atMost(time, bounds),
    details: paints,
  };
  const shift: Row = {
    name: `${name}, layout shift`,
    ours: of('shift').toFixed(4),
    ...{ reference: '', ratio: null, aim: '0.01', floor: '0.01' },
    verdict: atMost(of('shift'), { aim: 0.01, floor: 0.01 }),
  };
  if (!scripts) return [painted, shift];
  return [
    painted,
    shift,
    bounded(`${name}, requests in the first 3 seconds`, of('requests'), '', appBounds.requests),
    bounded(`${name}, scripts in the first 3 seconds`, of('scripts'), 'files', appBounds.files),
    {
      ...bounded(`${name}, size of these scripts`, of('kilobytes'), 'kB', scripts),
      reference: `${Math.round(of('kilobytesWithAhead'))} kB with what is fetched ahead later`,
    },
    bounded(`${name}, blocking time`, of('blocked'), 'ms', appBounds.blocked),
    bounded(`${name}, longest task`, of('longest'), 'ms', appBounds.longest),
  ];
}
