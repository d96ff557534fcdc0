// What pages fetch in their first seconds, including what they load by import().
import type { Browser, BrowserContext } from '@playwright/test';
import { paths } from '#app/paths.ts';
import type { Profile } from '#features/profile/contract.ts';
import { countFetched, fetchLimits, firstSecondsMs } from './support/fetched.ts';
import { Person } from './support/person.ts';
import { connect } from './support/teams.ts';
import { expect, test } from './support/test.ts';

const limitOf = (path: string) => ({
  ...fetchLimits,
  ...(path === paths.auth && { kilobytes: fetchLimits.signInKilobytes }),
});

/** Formats of the import have their own code: those of other programs, and that of Logbook. */
const imports = ['csv', 'logbook'].map((format) => `${paths.import}?format=${format}`);
const signedOut: string[] = [paths.home, paths.auth, paths.accept];
const signedIn = [...Object.values(paths), ...imports].filter(
  (path) => path === paths.home || !signedOut.includes(path),
);

type Options = Parameters<Browser['newContext']>[0];

async function expectFewFetched(
  open: (options?: Options) => Promise<BrowserContext>,
  options: Options,
  addresses: string[],
): Promise<void> {
  await Promise.all(
    addresses.map(async (address) => {
      // Each with an empty cache.
      const context = await open(options);
      const page = await context.newPage();
      const fetched = await countFetched(await context.newCDPSession(page));
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.waitForFunction((ms) => performance.now() > ms, firstSecondsMs);
      const openedAt = await page.evaluate(() => performance.timeOrigin);
      const { requests, scripts, kilobytes, kilobytesWithAhead } = fetched(openedAt);
      const limit = limitOf(address);
      expect.soft(requests, `requests of ${address}`).toBeLessThanOrEqual(limit.requests);
      expect.soft(scripts, `scripts of ${address}`).toBeLessThanOrEqual(limit.scripts);
      expect.soft(kilobytes, `kB of the scripts of ${address}`).toBeLessThanOrEqual(limit.kilobytes);
      // Scripts that are not counted would hold every limit. On a busy machine, some come after the first seconds.
      expect.soft(kilobytesWithAhead, `kB of all scripts of ${address}`).toBeGreaterThan(limit.kilobytes / 2);
      // Before what it fetches ahead fails, because the server has stopped.
      await context.close();
    }),
  );
}

test('no page of a visitor fetches more in its first seconds than it may', async ({ openContext }) => {
  await expectFewFetched(openContext, {}, signedOut);
});

test('no page of a user fetches more in its first seconds than it may', async ({
  person: manager,
  openContext,
  logbook,
}) => {
  const member = new Person(await openContext(), logbook.url);
  await member.signUp();
  await manager.subscribe();
  await connect(manager, member);
  await manager.addCheckIn('An entry');
  await member.addCheckIn('An entry', { manager_email: manager.account.email });
  const storageState = await manager.context.storageState();
  const { user_id: memberId } = (await (await member.get('/api/profiles')).json()) as Profile;
  await expectFewFetched(
    openContext,
    { storageState },
    signedIn.map((path) => path.replace('$userId', memberId)),
  );
});
