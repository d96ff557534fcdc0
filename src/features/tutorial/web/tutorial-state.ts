// Whether the tutorial runs and where it stands. It is small and always loaded; the card is not. The position survives a
// reload in the same window.
import { useLayoutEffect, useSyncExternalStore } from 'react';

type State = {
  /** Whose tutorial it is; empty until the dashboard has said so. */
  userId: string;
  position: number;
  /** Asked for by hand, whether or not the person is new. */
  asked: boolean;
  /** Closed or finished in this window. */
  over: boolean;
};

const key = 'logbook-tutorial';
let state: State = { userId: '', position: 0, asked: false, over: false };
const listeners = new Set<() => void>();

function publish(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the window remembers; nothing where its storage is closed. */
function remembered(): Partial<State> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<State>;
  } catch {
    return {};
  }
}

function remember(): void {
  const { userId, position, asked, over } = state;
  try {
    if (over) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ userId, position, asked }));
  } catch {
    // It starts at its first step again after a reload.
  }
}

/** Starts it from its first step; it shows on the dashboard (R-I3). */
export function startTutorial(): void {
  publish({ position: 0, asked: true, over: false });
  remember();
}

export function moveTutorial(position: number): void {
  publish({ position });
  remember();
}

/** Takes it away in this window; the caller keeps that for the next visit. */
export function endTutorial(): void {
  publish({ asked: false, over: true });
  remember();
}

function load(userId: string): void {
  if (state.userId === userId) return;
  const before = remembered();
  const own = before.userId === userId && !state.asked;
  publish({
    userId,
    position: own ? (before.position ?? 0) : 0,
    asked: state.asked || (own && before.asked === true),
    over: false,
  });
}

/** Whether the tutorial is to be shown to this person: the new ones, and those who asked for it. */
export function useTutorialRuns(userId: string, isNew: boolean): boolean {
  useLayoutEffect(() => load(userId), [userId]);
  return useSyncExternalStore(
    subscribe,
    () => state.userId === userId && !state.over && (isNew || state.asked),
    () => isNew,
  );
}

/** Position of the step that is shown. */
export function usePosition(): number {
  return useSyncExternalStore(subscribe, () => state.position);
}
