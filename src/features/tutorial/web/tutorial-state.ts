// Whether the tutorial is running, and its position. This module is small and always loaded; the card is loaded on
// demand. The position survives a reload of the tab.
import { useLayoutEffect } from 'react';
import { createStore, useStore } from '#ui/store.ts';
import { forget, remember, remembered } from '#ui/tab-memory.ts';

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
const tutorial = createStore<State>({ userId: '', position: 0, asked: false, over: false });

/** The state that an earlier page of this tab left. */
function readStored(): Partial<State> {
  try {
    return JSON.parse(remembered(key) ?? '{}') as Partial<State>;
  } catch {
    return {};
  }
}

function change(to: Partial<State>): void {
  tutorial.set(to);
  const { userId, position, asked, over } = tutorial.get();
  if (over) forget(key);
  else remember(key, JSON.stringify({ userId, position, asked }));
}

/** Starts the tutorial at its first step. The dashboard shows it (R-I3). */
export function startTutorial(): void {
  change({ position: 0, asked: true, over: false });
}

export function moveTutorial(position: number): void {
  change({ position });
}

/** Ends the tutorial in this tab. The caller saves that for later visits. */
export function endTutorial(): void {
  change({ asked: false, over: true });
}

function load(userId: string): void {
  const { userId: loadedFor, asked } = tutorial.get();
  if (loadedFor === userId) return;
  const stored = readStored();
  const isOwn = stored.userId === userId && !asked;
  tutorial.set({
    userId,
    position: isOwn ? (stored.position ?? 0) : 0,
    asked: asked || (isOwn && stored.asked === true),
    over: false,
  });
}

/** Whether to show the tutorial to this user: if they are new, or started it from the settings. */
export function useTutorialRunning(userId: string, isNew: boolean): boolean {
  useLayoutEffect(() => load(userId), [userId]);
  return useStore(
    tutorial,
    (state) => state.userId === userId && !state.over && (isNew || state.asked),
    () => isNew,
  );
}

/** Position of the current step. */
export function usePosition(): number {
  return useStore(tutorial, ({ position }) => position);
}
