import { Switch } from '#ui/switch.tsx';
import { chooseTheme } from '#ui/theme.ts';
import { useShownTheme } from '#ui/use-theme.ts';
import { texts } from '../texts.ts';

/** Shows the current theme. Toggling it stores light or dark (R-K6). */
export function DarkModeSwitch() {
  const shown = useShownTheme();
  return (
    <Switch
      label={texts.appearance.darkMode}
      checked={shown === 'dark'}
      onChange={({ currentTarget }) => chooseTheme(currentTarget.checked ? 'dark' : 'light')}
    />
  );
}
