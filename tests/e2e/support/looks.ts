// Measures what a page shows: focus, width, animations.
import { expect, type BrowserContextOptions, type Page, type PlaywrightTestOptions } from '@playwright/test';

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export const narrowPhone: BrowserContextOptions = { ...phone, viewport: { width: 320, height: 640 } };

/** For `test.use`: with the animations that `playwright.config.ts` turns off. */
export const withMotion: Pick<PlaywrightTestOptions, 'contextOptions'> = {
  contextOptions: { reducedMotion: 'no-preference' },
};

type Focused = { name: string; outline: string; width: number; inView: boolean };

/** The focused element: its name, its outline, and whether it is in view. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    if (element === document.body) return { name: 'BODY', outline: '', width: 0, inView: false };
    // The focus outline of a radio button is on the label around it.
    const marked = [element, element.closest('label')].find(
      (candidate) => candidate && getComputedStyle(candidate).outlineStyle !== 'none',
    );
    const style = getComputedStyle(marked ?? element);
    const box = (marked ?? element).getBoundingClientRect();
    const labelledBy = element.getAttribute('aria-labelledby') ?? '';
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
    return {
      name: [
        element.getAttribute('aria-label'),
        document.getElementById(labelledBy)?.textContent,
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

/** Presses Tab until an element with this name has focus. Every stop on the way must show its focus. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  // Enough for several rounds through the page, because parts of it load later.
  while (passed.length < 120) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now.name !== 'BODY') await expectVisibleFocus(page, now.name);
    if (name.test(now.name)) return;
    passed.push(now.name);
  }
  throw new Error(`Tab never reached ${name}, only: ${passed.join(' | ')}`);
}

/** Expects a visible focus outline inside the window. */
export async function expectVisibleFocus(page: Page, name: string): Promise<void> {
  await expect
    .poll(() => focused(page), `focus on ${name}`)
    .toMatchObject({ name, outline: 'solid', width: 2, inView: true });
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => {
    const root = document.documentElement;
    const isClipped = ({ parentElement: parent }: Element): boolean =>
      parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent));
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return (right > root.clientWidth + 0.5 || left < -0.5) && !isClipped(element);
    });
    return {
      by: root.scrollWidth - root.clientWidth,
      of: wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)),
    };
  });
  expect(over.by, `${where} scrolls sideways because of ${over.of.join(' and ')}`).toBeLessThanOrEqual(0);
}

/** Resolves when all finite animations on the page have ended and fonts are loaded. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Transitions after a theme change start in the next frame.
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

/**
 * The title, and every text that is shown or read aloud on the page, each once. Not code, not the articles, which are files
 * of their own, and not the scripts of the playbook, whose texts are shown in parts.
 */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // The name of the instance is the last part of a title.
    const texts = new Set(document.title.split(' · '));
    const apart = 'script, style, textarea, [contenteditable], code, pre, .prose, [data-words]';
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const { parentElement, textContent } = node;
      if (parentElement?.checkVisibility() && !parentElement.closest(apart)) texts.add(textContent ?? '');
    }
    const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder'];
    for (const name of spoken)
      for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name)!);
    return [...texts].map((text) => text.trim().replace(/\s+/g, ' ')).filter(Boolean);
  });
}
