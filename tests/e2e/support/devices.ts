// Shows a page on a phone and back, in the middle of a test. Playwright can change the size of a window and its colors,
// but not its pointer. Chromium's touch emulation can, but does not restore the mouse before the next load. So the
// page's style sheets and `matchMedia` are changed to what they would be with the other pointer.
import type { Page } from '@playwright/test';

declare global {
  /** In a prepared page: pretends that the pointer is a finger, or a mouse. */
  var pretendTouch: ((touch: boolean) => void) | undefined;
}

/** Prepares the next documents of a page for `showOnPhone`. */
export async function prepareForPhone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const coarse = '(pointer: coarse)';
    const asked = Object.assign(new EventTarget(), { matches: false, media: coarse });
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) =>
      query === coarse ? (asked as unknown as MediaQueryList) : matchMedia(query);

    const originals = new Map<MediaList, string>();
    const remember = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule && !originals.has(rule.media)) {
          if (/pointer|hover/.test(rule.media.mediaText)) originals.set(rule.media, rule.media.mediaText);
        }
        if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) remember(rule.cssRules);
      }
    };
    const asOnTouch = (query: string) =>
      query.replace(coarse, '(min-width: 0px)').replace('(hover: hover)', '(max-width: 0px)');
    globalThis.pretendTouch = (touch) => {
      for (const sheet of document.styleSheets) remember(sheet.cssRules);
      for (const [media, original] of originals) media.mediaText = touch ? asOnTouch(original) : original;
      asked.matches = touch;
      asked.dispatchEvent(new Event('change'));
    };
  });
}

/** Shows the page on the narrowest phone, in dark colors. */
export async function showOnPhone(page: Page): Promise<void> {
  await Promise.all([
    page.setViewportSize({ width: 320, height: 640 }),
    page.emulateMedia({ colorScheme: 'dark' }),
    page.evaluate(() => globalThis.pretendTouch!(true)),
  ]);
}

/** Shows the page on a desktop again, in light colors. */
export async function showOnDesktop(page: Page): Promise<void> {
  await Promise.all([
    page.evaluate(() => globalThis.pretendTouch!(false)),
    page.emulateMedia({ colorScheme: 'light' }),
    page.setViewportSize({ width: 1280, height: 800 }),
  ]);
}
