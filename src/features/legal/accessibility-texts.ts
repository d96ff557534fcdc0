// The criteria of WCAG 2.2, levels A and AA, and what the report on accessibility says of each. A claim without a test of it, or
// without a known fact about the product, is "not-evaluated".
import { counted, list, number, plural } from '#platform/text/language.ts';
import type { Evidence } from './accessibility-contract.ts';

/** As the catalog of OpenACR names them. */
export type Level =
  | 'supports'
  | 'partially-supports'
  | 'does-not-support'
  | 'not-applicable'
  | 'not-evaluated';

export const levelTexts: Record<Level, string> = {
  supports: 'Supports',
  'partially-supports': 'Partially supports',
  'does-not-support': 'Does not support',
  'not-applicable': 'Not applicable',
  'not-evaluated': 'Not evaluated',
};

/** Number, level and name. */
export const criteria = [
  ['1.1.1', 'A', 'Non-text Content'],
  ['1.2.1', 'A', 'Audio-only and Video-only (Prerecorded)'],
  ['1.2.2', 'A', 'Captions (Prerecorded)'],
  ['1.2.3', 'A', 'Audio Description or Media Alternative (Prerecorded)'],
  ['1.3.1', 'A', 'Info and Relationships'],
  ['1.3.2', 'A', 'Meaningful Sequence'],
  ['1.3.3', 'A', 'Sensory Characteristics'],
  ['1.4.1', 'A', 'Use of Color'],
  ['1.4.2', 'A', 'Audio Control'],
  ['2.1.1', 'A', 'Keyboard'],
  ['2.1.2', 'A', 'No Keyboard Trap'],
  ['2.1.4', 'A', 'Character Key Shortcuts'],
  ['2.2.1', 'A', 'Timing Adjustable'],
  ['2.2.2', 'A', 'Pause, Stop, Hide'],
  ['2.3.1', 'A', 'Three Flashes or Below Threshold'],
  ['2.4.1', 'A', 'Bypass Blocks'],
  ['2.4.2', 'A', 'Page Titled'],
  ['2.4.3', 'A', 'Focus Order'],
  ['2.4.4', 'A', 'Link Purpose (In Context)'],
  ['2.5.1', 'A', 'Pointer Gestures'],
  ['2.5.2', 'A', 'Pointer Cancellation'],
  ['2.5.3', 'A', 'Label in Name'],
  ['2.5.4', 'A', 'Motion Actuation'],
  ['3.1.1', 'A', 'Language of Page'],
  ['3.2.1', 'A', 'On Focus'],
  ['3.2.2', 'A', 'On Input'],
  ['3.2.6', 'A', 'Consistent Help'],
  ['3.3.1', 'A', 'Error Identification'],
  ['3.3.2', 'A', 'Labels or Instructions'],
  ['3.3.7', 'A', 'Redundant Entry'],
  ['4.1.1', 'A', 'Parsing'],
  ['4.1.2', 'A', 'Name, Role, Value'],
  ['1.2.4', 'AA', 'Captions (Live)'],
  ['1.2.5', 'AA', 'Audio Description (Prerecorded)'],
  ['1.3.4', 'AA', 'Orientation'],
  ['1.3.5', 'AA', 'Identify Input Purpose'],
  ['1.4.3', 'AA', 'Contrast (Minimum)'],
  ['1.4.4', 'AA', 'Resize text'],
  ['1.4.5', 'AA', 'Images of Text'],
  ['1.4.10', 'AA', 'Reflow'],
  ['1.4.11', 'AA', 'Non-text Contrast'],
  ['1.4.12', 'AA', 'Text Spacing'],
  ['1.4.13', 'AA', 'Content on Hover or Focus'],
  ['2.4.5', 'AA', 'Multiple Ways'],
  ['2.4.6', 'AA', 'Headings and Labels'],
  ['2.4.7', 'AA', 'Focus Visible'],
  ['2.4.11', 'AA', 'Focus Not Obscured (Minimum)'],
  ['2.5.7', 'AA', 'Dragging Movements'],
  ['2.5.8', 'AA', 'Target Size (Minimum)'],
  ['3.1.2', 'AA', 'Language of Parts'],
  ['3.2.3', 'AA', 'Consistent Navigation'],
  ['3.2.4', 'AA', 'Consistent Identification'],
  ['3.3.3', 'AA', 'Error Suggestion'],
  ['3.3.4', 'AA', 'Error Prevention (Legal, Financial, Data)'],
  ['3.3.8', 'AA', 'Accessible Authentication (Minimum)'],
  ['4.1.3', 'AA', 'Status Messages'],
] as const;
type Criterion = (typeof criteria)[number][0];
type Claim = { level: Level; note: string };

const supports = (note: string): Claim => ({ level: 'supports', note });
const partly = (note: string): Claim => ({ level: 'partially-supports', note });
const notApplicable = (note: string): Claim => ({ level: 'not-applicable', note });
const notEvaluated = (note = 'No one has reviewed the screens for this.'): Claim => ({
  level: 'not-evaluated',
  note,
});

export const claims: Record<Criterion, Claim> = {
  '1.1.1': partly(
    'A picture that a user attaches has its file name as its text alternative, and no other can be written.',
  ),
  '1.2.1': partly('Attached recordings are played as they are: no transcript can be added.'),
  '1.2.2': partly('Attached videos are played as they are: no captions can be added.'),
  '1.2.3': partly('Attached videos are played as they are: no alternative can be added.'),
  '1.3.1': supports('The browser tests find most controls by their role and name.'),
  '1.3.2': notEvaluated('No one has compared the order in the document with the order on the screen.'),
  '1.3.3': notEvaluated(),
  '1.4.1': notEvaluated(),
  '1.4.2': supports('Nothing plays before the user starts it.'),
  '2.1.1': supports(
    'Browser tests do the main job by keyboard alone, from sign-up to viewing attached files. Not every control of every screen was tried.',
  ),
  '2.1.2': supports(
    'Browser tests leave dialogs and menus by keyboard, and check where the focus goes. Frames with a PDF of the user were not tried.',
  ),
  '2.1.4': supports('Shortcuts of a single key can be turned off.'),
  '2.2.1': partly(
    'Undo is offered in a message for 10 seconds, which cannot be changed. Deleted entries can be restored for 30 days without it; not everything can.',
  ),
  '2.2.2': notEvaluated('New data of others appears while the page is open, and cannot be paused.'),
  '2.3.1': supports('The product has nothing that flashes. Attached videos are not examined.'),
  '2.4.1': supports('Pages have landmarks, and those with navigation a link to skip it.'),
  '2.4.2': supports(''),
  '2.4.3': supports(
    'Browser tests check the order of focus in the main job, and that no focus is lost when what has it disappears.',
  ),
  '2.4.4': notEvaluated('Each link has a name. No one has reviewed what the names say.'),
  '2.5.1': supports('No function needs a gesture of several fingers or along a path.'),
  '2.5.2': notEvaluated(),
  '2.5.3': notEvaluated(),
  '2.5.4': notApplicable('Nothing is operated by moving the device.'),
  '3.1.1': supports(''),
  '3.2.1': notEvaluated(),
  '3.2.2': notEvaluated(),
  '3.2.6': notEvaluated(),
  '3.3.1': supports('Errors are sentences next to what they are about; browser tests check how they look.'),
  '3.3.2': supports('Each field has a label.'),
  '3.3.7': notEvaluated(),
  '4.1.1': supports('WCAG 2.2 has removed this criterion; it always holds.'),
  '4.1.2': supports('The browser tests operate most controls by their role and name.'),
  '1.2.4': notApplicable('There is nothing live.'),
  '1.2.5': partly('Attached videos are played as they are: no audio description can be added.'),
  '1.3.4': supports('All screens were tested in an upright and in a wide window.'),
  '1.3.5': notEvaluated('No one has reviewed whether each field about the user says so.'),
  '1.4.3': supports('In light colors in a wide window, and in dark ones in a narrow one.'),
  '1.4.4': supports(
    'Screens were tested in a window of 320 pixels, as one of 1,280 is when it is enlarged to 400 %.',
  ),
  '1.4.5': supports(
    'Only badges for other sites are pictures of text. The page of the badge has the same as text.',
  ),
  '1.4.10': supports(
    'In a window of 320 pixels, no screen scrolls sideways. Wide tables scroll on their own.',
  ),
  '1.4.11': notEvaluated(),
  '1.4.12': notEvaluated('No one has tried the screens with other spacing.'),
  '1.4.13': notEvaluated(),
  '2.4.5': supports(
    'Pages of the app are in its navigation and in its search for commands; others are in the sitemap.',
  ),
  '2.4.6': notEvaluated('No one has reviewed whether headings and labels describe what they stand for.'),
  '2.4.7': supports('Browser tests check at each stop of the main job that the focus has an outline.'),
  '2.4.11': supports('Browser tests check at each stop of the main job that what has the focus can be seen.'),
  '2.5.7': supports('What can be dragged can also be moved with buttons.'),
  '2.5.8': supports('A browser test measures the controls of the main screens on a phone.'),
  '3.1.2': partly('The language of what users write is not marked.'),
  '3.2.3': notEvaluated(),
  '3.2.4': notEvaluated(),
  '3.3.3': notEvaluated(),
  '3.3.4': supports(
    'Deleted entries can be restored, publishing can be ended, and deleting the account has to be confirmed.',
  ),
  '3.3.8': supports('Passwords can be pasted and filled in by programs, and passkeys need no memory.'),
  '4.1.3': supports('Messages are in live regions. No one has listened to them.'),
};

export const reportTexts = {
  title: 'Logbook Accessibility Conformance Report',
  short: 'Accessibility',
  description:
    'What is known about how accessible Logbook is, criterion by criterion of WCAG 2.2, and what is not known.',
  product: 'A dated logbook of your own work, on the web.',
  intro:
    'This report is made from automated tests. It says what they found, and which criteria no one has evaluated. It is not the verdict of an expert, and no promise.',
  notEvaluated:
    'VPAT permits “Not evaluated” for level AAA only. Here, it is also said of levels A and AA where no one has looked, because another word would claim more than is known.',
  methods: ({ axe, checks, parts, day }: Evidence) =>
    `Automated: axe-core ${axe} with its rules for WCAG 2.2, levels A and AA, on ${number(checks)} pages on ${day}: each state of ${number(parts.length)} parts of the product in Chromium, in a wide window in light colors and in a window of 320 pixels in dark ones, and browser tests by keyboard and touch. The pages were those of a build for tests, in which texts are 40 % longer and run from right to left. No rule was broken; the tests fail otherwise. By people with disabilities, and with assistive technology: none.`,
  levelAaa: 'Level AAA was not evaluated.',
  gaps: [
    'No one has used this product with a screen reader, a braille display, voice control, a switch or a screen magnifier for this report.',
    'axe ran in Chromium only. Firefox and WebKit run the main flows without it.',
    'Frames inside of pages, and PDF and Word files, were not checked by axe. Emails were, as a browser shows them; no one has read them in a mail program.',
    'What users write and attach was not examined, only how it is shown.',
  ],
  withoutRules: (without: number, all: number) =>
    `For ${number(without)} of the ${number(all)} criteria, axe has no rule or found nothing to check, and it decides only a part of most others.`,
  undecidedRules: (rules: number, checks: number) =>
    `There were elements about which axe could not decide ${counted(rules, { one: 'rule', other: 'rules' })} in its ${number(checks)} checks. No one has decided them since.`,
  rules: (ids: readonly string[]) =>
    plural(ids.length, {
      one: `axe: ${list(ids)} was never broken.`,
      other: `axe: ${list(ids)} were never broken.`,
    }),
  noRule: 'axe checked nothing of it.',
  undecided: (rule: string, found: number, checks: number) =>
    `axe could not decide ${rule} for something on ${number(found)} of ${number(checks)} pages.`,
  summary: 'In short',
  gapsTitle: 'What is not known',
  methodsTitle: 'How it was evaluated',
  tables: { A: 'Level A', AA: 'Level AA' },
  count: (level: string, found: number, all: number) => `${level}: ${number(found)} of ${number(all)}`,
  file: 'This report as a file in the OpenACR format',
  about: (version: string) => `Version ${version} of the product, WCAG 2.2, levels A and AA`,
} as const;
