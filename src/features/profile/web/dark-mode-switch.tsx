import { useSyncExternalStore } from 'react';
import { Switch } from '#ui/switch.tsx';
import { appliedTheme, chooseTheme, onThemeChange } from '#ui/theme.ts';
import { texts } from '../texts.ts';

const isDark = () => appliedTheme().shown === 'dark';

/** Shows the current theme. Toggling it stores light or dark (R-K6). */
export function DarkModeSwitch() {
  const checked = useSyncExternalStore(onThemeChange, isDark, isDark);
  return (
    <Switch
      label={texts.appearance.darkMode}
      checked={checked}
      onChange={({ currentTarget }) => chooseTheme(currentTarget.checked ? 'dark' : 'light')}
    />
  );
}
