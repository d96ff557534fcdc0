// The colors of the ledger, and their only home: style sheets load this file as a plugin of Tailwind (src/ui/tokens.css);
// emails and pictures import it. Every text and background pair meets WCAG AA in both themes. `margin` is the vermilion rule; never use it for
// buttons or errors.

/** In percent. */
const transparent = (color: string, opacity: number) =>
  `color-mix(in srgb, ${color} ${opacity}%, transparent)`;
const shade = '#080f0c';
const darkShade = '#000';

export const light = {
  paper: '#f1f8f2',
  sheet: '#fbfefc',
  sunken: '#e7f0e9',
  rule: '#ccdbd1',
  'rule-strong': '#778c80',
  ink: '#14241f',
  'ink-2': '#46554f',
  'ink-3': '#5d6b65',
  primary: '#0f593f',
  'primary-hover': '#014832',
  'on-primary': '#f6fcf7',
  'primary-wash': '#d8f1e2',
  margin: '#e14b39',
  'margin-text': '#b83022',
  'margin-wash': '#ffe9e3',
  sky: '#115a8b',
  'sky-wash': '#dff0fc',
  ochre: '#795416',
  'ochre-wash': '#f9eed1',
  danger: '#b51c2f',
  'danger-wash': '#feebeb',
  focus: '#005bb5',
  /** Over the page, under a dialog. */
  backdrop: transparent(shade, 42),
  shade,
  'shadow-near': transparent(shade, 10),
  'shadow-far': transparent(shade, 16),
} as const;

export const dark: Record<keyof typeof light, string> = {
  paper: '#0e1613',
  sheet: '#151f1b',
  sunken: shade,
  rule: '#2d3a34',
  'rule-strong': '#687770',
  ink: '#e8efe9',
  'ink-2': '#aeb9b1',
  'ink-3': '#939f97',
  primary: '#75cda3',
  'primary-hover': '#92deb5',
  'on-primary': '#071a13',
  'primary-wash': '#153528',
  margin: '#f6684f',
  'margin-text': '#fe937a',
  'margin-wash': '#46221d',
  sky: '#84c3ef',
  'sky-wash': '#193043',
  ochre: '#e2bd70',
  'ochre-wash': '#3b2c13',
  danger: '#f88680',
  'danger-wash': '#491f1f',
  focus: '#73b6fa',
  backdrop: transparent(darkShade, 62),
  shade: darkShade,
  'shadow-near': light['shadow-near'],
  'shadow-far': light['shadow-far'],
};

type Rules = { [selector: string]: Rules | string };

const propertiesOf = (colors: Record<string, string>): Rules =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--${name}`, color]));

const darkTheme = { ...propertiesOf(dark), 'color-scheme': 'dark' };

/** Gives a style sheet the colors, as custom properties. */
export default ({ addBase }: { addBase: (rules: Rules) => void }) =>
  addBase({
    ':root': { ...propertiesOf(light), 'color-scheme': 'light' },
    // Printing always uses the light theme.
    '@media not print': { "[data-theme='dark']": darkTheme },
    // Without scripts, no theme is set, and the page follows the system.
    '@media screen and (prefers-color-scheme: dark)': { ':root:not([data-theme])': darkTheme },
    '@media print': { ':root': { '--paper': 'white', '--sheet': 'white' } },
  });
