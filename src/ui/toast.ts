// The list of current toasts, rendered by `toaster.tsx`. `toast` can be called from anywhere.
import { createStore, useStore } from './store.ts';
import { forget, remember, remembered } from './tab-memory.ts';

export type ToastAction = { label: string; onPress: () => void };

export type ToastRequest = {
  title: string;
  description?: string;
  /** `danger` is the destructive style: for errors only. */
  tone?: 'plain' | 'danger';
  /**
   * What the toast is about, such as one form. A newer toast about the same thing replaces it: an error disappears once
   * the form succeeds.
   */
  about?: string;
  /** Milliseconds on screen. Default: 4000, or 8000 for errors and toasts with an action. */
  duration?: number;
  action?: ToastAction;
  /** A second, alternative action. Requires `action`. */
  otherAction?: ToastAction;
};

export type Toast = ToastRequest & {
  id: number;
  tone: 'plain' | 'danger';
  duration: number;
};

const shown = createStore<{ toasts: readonly Toast[] }>({ toasts: [] });
let lastId = 0;

/** Maximum number of toasts with an action. Beyond it the oldest is removed. */
const maxActions = 3;

/**
 * Shows a toast and returns a function that removes it. Replaces an older toast with the same text, unless that has an
 * action.
 */
export function toast(request: ToastRequest): () => void {
  const tone = request.tone ?? 'plain';
  const duration = request.duration ?? (tone === 'danger' || request.action ? 8000 : 4000);
  const added: Toast = { ...request, id: ++lastId, tone, duration };
  const { toasts } = shown.get();
  const actions = toasts.filter((other) => other.action);
  const tooMany = added.action ? actions.slice(0, Math.max(0, actions.length - maxActions + 1)) : [];
  const others = toasts.filter((other) => {
    if (added.about !== undefined && other.about === added.about) return false;
    const same = other.title === added.title && other.description === added.description;
    return other.action ? !tooMany.includes(other) : !same;
  });
  shown.set({ toasts: [...others, added] });
  return () => dismissToast(added.id);
}

/** `link`: an action that opens another page of the site. */
export type CarriedToast = Omit<ToastRequest, 'action' | 'otherAction'> & {
  link?: { label: string; href: string };
};

const carriedKey = 'toast-on-next-page';

/** Shows a toast on the page that is loaded next, for actions that navigate away. */
export function toastOnNextPage(request: CarriedToast): void {
  remember(carriedKey, JSON.stringify(request));
}

/** Shows the toast that the previous page left for this one. */
export function showCarriedToast(): void {
  const carried = remembered(carriedKey);
  forget(carriedKey);
  if (!carried) return;
  const { link, ...request } = JSON.parse(carried) as CarriedToast;
  toast(link ? { ...request, action: actionOf(link) } : request);
}

const actionOf = ({ label, href }: NonNullable<CarriedToast['link']>): ToastAction => ({
  label,
  onPress: () => location.assign(href),
});

/** Removes a toast immediately, including its text for screen readers. */
export function dismissToast(id: number): void {
  keepToasts((toast) => toast.id !== id);
}

/** Removes toasts about something, such as a form that has now succeeded without a message. */
export function dismissToastsAbout(about: string): void {
  keepToasts((toast) => toast.about !== about);
}

function keepToasts(keep: (toast: Toast) => boolean): void {
  shown.set({ toasts: shown.get().toasts.filter(keep) });
}

/** The current toasts, oldest first. */
export function useToasts(): readonly Toast[] {
  return useStore(shown, ({ toasts }) => toasts);
}
