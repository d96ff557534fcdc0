// The list of what is being said to the person; `toaster.tsx` shows it. Anything may call `toast`, components or not.
import { useSyncExternalStore } from 'react';

export type ToastRequest = {
  title: string;
  description?: string;
  /** `danger` is the destructive style: for errors only. */
  tone?: 'plain' | 'danger';
  /** Milliseconds on screen; 4000, or 8000 for what went wrong or can be acted on. */
  duration?: number;
  action?: { label: string; onPress: () => void };
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

/** Shows a message and returns how to take it back. The same words again replace the older message. */
export function toast(request: ToastRequest): () => void {
  const tone = request.tone ?? 'plain';
  const duration = request.duration ?? (tone === 'danger' || request.action ? 8000 : 4000);
  const added: Toast = { ...request, id: ++lastId, tone, duration };
  const others = toasts.filter(
    (other) => other.title !== added.title || other.description !== added.description,
  );
  publish([...others, added]);
  return () => dismissToast(added.id);
}

/** Takes a message away at once, its text included. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being said now, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
