// The windows of checkout and portal. They are opened blank on the click, because browsers block a window that opens only
// after a response, and are sent to their page later.
import { openSmallWindow } from '#ui/pop-up.ts';

const size = { width: 600, height: 700 };
/** Below this width, checkout takes the whole page. Pixels. */
const mobileBreakpoint = 768;

const popUpMark = 'logbook-checkout-popup';
const channelName = 'logbook-checkout';

export type Outcome = 'success' | 'cancel';

export type PaymentWindow = {
  /** Goes to a page of the payment provider, in the window or, if it was blocked, in this one. */
  goTo(url: string): void;
  /** There is no page to go to. */
  close(): void;
};

/** A popup for checkout on a desktop. On phones, and where the browser blocks it, this page goes there itself. */
export function openCheckoutWindow(title: string): PaymentWindow {
  if (innerWidth < mobileBreakpoint) return windowOf(null);
  const popUp = openSmallWindow('', size);
  try {
    // It stays with the window on its way to the other host and back.
    popUp?.sessionStorage.setItem(popUpMark, 'yes');
    if (popUp) popUp.document.title = title;
  } catch {
    // Storage is blocked: the window does not close itself.
  }
  return windowOf(popUp);
}

/** A tab for the portal. Where the browser blocks it, this page goes there itself. */
export const openPortalTab = (): PaymentWindow => windowOf(open('', '_blank'));

function windowOf(opened: Window | null): PaymentWindow {
  if (opened) opened.opener = null;
  return {
    goTo: (url) => (opened && !opened.closed ? opened : window).location.assign(url),
    close: () => opened?.close(),
  };
}

/** Where the browser goes: in test mode, the pages are at the address of this page, which may not be APP_URL. */
export function pageUrl(url: string, isTest: boolean): string {
  if (!isTest) return url;
  const { pathname, search } = new URL(url);
  return location.origin + pathname + search;
}

/** The outcome with which this page was opened, from the URL. */
export function returnedOutcome(): Outcome | undefined {
  const outcome = new URLSearchParams(location.search).get('checkout');
  return outcome === 'success' || outcome === 'cancel' ? outcome : undefined;
}

/** Whether this is the popup of a checkout. If so, it reports the outcome to the other windows and closes. */
export function closePopUp(outcome: Outcome): boolean {
  try {
    if (sessionStorage.getItem(popUpMark) === null) return false;
    sessionStorage.removeItem(popUpMark);
  } catch {
    return false;
  }
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel?.postMessage(outcome);
  channel?.close();
  window.close();
  return true;
}

/** Calls `onOutcome` when the popup of a checkout returns. Returns a function that stops listening. */
export function listenForOutcome(onOutcome: (outcome: Outcome) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'success' || data === 'cancel') onOutcome(data);
  });
  return () => channel?.close();
}

/** Browsers without it learn of the outcome only through the live event. */
const openChannel = () =>
  typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : undefined;
