// What pages fetch in their first seconds, including what they load by import().
import { pageIds } from '#features/imports/constants.ts';
import { paths } from '#app/paths.ts';
import { countFetched, fetchLimits, firstSecondsMs } from './support/fetched.ts';
import { setReaderCookie } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const limitOf = (path: string) => ({
  ...fetchLimits,
  ...(path === paths.auth && { kilobytes: fetchLimits.signInKilobytes }),
});

const imports = pageIds.map((format) => `${paths.import}?format=${format}`);
const all = [...Object.values(paths).filter((path) => !path.includes('$')), ...imports];
const signedOut: string[] = [paths.home, paths.auth, paths.accept];

for (const [who, addresses] of [
  ['a visitor', signedOut],
  ['a user', all.filter((path) => path === paths.home || !signedOut.includes(path))],
] as const)
  test(`no page of ${who} fetches more in its first seconds than it may`, async ({
    person,
    openContext,
    logbook,
  }) => {
    await person.addCheckIn('An entry');
    await setReaderCookie(person.context, logbook.url);
    const storageState = await person.context.storageState();
    await Promise.all(
      addresses.map(async (address) => {
        // Each with an empty cache.
        const context = await openContext(who === 'a user' ? { storageState } : {});
        const page = await context.newPage();
        const fetched = await countFetched(await context.newCDPSession(page));
        await page.goto(address, { waitUntil: 'networkidle' });
        await page.waitForFunction((ms) => performance.now() > ms, firstSecondsMs);
        const { requests, scripts, kilobytes } = fetched(await page.evaluate(() => performance.timeOrigin));
        const limit = limitOf(address);
        expect.soft(requests, `requests of ${address}`).toBeLessThanOrEqual(limit.requests);
        expect.soft(scripts, `scripts of ${address}`).toBeLessThanOrEqual(limit.scripts);
        expect.soft(kilobytes, `kB of the scripts of ${address}`).toBeLessThanOrEqual(limit.kilobytes);
        // Scripts that are not counted would hold every limit.
        expect.soft(kilobytes, `kB of the scripts of ${address}`).toBeGreaterThan(limit.kilobytes / 2);
        // Before what it fetches ahead fails, because the server has stopped.
        await context.close();
      }),
    );
  });
