// Light, dark or the system's, kept under `logbook-theme` (R-K6). The page's inline script applies the same rule before
// anything is drawn; this module follows later changes: the control, the system, another window.
import { useSyncExternalStore } from 'react';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const key = 'logbook-theme';
const paper = { light: '#f1f8f2', dark: '#0e1613' };
/** The choice where the browser refuses storage; it lasts as long as the page. */
let unsaved: Theme | undefined;
const listeners = new Set<() => void>();

/** What the person chose; `system` when nothing is stored. */
function readTheme(): Theme {
  if (unsaved) return unsaved;
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function shownTheme(): 'light' | 'dark' {
  const chosen = readTheme();
  if (chosen !== 'system') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function apply(): void {
  const shown = shownTheme();
  document.documentElement.dataset['theme'] = shown;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', paper[shown]);
  }
  for (const listener of listeners) listener();
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
    unsaved = undefined;
  } catch {
    unsaved = theme;
  }
  apply();
}

/** Follows the system and other windows from now on; call once at start. */
export function followTheme(): void {
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) apply();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice, kept up to date. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}

/** What is drawn by now, whoever decided it. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, shownTheme, () => 'light');
}
