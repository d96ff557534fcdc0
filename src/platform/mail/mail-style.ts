// The style sheet of the template of emails: the dark theme, for mail clients that follow the reader's. Everything else
// is in the elements, because many clients keep only style attributes.
import { createHash } from 'node:crypto';
import { dark } from '../colors/colors.ts';
import { start } from './sides.ts';

const rules = {
  paper: `background:${dark.paper}!important`,
  sheet: `background:${dark.sheet}!important;border-color:${dark.rule}!important;border-${start}-color:${dark.margin}!important`,
  quote: `background:${dark.sunken}!important;border-color:${dark.rule}!important;color:${dark.ink}!important`,
  action: `background:${dark.primary}!important;color:${dark['on-primary']}!important`,
  ink: `color:${dark.ink}!important`,
  soft: `color:${dark['ink-2']}!important`,
};

/** Contains no characters that HTML would escape. */
export const mailStyle = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
${Object.entries(rules)
  .map(([name, declarations]) => `.${name}{${declarations}}`)
  .join('\n')}
}`;

/** The source in a content security policy that allows the style sheet. */
export const mailStyleSource = `'sha256-${createHash('sha256').update(mailStyle).digest('base64')}'`;
