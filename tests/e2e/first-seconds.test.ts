// What pages fetch in their first seconds, including what they load by import().
import { paths } from '#app/paths.ts';
import { countFetched, fetchLimits, firstSecondsMs } from './support/fetched.ts';
import { expect, test } from './support/test.ts';

const limitOf = (path: string) => ({
  ...fetchLimits,
  ...(path === paths.auth && { kilobytes: fetchLimits.signInKilobytes }),
});

/** Formats of the import have their own code: those of other programs, and that of Logbook. */
const imports = ['csv', 'logbook'].map((format) => `${paths.import}?format=${format}`);
const all = [...Object.values(paths).filter((path) => !path.includes('$')), ...imports];
const signedOut: string[] = [paths.home, paths.auth, paths.accept];

for (const [who, addresses] of [
  ['a visitor', signedOut],
  ['a user', all.filter((path) => path === paths.home || !signedOut.includes(path))],
] as const)
  test(`no page of ${who} fetches more in its first seconds than it may`, async ({ person, openContext }) => {
    await person.addCheckIn('An entry');
    const storageState = await person.context.storageState();
    await Promise.all(
      addresses.map(async (address) => {
        // Each with an empty cache.
        const context = await openContext(who === 'a user' ? { storageState } : {});
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
        expect
          .soft(kilobytesWithAhead, `kB of all scripts of ${address}`)
          .toBeGreaterThan(limit.kilobytes / 2);
        // Before what it fetches ahead fails, because the server has stopped.
        await context.close();
      }),
    );
  });
