// Files of an entry in the expanded list and in the viewer: order, thumbnails, plain text, audio, and polling.
import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import { fileOf, sound } from './support/files.ts';
import { newAccount } from './support/person.ts';
import { entry, fillSignUp, fixture, openTimeline, save, view, write } from './support/screen.ts';
import { largeText, slowDown } from './support/throttling.ts';
import { expect, test } from './support/test.ts';

const names = (page: Page, content: string) =>
  entry(page, content).getByRole('list', { name: 'Files' }).getByRole('button');

async function openFiles(page: Page, content: string): Promise<void> {
  await entry(page, content)
    .getByRole('button', { name: /^\d+ files?$/ })
    .click();
}

const small = (name: string) => fileOf(name, `This is ${name}.`);
/** Chosen in this order. The first file takes longest to upload. */
const chosen = [
  largeText('z-first.txt', 400_000),
  small('b-second.txt'),
  small('a-third.txt'),
  sound('fourth.wav'),
];
const picture = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: readFileSync(fixture('photo.png')),
};
const inOrder = chosen.map(({ name }) => new RegExp(`Open ${name}`));

test('files keep the order in which they were chosen, in both windows and after a reload', async ({
  page,
  signInInNewBrowser,
  person: _person,
}) => {
  await openTimeline(page);
  const other = await (await signInInNewBrowser()).context.newPage();
  await openTimeline(other);
  const restoreSpeed = await slowDown(page, 200_000);
  await save(await write(page, { content: 'In order', files: chosen }));
  await expect(entry(page, 'In order').getByRole('button', { name: '4 files' })).toBeVisible();
  await restoreSpeed();
  for (const window of [page, other]) {
    await expect(entry(window, 'In order').getByRole('button', { name: '4 files' })).toBeVisible();
    await openFiles(window, 'In order');
    await expect(names(window, 'In order')).toHaveText(inOrder);
    await window.reload();
    await openFiles(window, 'In order');
    await expect(names(window, 'In order')).toHaveText(inOrder);
  }
});

test('a retried file takes its chosen place among files that were uploaded before it', async ({
  page,
  person: _person,
  noise,
}) => {
  noise.allow(/500 POST \/api\/storage\/log-files/, /was not uploaded/);
  const refuse = (route: Route) => route.fulfill({ status: 500, json: {} });
  await openTimeline(page);
  await page.route('**/api/storage/log-files', async (route) => {
    const isFirst = route.request().postDataBuffer()?.includes('z-first.txt');
    return isFirst ? refuse(route) : route.continue();
  });
  await save(await write(page, { content: 'Retried', files: chosen }));
  await expect(page.getByRole('button', { name: 'Retry z-first.txt' })).toBeVisible();
  await openFiles(page, 'Retried');
  await expect(names(page, 'Retried')).toHaveText(inOrder.slice(1));
  await page.unroute('**/api/storage/log-files');
  await page.getByRole('button', { name: 'Retry z-first.txt' }).click();
  await expect(names(page, 'Retried')).toHaveText(inOrder);
});

test('an entry saved offline has its files in the order in which they were chosen', async ({
  page,
  person: _person,
  noise,
}) => {
  noise.allow(/failed .*ERR_/, /console: .*(WebSocket|could not be read|was not uploaded)/, /50[234] /);
  await openTimeline(page);
  const dialog = await write(page, { content: 'Waited', files: chosen });
  await page.context().setOffline(true);
  await save(dialog);
  await expect(page.getByRole('article', { name: 'Waiting for a connection' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(entry(page, 'Waited').getByRole('button', { name: '4 files' })).toBeVisible({
    timeout: 40_000,
  });
  await openFiles(page, 'Waited');
  await expect(names(page, 'Waited')).toHaveText(inOrder);
});

test("a guest's files keep the order in which they were chosen, even after the import into an account", async ({
  guest: page,
}) => {
  await save(await write(page, { content: 'As a guest', files: [...chosen, picture] }));
  await expect(entry(page, 'As a guest').getByRole('button', { name: '5 files' })).toBeVisible();
  await openFiles(page, 'As a guest');
  const five = [...inOrder, /Open photo\.png/];
  await expect(names(page, 'As a guest')).toHaveText(five);
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await expect(page.getByRole('region', { name: 'Guest logbook in this browser' })).toContainText(
    '5 files added',
  );
  await expect(entry(page, 'As a guest').getByRole('button', { name: '5 files' })).toBeVisible();
  await openFiles(page, 'As a guest');
  await expect(names(page, 'As a guest')).toHaveText(five);
});

/** The thumbnails in an expanded list: size, loading, and source. */
const thumbnails = (page: Page, content: string) =>
  entry(page, content)
    .getByRole('list', { name: 'Files' })
    .locator('img')
    .evaluateAll((images) =>
      (images as HTMLImageElement[]).map(({ width, height, loading, naturalWidth, src }) => ({
        ...{ width, height, loading, hasLoaded: naturalWidth > 0 },
        from: src.startsWith('blob:') ? 'blob' : new URL(src).searchParams.get('as'),
      })),
    );

/** Defines a test once for a signed-in user and once for a guest. */
const viewers = {
  'a signed-in user': (title: string, body: (page: Page) => Promise<void>) =>
    test(title, async ({ signedIn: page }) => {
      await openTimeline(page);
      await body(page);
    }),
  'a guest': (title: string, body: (page: Page) => Promise<void>) => test(title, ({ guest }) => body(guest)),
};

for (const [viewer, check] of Object.entries(viewers)) {
  check(
    `${viewer} sees thumbnails of images in the expanded list, and icons of other files`,
    async (page) => {
      await save(
        await write(page, { content: 'With a picture', files: ['photo.png', 'report.pdf'].map(fixture) }),
      );
      await expect(entry(page, 'With a picture').getByRole('button', { name: '2 files' })).toBeVisible();
      await openFiles(page, 'With a picture');
      const from = viewer === 'a guest' ? 'blob' : 'view';
      await expect
        .poll(() => thumbnails(page, 'With a picture'))
        .toEqual([{ width: 40, height: 40, loading: 'lazy', hasLoaded: true, from }]);
    },
  );

  check(`${viewer} sees a text file as plain text, and the beginning of a long one`, async (page) => {
    const content = 'Grüße, 你好\n  <b>not bold</b> <img src=x onerror="document.title = 1">';
    const files = [
      fileOf('plain.txt', content),
      fileOf('unicode.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content, 'utf16le')])),
      largeText('long.txt', 300_000),
      largeText('too-long.txt', 1024 * 1024 + 1),
    ];
    await save(await write(page, { content: 'With texts', files }));
    await expect(entry(page, 'With texts').getByRole('button', { name: '4 files' })).toBeVisible();
    for (const name of ['plain.txt', 'unicode.txt']) {
      const dialog = await view(page, entry(page, 'With texts'), name);
      await expect(dialog.locator('pre')).toHaveText(content, { useInnerText: true });
      await expect(dialog.locator('pre *')).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
    const long = await view(page, entry(page, 'With texts'), 'long.txt');
    await expect(long.getByText('Only the beginning is shown.')).toBeVisible();
    expect(await long.locator('pre').evaluate((text) => text.textContent.length)).toBe(100_000);
    await page.keyboard.press('Escape');
    const tooLong = await view(page, entry(page, 'With texts'), 'too-long.txt');
    await expect(tooLong.getByText('This file has no preview.')).toBeVisible();
  });

  check(`${viewer} can play a recording in the viewer`, async (page) => {
    await save(await write(page, { content: 'With a sound', files: sound('tone.wav') }));
    await expect(entry(page, 'With a sound').getByRole('button', { name: '1 file' })).toBeVisible();
    const dialog = await view(page, entry(page, 'With a sound'), 'tone.wav');
    const audio = dialog.getByLabel('tone.wav').and(page.locator('audio'));
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.readyState))
      .toBeGreaterThan(1);
    expect(await audio.evaluate((element: HTMLAudioElement) => [element.duration, element.error])).toEqual([
      1,
      null,
    ]);
    await audio.evaluate(async (element: HTMLAudioElement) => {
      element.muted = true;
      await element.play();
    });
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.ended)).toBe(true);
  });
}

test('a window polls for expected files every 800 ms, 15 times, and then stops (R-B5)', async ({
  page,
  person,
  noise,
}) => {
  // The page's clock runs ahead of the network, so opening a socket times out, and the socket is closed.
  noise.allow(/WebSocket is closed before the connection is established/);
  await page.addInitScript(recordPolls);
  await page.clock.install();
  await openTimeline(page);
  // From here on the clock advances only as far as the test runs it.
  await page.clock.pauseAt(Date.now() + 1000);
  const files = [{ id: newId(), name: 'coming.txt', size: 4 }];
  await person.post('/api/check_ins', { id: newId(), content: 'Files follow', files });
  const pollTimes = () => page.evaluate(() => window.polls!.at);
  const advance = async (steps: number) => {
    for (let step = 0; step < steps; step++) {
      await page.clock.runFor(100);
      await page.evaluate(() => window.polls!.settled());
    }
  };
  await expect
    .poll(async () => {
      await advance(1);
      return (await pollTimes()).length;
    })
    .toBe(1);
  await advance(140);
  const at = await pollTimes();
  const pauses = at.slice(1).map((time, index) => time - at[index]!);
  expect(pauses).toHaveLength(14);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
  // Responses are processed between steps of 100 ms.
  expect(Math.max(...pauses)).toBeLessThanOrEqual(900);
  await page.clock.runFor(120_000);
  expect(await pollTimes()).toEqual(at);
});

declare global {
  interface Window {
    polls?: { at: number[]; settled: () => Promise<void> };
  }
}

/** Records when the page polls for files, by the page's clock. Runs in the page. */
function recordPolls(): void {
  const { fetch } = window;
  const pending = new Set<Promise<unknown>>();
  const polls = {
    at: [] as number[],
    async settled() {
      await Promise.all(pending);
    },
  };
  window.polls = polls;
  window.fetch = async (input, init) => {
    const response = fetch(input, init);
    const body = response.then(async (result) => result.clone().arrayBuffer()).catch(() => undefined);
    pending.add(body);
    void body.then(() => pending.delete(body));
    if (String(input).startsWith('/api/log_files?')) polls.at.push(Date.now());
    return response;
  };
}
