import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { Menu, MenuItem } from './menu.tsx';
import { chooseTheme, themes } from './theme.ts';
import { useTheme } from './use-theme.ts';
import { texts } from './texts.ts';

const looks = {
  light: { label: texts.theme.light, Icon: Sun },
  dark: { label: texts.theme.dark, Icon: Moon },
  system: { label: texts.theme.system, Icon: Monitor },
};

/** Menu to choose the light, dark or system theme, for guests as well (R-K6). */
export function ThemeControl() {
  const chosen = useTheme();
  const { label, Icon } = looks[chosen];
  return (
    <Menu
      label={texts.theme.label}
      buttonLabel={texts.theme.button(label)}
      button={<Icon aria-hidden="true" size={18} />}
      buttonClass="inline-grid size-control place-items-center rounded-control text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
    >
      {themes.map((theme) => {
        const look = looks[theme];
        return (
          <MenuItem
            key={theme}
            checked={theme === chosen}
            icon={<look.Icon aria-hidden="true" size={16} className="text-ink-3" />}
            onSelect={() => chooseTheme(theme)}
          >
            {look.label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
