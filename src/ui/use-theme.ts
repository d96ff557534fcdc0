import { useSyncExternalStore } from 'react';
import { appliedTheme, onThemeChange, type Theme } from './theme.ts';

const chosen = () => appliedTheme().chosen;
const shown = () => appliedTheme().shown;

/** The user's choice. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, chosen, chosen);

/** The theme in effect, whether chosen by the user or the system. */
export const useShownTheme = (): 'light' | 'dark' => useSyncExternalStore(onThemeChange, shown, shown);
