// Dates and months follow the viewer's time zone and language, not the server's.
import { entry, openMonth } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const leapEvening = '2024-02-29T20:00:00Z';

const viewers = [
  {
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    month: 'February 2024',
    day: 'Feb 29',
    full: /12:00/,
  },
  { timezoneId: 'Asia/Kathmandu', locale: 'en-US', month: 'March 2024', day: 'Mar 1', full: /1:45/ },
  { timezoneId: 'Europe/Vienna', locale: 'de-AT', month: 'Februar 2024', day: '29. Feb.', full: /21:00/ },
];

for (const { timezoneId, locale, month, day, full } of viewers) {
  test(`the same entry shows the local date for ${timezoneId} and ${locale}`, async ({
    person,
    signInInNewBrowser,
  }) => {
    await person.addCheckIn('At one instant', { created_at: leapEvening });
    const viewer = await signInInNewBrowser({ timezoneId, locale });
    const page = await viewer.context.newPage();
    await page.goto('/');
    const section = page.getByRole('group', { name: month, exact: true });
    await section.locator('summary').click();
    const time = entry(page, 'At one instant').locator('time').first();
    await expect(time).toHaveText(day);
    await expect(time).toHaveAttribute('title', full);
    await expect(time).toHaveAttribute('datetime', /^2024-02-29T20:00:00/);
  });
}

test("the date field uses the writer's local time", async ({ signInInNewBrowser }) => {
  const { context } = await signInInNewBrowser({ timezoneId: 'Asia/Kathmandu' });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  await page.getByLabel('What did you do?').fill('By my own clock');
  await page.getByRole('button', { name: 'Change date' }).click();
  await page.getByLabel('Date and time').fill('2024-03-01T01:45');
  await page.getByRole('button', { name: 'Save Check-in' }).click();
  await page.getByText('March 2024').click();
  const time = entry(page, 'By my own clock').locator('time').first();
  await expect(time).toHaveText('Mar 1');
  await expect(time).toHaveAttribute('datetime', /^2024-02-29T20:00:00/);
});

/** Languages with short and with long names of the halves of the day. */
for (const locale of ['en-US', 'de-DE', 'es-MX', 'el-GR', 'am-ET', 'ms-MY', 'ko-KR']) {
  test(`in ${locale}, the time of the focused row ends before the margin rule`, async ({
    person,
    signInInNewBrowser,
  }) => {
    for (const hour of ['00', '12']) {
      await person.addCheckIn(`At ${hour}`, { created_at: `2024-02-29T${hour}:48:00Z` });
    }
    const viewer = await signInInNewBrowser({ timezoneId: 'UTC', locale });
    const page = await viewer.context.newPage();
    await page.goto('/');
    const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
    await openMonth(page, title.format(new Date('2024-02-15')));
    const rows = page.locator('article[data-entry]');
    await expect(rows).toHaveCount(2);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      for (const row of await rows.all()) {
        await row.focus();
        const room = await row.evaluate((article) => {
          const time = getComputedStyle(article.querySelector('[data-time]')!, '::before');
          const rule = Number.parseFloat(getComputedStyle(article).gridTemplateColumns);
          return rule - Number.parseFloat(time.left) - Number.parseFloat(time.width);
        });
        expect(room, `at ${width} px`).toBeGreaterThanOrEqual(2);
      }
    }
  });
}
