// Files of an entry in the opened list and in the viewer: their order, thumbnails, plain text, sound, and polling.
import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import { fileOf, sound } from './support/files.ts';
import { newAccount } from './support/person.ts';
import { entry, fillSignUp, fixture, openTimeline, save, view, write } from './support/screen.ts';
import { largeText, slowDown } from './support/slow.ts';
import { expect, test } from './support/test.ts';

const names = (page: Page, content: string) =>
  entry(page, content).getByRole('list', { name: 'Files' }).getByRole('button');

async function openFiles(page: Page, content: string): Promise<void> {
  await entry(page, content)
    .getByRole('button', { name: /^\d+ files?$/ })
    .click();
}

const small = (name: string) => fileOf(name, `This is ${name}.`);
/** Chosen in this order; the first one takes longest to upload. */
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

test('files keep the order in which they were chosen, in this window, another one and after a reload', async ({
  page,
  signInElsewhere,
  person: _person,
}) => {
  await openTimeline(page);
  const other = await (await signInElsewhere()).context.newPage();
  await openTimeline(other);
  const lift = await slowDown(page, 200_000);
  await save(await write(page, { content: 'In order', files: chosen }));
  await expect(entry(page, 'In order').getByRole('button', { name: '4 files' })).toBeVisible();
  await lift();
  for (const window of [page, other]) {
    await expect(entry(window, 'In order').getByRole('button', { name: '4 files' })).toBeVisible();
    await openFiles(window, 'In order');
    await expect(names(window, 'In order')).toHaveText(inOrder);
    await window.reload();
    await openFiles(window, 'In order');
    await expect(names(window, 'In order')).toHaveText(inOrder);
  }
});

test('a file that is retried takes its place among those that arrived before it', async ({
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

test('an entry that waited for a connection has its files in the order in which they were chosen', async ({
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

test('a guest sees files in the order in which they were chosen, and an account takes it over', async ({
  guest: page,
}) => {
  await save(await write(page, { content: 'As a guest', files: [...chosen, picture] }));
  await expect(entry(page, 'As a guest').getByRole('button', { name: '5 files' })).toBeVisible();
  await openFiles(page, 'As a guest');
  const five = [...inOrder, /Open photo\.png/];
  await expect(names(page, 'As a guest')).toHaveText(five);
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await expect(page.getByRole('region', { name: 'What this browser holds' })).toContainText('5 files came');
  await expect(entry(page, 'As a guest').getByRole('button', { name: '5 files' })).toBeVisible();
  await openFiles(page, 'As a guest');
  await expect(names(page, 'As a guest')).toHaveText(five);
});

/** Natural size of the thumbnails in an opened list. */
const thumbnails = (page: Page, content: string) =>
  entry(page, content)
    .getByRole('list', { name: 'Files' })
    .locator('img')
    .evaluateAll((images) =>
      (images as HTMLImageElement[]).map(({ width, height, loading, naturalWidth, src }) => ({
        ...{ width, height, loading, drawn: naturalWidth > 0 },
        from: src.startsWith('blob:') ? 'blob' : new URL(src).searchParams.get('as'),
      })),
    );

/** What holds for a person and for a guest. */
const everyone = {
  'a person': (title: string, body: (page: Page) => Promise<void>) =>
    test(title, async ({ signedIn: page }) => {
      await openTimeline(page);
      await body(page);
    }),
  'a guest': (title: string, body: (page: Page) => Promise<void>) => test(title, ({ guest }) => body(guest)),
};

for (const [who, check] of Object.entries(everyone)) {
  check(`${who} sees thumbnails of images in the opened list, and signs of other files`, async (page) => {
    await save(
      await write(page, { content: 'With a picture', files: ['photo.png', 'report.pdf'].map(fixture) }),
    );
    await expect(entry(page, 'With a picture').getByRole('button', { name: '2 files' })).toBeVisible();
    await openFiles(page, 'With a picture');
    const from = who === 'a guest' ? 'blob' : 'view';
    await expect
      .poll(() => thumbnails(page, 'With a picture'))
      .toEqual([{ width: 40, height: 40, loading: 'lazy', drawn: true, from }]);
  });

  check(`${who} sees a text as text, whatever it says, and a long one from its beginning`, async (page) => {
    const words = 'Grüße, 你好\n  <b>not bold</b> <img src=x onerror="document.title = 1">';
    const files = [
      fileOf('words.txt', words),
      fileOf('unicode.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(words, 'utf16le')])),
      largeText('long.txt', 300_000),
      largeText('too-long.txt', 1024 * 1024 + 1),
    ];
    await save(await write(page, { content: 'With texts', files }));
    await expect(entry(page, 'With texts').getByRole('button', { name: '4 files' })).toBeVisible();
    for (const name of ['words.txt', 'unicode.txt']) {
      const viewer = await view(page, entry(page, 'With texts'), name);
      await expect(viewer.locator('pre')).toHaveText(words, { useInnerText: true });
      await expect(viewer.locator('pre *')).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
    const long = await view(page, entry(page, 'With texts'), 'long.txt');
    await expect(long.getByText('Only the beginning is shown.')).toBeVisible();
    expect(await long.locator('pre').evaluate((text) => text.textContent.length)).toBe(100_000);
    await page.keyboard.press('Escape');
    const tooLong = await view(page, entry(page, 'With texts'), 'too-long.txt');
    await expect(tooLong.getByText('This file has no preview.')).toBeVisible();
  });

  check(`${who} can play a recording in the viewer`, async (page) => {
    await save(await write(page, { content: 'With a sound', files: sound('tone.wav') }));
    await expect(entry(page, 'With a sound').getByRole('button', { name: '1 file' })).toBeVisible();
    const viewer = await view(page, entry(page, 'With a sound'), 'tone.wav');
    const audio = viewer.getByLabel('tone.wav').and(page.locator('audio'));
    await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.readyState)).toBeGreaterThan(1);
    expect(await audio.evaluate((one: HTMLAudioElement) => [one.duration, one.error])).toEqual([1, null]);
    await audio.evaluate(async (one: HTMLAudioElement) => {
      one.muted = true;
      await one.play();
    });
    await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.ended)).toBe(true);
  });
}

test('a window asks for expected files every 800 ms, 15 times, and then no more (R-B5)', async ({
  page,
  person,
  noise,
}) => {
  // The page's clock runs ahead of the network: a socket that is opening seems to take too long, and is closed.
  noise.allow(/WebSocket is closed before the connection is established/);
  await page.addInitScript(watchQuestions);
  await page.clock.install();
  await openTimeline(page);
  // The clock stands still from here on, and runs only as far as the test lets it.
  await page.clock.pauseAt(Date.now() + 1000);
  const files = [{ id: newId(), name: 'coming.txt', size: 4 }];
  await person.post('/api/check_ins', { id: newId(), content: 'Files follow', files });
  const asked = () => page.evaluate(() => window.asked!.at);
  const runOn = async (steps: number) => {
    for (let step = 0; step < steps; step++) {
      await page.clock.runFor(100);
      await page.evaluate(() => window.asked!.answered());
    }
  };
  await expect
    .poll(async () => {
      await runOn(1);
      return (await asked()).length;
    })
    .toBe(1);
  await runOn(140);
  const at = await asked();
  const pauses = at.slice(1).map((time, index) => time - at[index]!);
  expect(pauses).toHaveLength(14);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
  // Answers are looked at between steps of 100 ms.
  expect(Math.max(...pauses)).toBeLessThanOrEqual(900);
  await page.clock.runFor(120_000);
  expect(await asked()).toEqual(at);
});

declare global {
  interface Window {
    asked?: { at: number[]; answered: () => Promise<void> };
  }
}

/** Notes when the page asks for files, by its own clock. Runs in the page. */
function watchQuestions(): void {
  const { fetch } = window;
  const pending = new Set<Promise<unknown>>();
  const asked = {
    at: [] as number[],
    async answered() {
      await Promise.all(pending);
    },
  };
  window.asked = asked;
  window.fetch = async (input, init) => {
    const answer = fetch(input, init);
    const whole = answer.then(async (one) => one.clone().arrayBuffer()).catch(() => undefined);
    pending.add(whole);
    void whole.then(() => pending.delete(whole));
    if (String(input).startsWith('/api/log_files?')) asked.at.push(Date.now());
    return answer;
  };
}
