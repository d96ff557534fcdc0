// Typing in long text without spaces: no style of a field makes the browser lay out the whole text again for each line, or
// for each width that an ancestor asks for. long-documents.test.ts does the same for text that is shown.
import type { Locator, Page } from '@playwright/test';
import { goalField, openGoals } from './support/goals-screen.ts';
import { fill, frameMs, layoutTimeOf, spacedPart, unbrokenParts } from './support/long-texts.ts';
import { openDialog, openTimeline } from './support/screen.ts';
import { openShoutouts } from './support/shoutouts-states.ts';
import { expect, test } from './support/test.ts';
import { openVouchForm } from './support/vouches-states.ts';

const length = 9900;
/** The playbook's field has no script that finds text without spaces between words. */
const lengths: Record<string, number> = { 'a public page': 2000 };

/** Layout time per key at the end of a text, in milliseconds: the best of three. */
async function perKey(field: Locator, text: string, layoutTime: () => Promise<number>) {
  await field.fill(text);
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await field.press('End');
    const before = await layoutTime();
    await field.press('x');
    times.push((await layoutTime()) - before);
  }
  return Math.min(...times);
}

async function expectQuickKeys(page: Page, field: Locator, length: number): Promise<void> {
  const layoutTime = await layoutTimeOf(page);
  for (const [what, part] of Object.entries({ spaces: spacedPart, ...unbrokenParts })) {
    const time = await perKey(field, fill(part, length), layoutTime);
    expect(time, what).toBeLessThanOrEqual(frameMs);
  }
}

/** Fields of the app, each with how it is reached. */
const fields: Record<string, (page: Page) => Promise<Locator>> = {
  async 'an entry'(page) {
    await openTimeline(page);
    return (await openDialog(page)).getByLabel('What did you do?');
  },
  async 'a goal'(page) {
    await openGoals(page);
    await page.getByRole('button', { name: 'Add a goal' }).click();
    return goalField(page);
  },
  async 'a shoutout'(page) {
    await openShoutouts(page);
    await page.getByRole('button', { name: 'Send a shoutout' }).first().click();
    return page.getByRole('textbox', { name: 'Message' });
  },
  async 'a vouch'(page) {
    await openTimeline(page);
    return (await openVouchForm(page)).getByLabel('Your contribution', { exact: true });
  },
  async 'a public page'(page) {
    await page.goto('/raise-promotion-playbook');
    return page.locator('#win');
  },
};

for (const [what, open] of Object.entries(fields)) {
  test(`a key at the end of a long word in the field of ${what} costs less than a frame`, async ({
    page,
    person,
  }) => {
    await person.addCheckIn('An entry');
    await expectQuickKeys(page, await open(page), lengths[what] ?? length);
  });
}
