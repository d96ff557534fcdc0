// The theme: light, dark or system, stored under `logbook-theme` (R-K6). The page's inline script applies the same rule
// before first paint. This module handles later changes: by the control, the system or another tab. It is plain DOM
// code, because content pages also use it; components use use-theme.ts.
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const key = 'logbook-theme';
/** The choice if storage is blocked; it lasts as long as the page. */
let unsaved: Theme | undefined;

type Applied = { chosen: Theme; shown: 'light' | 'dark' };
/** As last applied. The server does not know the choice. */
let applied: Applied = { chosen: 'system', shown: 'light' };
const listeners = new Set<() => void>();

/** The user's choice; `system` if nothing is stored. */
function readTheme(): Theme {
  if (unsaved) return unsaved;
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function apply(): void {
  const chosen = readTheme();
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const shown = chosen === 'system' ? system : chosen;
  document.documentElement.dataset['theme'] = shown;
  // One for each theme, in this order.
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((meta, index) => {
    meta.media = index === themes.indexOf(shown) ? '' : 'not all';
  });
  applied = { chosen, shown };
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

/** Starts following the system and other tabs. Call it once at startup. */
export function followTheme(): void {
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) apply();
  });
}

/** The theme in effect. */
export const appliedTheme = (): Readonly<Applied> => applied;

/** Calls the listener after each change, until the returned function is called. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
