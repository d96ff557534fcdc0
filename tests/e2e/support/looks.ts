// What can be seen of a page by measuring: the focus, its width, its theme.
import { expect, type BrowserContextOptions, type Page } from '@playwright/test';

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export const narrowPhone: BrowserContextOptions = { ...phone, viewport: { width: 320, height: 640 } };

type Focused = { what: string; outline: string; width: number; inView: boolean };

/** The element with the focus: what it is called, and whether one sees that it has it. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    if (element === document.body) return { what: 'BODY', outline: '', width: 0, inView: false };
    // A radio button lends its outline to the label around it.
    const marked = [element, element.closest('label')].find(
      (one) => one && getComputedStyle(one).outlineStyle !== 'none',
    );
    const style = getComputedStyle(marked ?? element);
    const box = (marked ?? element).getBoundingClientRect();
    const named = element.getAttribute('aria-labelledby') ?? '';
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
    return {
      what: [
        element.getAttribute('aria-label'),
        document.getElementById(named)?.textContent,
        labels[0]?.textContent,
        element.textContent,
        element.tagName,
      ]
        .find(Boolean)!
        .trim(),
      outline: style.outlineStyle,
      width: Number.parseFloat(style.outlineWidth),
      inView: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
    };
  });
}

/** Presses Tab until an element of that name has the focus; each stop on the way must show that it has it. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  // Several times around the page, as parts of it are fetched after it stands.
  while (passed.length < 120) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now.what !== 'BODY') await expectFocusSeen(page, now.what);
    if (name.test(now.what)) return;
    passed.push(now.what);
  }
  throw new Error(`Tab never came to ${name}, only to: ${passed.join(' | ')}`);
}

/** The focus has a visible mark inside the window. */
export async function expectFocusSeen(page: Page, name: string): Promise<void> {
  await expect
    .poll(() => focused(page), `focus on ${name}`)
    .toMatchObject({ what: name, outline: 'solid', width: 2, inView: true });
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => {
    const root = document.documentElement;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
    );
    return {
      by: root.scrollWidth - root.clientWidth,
      of: wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120)),
    };
  });
  expect(over.by, `${where} scrolls sideways because of ${over.of.join(' and ')}`).toBeLessThanOrEqual(0);
}

/** Resolves when nothing on the page moves any more, endless movements aside. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A change of theme begins its movements in the next frame.
    for (let frames = 0; frames < 2; frames++) await new Promise((go) => requestAnimationFrame(go));
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
