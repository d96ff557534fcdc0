import { useSyncExternalStore } from 'react';
import { appliedTheme, onThemeChange, type Theme } from './theme.ts';

const chosen = () => appliedTheme().chosen;

/** The user's choice. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, chosen, () => 'system');
