// Whether the tutorial is running, and its position. This module is small and always loaded; the card is loaded on
// demand. The position survives a reload of the tab.
import { useLayoutEffect, useSyncExternalStore } from 'react';

type State = {
  /** The user whose tutorial it is; empty until the dashboard sets it. */
  userId: string;
  position: number;
  /** Started from the settings, whether or not the user is new. */
  asked: boolean;
  /** Closed or finished in this tab. */
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

/** The state stored for this tab; empty if storage is blocked. */
function readStored(): Partial<State> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<State>;
  } catch {
    return {};
  }
}

function store(): void {
  const { userId, position, asked, over } = state;
  try {
    if (over) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ userId, position, asked }));
  } catch {
    // After a reload it starts at the first step again.
  }
}

/** Starts the tutorial at its first step. The dashboard shows it (R-I3). */
export function startTutorial(): void {
  publish({ position: 0, asked: true, over: false });
  store();
}

export function moveTutorial(position: number): void {
  publish({ position });
  store();
}

/** Ends the tutorial in this tab. The caller saves that for later visits. */
export function endTutorial(): void {
  publish({ asked: false, over: true });
  store();
}

function load(userId: string): void {
  if (state.userId === userId) return;
  const stored = readStored();
  const isOwn = stored.userId === userId && !state.asked;
  publish({
    userId,
    position: isOwn ? (stored.position ?? 0) : 0,
    asked: state.asked || (isOwn && stored.asked === true),
    over: false,
  });
}

/** Whether to show the tutorial to this user: if they are new, or started it from the settings. */
export function useTutorialRunning(userId: string, isNew: boolean): boolean {
  useLayoutEffect(() => load(userId), [userId]);
  return useSyncExternalStore(
    subscribe,
    () => state.userId === userId && !state.over && (isNew || state.asked),
    () => isNew,
  );
}

/** Position of the current step. */
export function usePosition(): number {
  return useSyncExternalStore(subscribe, () => state.position);
}
