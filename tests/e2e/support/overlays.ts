// What opens over a page (menus, popovers, dialogs, cards) stays inside the window, wherever its button is: every control
// in it can be scrolled into view and clicked. The elements are found by role and attribute on each screen.
import type { Page } from '@playwright/test';

type Size = { width: number; height: number };
type Edge = 'start' | 'end';
/** Where to put the button that opens a popover: where the page scrolls it, or into a corner of the window. */
type Place = { scrolledTo: Edge } | { x: Edge; y: Edge };

const edges: readonly Edge[] = ['start', 'end'];
const places: readonly Place[] = [
  ...edges.map((scrolledTo) => ({ scrolledTo })),
  ...edges.flatMap((x) => edges.map((y) => ({ x, y }))),
];
const sizes: Record<'phone' | 'desktop', readonly Size[]> = {
  phone: [
    { width: 320, height: 480 },
    { width: 390, height: 844 },
  ],
  desktop: [{ width: 1280, height: 500 }],
};
/** The part of the window that an open keyboard covers. */
const keyboards = [0, 0.45];

/** What this process has already checked: the same menu is in many rows, and the same dialog in many states. */
const checked = new Set<string>();

/** Returns what is wrong with everything that is open over the page, or can be opened from it. */
export async function overlayProblems(
  page: Page,
  where: string,
  device: keyof typeof sizes,
): Promise<string[]> {
  const before = page.viewportSize()!;
  await page.evaluate(loadHelpers);
  const { scrolled, problems, ...found } = await page.evaluate(survey);
  const kind = `${device} ${await page.evaluate(() => document.dir)}`;
  const popovers = unchecked(kind, found.popovers);
  const open = unchecked(kind, found.open);
  if (popovers.length + open.length > 0) {
    problems.push(...(await problemsOfOverlays(page, device, popovers, open)));
    await page.setViewportSize(before);
    await page.evaluate((y) => scrollTo(0, y), scrolled);
  }
  return problems.map((problem) => `${where}: ${problem}`);
}

async function problemsOfOverlays(
  page: Page,
  device: keyof typeof sizes,
  popovers: number[],
  open: number[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const size of sizes[device]) {
    await page.setViewportSize(size);
    for (const covered of keyboards) {
      await page.evaluate(openKeyboard, covered);
      const at = `${size.width} x ${size.height}${covered ? ' with a keyboard' : ''}`;
      for (const index of open) {
        for (const problem of await page.evaluate(problemsOfOpen, index))
          problems.push(`${problem} at ${at}`);
      }
      for (const index of popovers) {
        for (const place of places) {
          const found = await page.evaluate(problemsOfPopover, { index, place });
          for (const problem of found)
            problems.push(`${problem} at ${at}, button at ${JSON.stringify(place)}`);
        }
      }
    }
    await page.evaluate(openKeyboard, 0);
  }
  return problems;
}

/** Indexes of what was not checked before on this kind of page: a device and a direction. */
function unchecked(kind: string, signatures: readonly string[]): number[] {
  return signatures.flatMap((signature, index) => {
    const key = `${kind} ${signature}`;
    if (signature === '' || checked.has(key)) return [];
    checked.add(key);
    return [index];
  });
}

declare global {
  var overlays: {
    openers: () => HTMLButtonElement[];
    open: () => HTMLElement[];
    nameOf: (element: Element) => string;
    controlsOf: (box: Element) => HTMLElement[];
    problemsIn: (box: HTMLElement) => string[];
    frames: () => Promise<void>;
    markupProblems: () => string[];
    signaturesOfPopovers: () => Promise<string[]>;
    signaturesOfOpen: () => string[];
  };
}

/** Covers a part of the window, as an on-screen keyboard does in Safari and Chrome. Runs in the page. */
async function openKeyboard(covered: number): Promise<void> {
  const height = () => Math.round(innerHeight * (1 - covered));
  Object.defineProperty(visualViewport, 'height', { configurable: true, get: height });
  visualViewport!.dispatchEvent(new Event('resize'));
  await globalThis.overlays.frames();
}

/** What is wrong with the markup, and signatures of what is open and of each popover that can be opened. Runs in the page. */
async function survey() {
  const { markupProblems, signaturesOfPopovers, signaturesOfOpen } = globalThis.overlays;
  const scrolled = scrollY;
  const problems = markupProblems();
  const popovers = await signaturesOfPopovers();
  const open = signaturesOfOpen();
  scrollTo(0, scrolled);
  return { scrolled, problems, popovers, open };
}

/** Runs in the page. */
async function problemsOfOpen(index: number): Promise<string[]> {
  const box = globalThis.overlays.open()[index];
  // Cards stay below the keyboard: above it, they would cover the field.
  const isBelowKeyboard = box?.matches('[data-overlay]') && visualViewport!.height < innerHeight;
  return box && !isBelowKeyboard ? globalThis.overlays.problemsIn(box) : [];
}

/** Runs in the page. */
async function problemsOfPopover({ index, place }: { index: number; place: Place }): Promise<string[]> {
  const { openers, nameOf, problemsIn, frames } = globalThis.overlays;
  const opener = openers()[index];
  const box = opener?.popoverTargetElement as HTMLElement | undefined;
  if (!opener || !box) return [`popover ${index} is missing`];
  const styleBefore = opener.style.cssText;
  const window = { width: document.documentElement.clientWidth, height: visualViewport!.height };
  if ('scrolledTo' in place) {
    opener.scrollIntoView({ block: place.scrolledTo, behavior: 'instant' });
  } else {
    opener.style.cssText += '; position: fixed; margin: 0; top: 0; left: 0; right: auto; bottom: auto';
    const { left, top, width, height } = opener.getBoundingClientRect();
    const x = (place.x === 'start' ? 0 : window.width - width) - left;
    const y = (place.y === 'start' ? 0 : window.height - height) - top;
    opener.style.translate = `${x}px ${y}px`;
  }
  await frames();
  // Behind the keyboard, it cannot be pressed.
  const { bottom, top } = opener.getBoundingClientRect();
  const problems: string[] = [];
  if (bottom <= window.height + 1 && top >= -1) {
    opener.click();
    await frames();
    if (!box.matches(':popover-open')) problems.push('does not open');
    else problems.push(...problemsIn(box));
    box.hidePopover();
  }
  opener.style.cssText = styleBefore;
  return problems.map((problem) => `${nameOf(opener)}: ${problem}`);
}

/** Runs in the page. */
function loadHelpers(): void {
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '')
      .slice(0, 60)
      .replaceAll(/\d+/g, 'n');
  const isUsable = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled, .sr-only, [type=file]') &&
    element.getBoundingClientRect().width > 1;
  const controlsOf = (box: Element) =>
    [
      ...box.querySelectorAll<HTMLElement>(
        'button, a[href], input, select, textarea, summary, [role^=menuitem], [role=option]',
      ),
    ].filter(isUsable);
  const isHit = (control: HTMLElement, hit: Element | null) =>
    hit !== null && (control.contains(hit) || (hit.closest('label')?.contains(control) ?? false));

  /** The part of a control that no scrolling ancestor and no edge of the window cuts off. */
  function shownPart(control: HTMLElement) {
    const shown = {
      left: 0,
      top: 0,
      right: document.documentElement.clientWidth,
      bottom: visualViewport!.height,
    };
    for (let at: Element | null = control; at; at = at.parentElement) {
      if (at !== control && getComputedStyle(at).overflow === 'visible') continue;
      const { left, top, right, bottom } = at.getBoundingClientRect();
      shown.left = Math.max(shown.left, left);
      shown.top = Math.max(shown.top, top);
      shown.right = Math.min(shown.right, right);
      shown.bottom = Math.min(shown.bottom, bottom);
      if (at.matches('dialog, [popover]')) break;
    }
    return shown;
  }

  function problemOf(control: HTMLElement): string | undefined {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    const { left, top, right, bottom } = shownPart(control);
    const name = `"${nameOf(control)}" at ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(', ')}`;
    // For a large text area, a part is enough.
    const isShown = right - left > box.width - 2 && bottom - top > Math.min(box.height - 2, 48);
    if (!isShown) return `${name} is outside the window`;
    // Of a link in two lines, there may be nothing in the middle.
    const line = control.getClientRects()[0]!;
    const hit = document.elementFromPoint(
      (Math.max(left, line.left) + Math.min(right, line.right)) / 2,
      (Math.max(top, line.top) + Math.min(bottom, line.bottom)) / 2,
    );
    if (!isHit(control, hit)) return `${name} is covered by ${hit?.outerHTML.slice(0, 80)}`;
    return undefined;
  }

  /** Popovers that would announce their state twice, and openers that this check does not know. */
  function markupProblems(): string[] {
    const twice = [...document.querySelectorAll('[popovertarget][aria-expanded]')];
    const other = [
      ...document.querySelectorAll('[aria-haspopup]:not([popovertarget], [aria-haspopup=dialog])'),
    ];
    return [...twice, ...other].map(({ outerHTML }) => `unexpected ${outerHTML.slice(0, 120)}`);
  }

  /** */
  function signaturesOfOpen(): string[] {
    const { open } = globalThis.overlays;
    return open().map((box) => [nameOf(box), ...controlsOf(box).map(nameOf)].join('|'));
  }

  /** Opens each popover that can be opened for a moment. Empty: nothing to check. */
  async function signaturesOfPopovers(): Promise<string[]> {
    const { openers, frames } = globalThis.overlays;
    // Opening one closes another, which the walk has opened.
    if (document.querySelector('[popover=auto]:popover-open')) return [];
    const signatures: string[] = [];
    const names = new Map<string, number>();
    for (const opener of openers()) {
      const count = (names.get(nameOf(opener)) ?? 0) + 1;
      names.set(nameOf(opener), count);
      // A long list has many rows with the same menu.
      if (count > 3) {
        signatures.push('');
        continue;
      }
      const box = opener.popoverTargetElement as HTMLElement;
      opener.click();
      await frames();
      signatures.push(controlsOf(box).map(nameOf).join('|'));
      box.hidePopover();
    }
    return signatures;
  }

  globalThis.overlays = {
    markupProblems,
    signaturesOfPopovers,
    signaturesOfOpen,
    nameOf,
    controlsOf,
    openers: () =>
      [...document.querySelectorAll<HTMLButtonElement>('[popovertarget]')].filter(
        // A page without its scripts has no popovers.
        (opener) => opener.popoverTargetElement && isUsable(opener) && !isInert(opener),
      ),
    open: () =>
      // An open popover covers what is under it.
      document.querySelector('[popover=auto]:popover-open')
        ? []
        : [...document.querySelectorAll<HTMLElement>('dialog[open], [data-overlay]')].filter(
            (box) => isUsable(box) && !isInert(box),
          ),
    problemsIn: (box) => controlsOf(box).flatMap((control) => problemOf(control) ?? []),
    frames: async () => {
      for (let count = 0; count < 2; count++) await new Promise((resolve) => requestAnimationFrame(resolve));
    },
  };

  /** Behind a modal dialog. */
  function isInert(element: Element): boolean {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    return modal !== undefined && !modal.contains(element);
  }
}
