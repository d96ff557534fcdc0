// UI copy of the playbook. Longer texts are in content/playbook, its scripts in `script-texts.ts`.
import { list } from '#platform/text/language.ts';
import { winLimits } from './constants.ts';

/** `instanceName`: of this Logbook. */
export const texts = {
  title: 'The raise and promotion playbook',
  subtitle: 'Know your number, bring evidence, say it plainly',
  description:
    'A salary calculator, a list for your wins, scripts for asking for a raise, a promotion or a bigger role, and habits that keep the evidence coming.',
  intro:
    'A raise is decided by what people remember of your work, and most of your work is forgotten before the meeting. ' +
    'Take half an hour for this page: you leave with a number, a list of wins, and the words to use.',
  onThisPage: 'On this page',
  calculator: {
    title: 'What a raise is worth',
    intro:
      'A small raise looks small for one month. It is paid every month, and the next one is calculated on top of it.',
    salary: 'Yearly salary',
    salaryHint: 'Before tax, in any currency.',
    tooHigh: (max: string) => `The calculator goes up to ${max}.`,
    raise: 'Raise each year',
    percent: (percent: number) => `${percent}%`,
    firstYear: 'More in the first year',
    threeYears: 'More over three years',
    summary: (firstYear: string, threeYears: string) =>
      `More in the first year: ${firstYear}. More over three years: ${threeYears}.`,
    threeYearsNote: 'If you get this raise three years in a row',
    year: (year: number) => `Year ${year}`,
    more: (amount: string) => `+${amount}`,
    chart: (years: readonly string[]) => `Salary in three years: ${list(years, 'unit')}.`,
    chartYear: (year: number, total: string, more: string) =>
      `year ${year}, ${total}, ${more} more than today`,
    caveat:
      'This is arithmetic, not a forecast. It leaves out taxes, bonuses and inflation: if prices rise by 3% a year, a raise of 3% only keeps you where you are.',
    noScript: 'With JavaScript, you can enter your own salary here.',
  },
  wins: {
    title: 'Your wins',
    intro: `What has gone well since you last talked about money? One line each, up to ${winLimits.wins}. Not sure what counts? For example:`,
    examples: [
      'Rewrote the handover checklist: no missed medication in our ward since March.',
      'Found why the nightly import failed and fixed it. The team gets its reports at 8, not at noon.',
      'Kept the Almeida account after their complaint: they renewed for two years.',
      'Trained Jonas on invoices. He now closes the month without me.',
    ],
    pause: 'Pause examples',
    play: 'Resume examples',
    label: 'What went well?',
    add: 'Add win',
    list: 'Your wins',
    edit: 'Edit',
    remove: 'Remove',
    save: 'Save',
    cancel: 'Cancel',
    editLabel: 'Edit this win',
    undo: 'Undo',
    copyAll: 'Copy all',
    saveAll: (instanceName: string) =>
      `Save these wins to my ${instanceName.toLowerCase() === 'logbook' ? 'logbook' : instanceName}`,
    kept: 'Your wins stay in this browser. No one else sees them.',
    noScript:
      'This list needs JavaScript. Paper works, too: write down one line for each win, with what you did, for whom, and what changed.',
  },
  scripts: {
    title: 'What to say',
    intro:
      'Scripts to change, not to recite. Replace what is in brackets, cross out what you would never say, and read the rest aloud once.',
    tabs: 'Scripts',
    copy: 'Copy',
    /** Names the button of a script for screen readers. */
    copyOf: (name: string) => `Copy: ${name}`,
  },
  habits: {
    title: 'Habits that keep the evidence coming',
    intro:
      'Ten minutes a week does more than a weekend before the review. Put them in your calendar, and stop there.',
    routines: [
      {
        cadence: 'Weekly',
        time: '10 minutes, Friday',
        steps: [
          'Write down three lines: what went well, what you learned, what is in progress.',
          'Add a number or a name to at least one of them, while someone still remembers.',
          'Thank one colleague, and say for what. Expect nothing in return: they know that it is meant.',
        ],
      },
      {
        cadence: 'Monthly',
        time: '30 minutes, last week of the month',
        steps: [
          'Choose the best three lines of the month, and ask "so what?" until a result is left.',
          'Send your manager five lines: results, what is next, where you need a decision.',
          'Compare the month with the criteria for the next level. Which one has no evidence yet?',
        ],
      },
      {
        cadence: 'Quarterly',
        time: '1 hour, two weeks before plans are made',
        steps: [
          'Talk about growth in a separate meeting: what does the next level take, who decides, and when?',
          'Ask one person outside your team to confirm a result, in writing.',
          'Update your range with three new figures, and your résumé with three new lines.',
        ],
      },
    ],
  },
  end: {
    title: 'Begin with one line',
    text: 'The best time to write down a win is the day it happens. The second best is before you close this page.',
  },
} as const;
