// Gives each style sheet the colors, as custom properties: a plugin of Tailwind, loaded by src/ui/tokens.css.
import { dark, light } from './colors.ts';

type Rules = { [selector: string]: Rules | string };

const propertiesOf = (colors: Record<string, string>): Rules =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--${name}`, color]));

const darkTheme = { ...propertiesOf(dark), 'color-scheme': 'dark' };

export default ({ addBase }: { addBase: (rules: Rules) => void }) =>
  addBase({
    ':root': { ...propertiesOf(light), 'color-scheme': 'light' },
    // Printing always uses the light theme.
    '@media not print': { "[data-theme='dark']": darkTheme },
    // Without scripts, no theme is set, and the page follows the system.
    '@media screen and (prefers-color-scheme: dark)': { ':root:not([data-theme])': darkTheme },
    '@media print': { ':root': { '--paper': 'white', '--sheet': 'white' } },
  });
