// A guest's timeline of thousands of entries.
import { newId } from '#platform/clock/id.ts';
import { fillGuestStore } from './support/guest-store.ts';
import { entries } from './support/screen.ts';
import { openAndScrollThroughAll } from './support/scrolling.ts';
import { expect, test } from './support/test.ts';
import { workLog } from './support/work-log.ts';

test.setTimeout(240_000);

test("a guest's timeline of thousands of entries scrolls smoothly, completely and in order", async ({
  guest: page,
}) => {
  const log = workLog();
  await fillGuestStore(
    page,
    log.map(({ content, created_at }) => {
      return { id: newId(), content, createdAt: new Date(created_at).toISOString() };
    }),
  );
  await page.reload();
  await openAndScrollThroughAll(page, log.length);
  await expect(entries(page).first()).toBeVisible();
});
