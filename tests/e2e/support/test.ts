// `test` with fixtures: a running Logbook, users, and a check for unexpected errors.
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { awaitInterception } from './interception.ts';
import { builds, LogbookProcess } from './logbook-process.ts';
import { Noise } from './noise.ts';
import { Person } from './person.ts';
import { setReaderCookie } from './screen.ts';

export { expect } from '@playwright/test';

type ForTest = {
  noise: Noise;
  /** Opens another browser context, with its own cookies. It is closed after the test. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** A new user, signed in to the test's own `page`. */
  person: Person;
  /** The test's own `page`, signed in as `person`, for tests that do not need `person` itself. */
  signedIn: Page;
  /** Signs the same user in with another browser. */
  signInInNewBrowser: (options?: BrowserContextOptions) => Promise<Person>;
  /** The test's own `page` as a guest who has closed the tutorial. */
  guest: Page;
};

type ForWorker = {
  /** Which build of Logbook runs. A file whose tests need the pseudo-locale says so by `test.use`. */
  build: keyof typeof builds;
  logbook: LogbookProcess;
};

export const test = base.extend<ForTest, ForWorker>({
  build: ['product', { scope: 'worker', option: true }],
  logbook: [
    async ({ build }, use) => {
      const logbook = await LogbookProcess.start({}, builds[build]);
      await use(logbook);
      await logbook.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ logbook }, use) => use(logbook.url),
  noise: [
    async ({ context, logbook }, use) => {
      const noise = new Noise();
      const before = logbook.errors.length;
      noise.listenTo(context);
      awaitInterception(context);
      await use(noise);
      for (const line of logbook.errors.slice(before)) noise.hear(`server: ${line}`);
      expect(noise.problems, 'unexpected errors and warnings').toEqual([]);
    },
    { auto: true },
  ],
  openContext: async ({ browser, noise, logbook }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: logbook.url, ...options });
      noise.listenTo(context);
      awaitInterception(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
  guest: async ({ page, context }, use) => {
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('logbook-guest-tutorial', 'seen');
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your Logbook' }).waitFor();
    await use(page);
  },
  person: async ({ context, logbook }, use) => {
    const person = new Person(context, logbook.url);
    await person.signUp();
    // As on every visit but the first: the server renders the page for the user, and the browser takes it over.
    await setReaderCookie(context, logbook.url);
    await use(person);
  },
  // Requesting `person` also signs the page in.
  signedIn: ({ page, person: _person }, use) => use(page),
  signInInNewBrowser: async ({ person, openContext, logbook }, use) => {
    await use(async (options) => {
      const sameUser = new Person(await openContext(options), logbook.url, person.account);
      await sameUser.signIn();
      return sameUser;
    });
  },
});
