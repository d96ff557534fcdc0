// The list of what is being said to the person; `toaster.tsx` shows it. Anything may call `toast`, components or not.
import { useSyncExternalStore } from 'react';
import { forget, remember, remembered } from './tab-memory.ts';

export type ToastAction = { label: string; onPress: () => void };

export type ToastRequest = {
  title: string;
  description?: string;
  /** `danger` is the destructive style: for errors only. */
  tone?: 'plain' | 'danger';
  /**
   * What the message reports on, such as one form. A newer message about the same replaces it: an error disappears once
   * the same form succeeds.
   */
  about?: string;
  /** Milliseconds on screen; 4000, or 8000 for what went wrong or can be acted on. */
  duration?: number;
  action?: ToastAction;
  /** A second thing to do instead; beside an action, and never alone. */
  otherAction?: ToastAction;
};

export type Toast = ToastRequest & {
  id: number;
  tone: 'plain' | 'danger';
  duration: number;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** So many messages that can be acted on stand at once; the oldest gives way. */
const mostActions = 3;

/**
 * Shows a message and returns how to take it back. The same words again replace the older message, unless each has an
 * action of its own.
 */
export function toast(request: ToastRequest): () => void {
  const tone = request.tone ?? 'plain';
  const duration = request.duration ?? (tone === 'danger' || request.action ? 8000 : 4000);
  const added: Toast = { ...request, id: ++lastId, tone, duration };
  const actions = toasts.filter((other) => other.action);
  const tooMany = added.action ? actions.slice(0, Math.max(0, actions.length - mostActions + 1)) : [];
  const others = toasts.filter((other) => {
    if (added.about !== undefined && other.about === added.about) return false;
    const same = other.title === added.title && other.description === added.description;
    return other.action ? !tooMany.includes(other) : !same;
  });
  publish([...others, added]);
  return () => dismissToast(added.id);
}

const carriedKey = 'toast-on-next-page';

/** Says it on the page that is loaded next, for what ends in going elsewhere. */
export function toastOnNextPage(request: Omit<ToastRequest, 'action' | 'otherAction'>): void {
  remember(carriedKey, JSON.stringify(request));
}

/** Says what the page before left to say. */
export function showCarriedToast(): void {
  const carried = remembered(carriedKey);
  forget(carriedKey);
  if (carried) toast(JSON.parse(carried) as ToastRequest);
}

/** Takes a message away at once, its text included. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Takes away what was said about something, such as a form that now succeeded without a message. */
export function dismissAbout(about: string): void {
  publish(toasts.filter((toast) => toast.about !== about));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being said now, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
