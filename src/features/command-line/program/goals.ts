import type { Cadence, Goal } from '#features/goals/contract.ts';
import { inOrder, periodStart } from '#features/goals/rules.ts';
import { dayOf } from '#platform/clock/days.ts';
import { newId } from '#platform/clock/id.ts';
import { goalTexts as texts } from '../entry-texts.ts';
import { commandTexts, optionTexts } from '../help-texts.ts';
import { CommandError } from './command-error.ts';
import { jsonOption, type Call, type Command } from './command.ts';
import { timeZone } from './day-input.ts';
import { call } from './server.ts';
import { oneLine, padEnd, wrap } from './terminal.ts';

const cadences = [
  { option: 'week', cadence: 'weekly' },
  { option: 'month', cadence: 'monthly' },
  { option: 'quarter', cadence: 'quarterly' },
] as const satisfies { option: string; cadence: Cadence }[];

export const goals: Command = {
  name: 'goals',
  readsLog: true,
  words: '[TEXT…]',
  takesWords: true,
  ...commandTexts.goals,
  options: [...cadences.map(({ option }) => ({ name: option, help: optionTexts.goals[option] })), jsonOption],
  async run({ words, options, out }) {
    const chosen = cadences.filter(({ option }) => options.has(option));
    if (chosen.length > 1) throw new CommandError('usage', texts.severalPeriods);
    const text = words.join(' ');
    if (text.trim() !== '') {
      const goal = await addGoal(text, chosen[0]?.cadence);
      return options.has('json') ? out.json(goal) : out.line(`${out.style('green', '✓')} ${texts.added}`);
    }
    if (chosen.length > 0) throw new CommandError('usage', texts.noText);
    const rows = await openGoals();
    if (options.has('json')) return out.json(rows);
    if (rows.length === 0) return out.note(texts.none);
    const digits = String(rows.length).length;
    for (const [at, goal] of rows.entries()) {
      const number = String(at + 1).padStart(digits);
      if (!out.isTerminal) out.line([number.trim(), goal.cadence ?? '', oneLine(goal.text)].join('\t'));
      else
        showGoal(goal, number, {
          columns: out.columns,
          write: (line) => out.line(line),
          dim: (part) => out.style('dim', part),
        });
    }
  },
};

type Shown = { columns: number; write: (line: string) => void; dim: (text: string) => string };

function showGoal({ text, cadence }: Goal, number: string, { columns, write, dim }: Shown): void {
  const label = padEnd(cadence ?? '', 'quarterly'.length);
  const margin = number.length + label.length + 4;
  const [first = '', ...more] = wrap(oneLine(text), columns - margin - 1);
  write(`${dim(number)}  ${dim(label)}  ${first}`);
  for (const line of more) write(' '.repeat(margin) + line);
}

async function addGoal(text: string, cadence: Cadence | undefined): Promise<Goal> {
  const period = cadence && { cadence, period_start: periodStart(cadence, dayOf(Date.now(), timeZone())) };
  return call('POST /api/goals', { body: { id: newId(), text, ...period } });
}

async function openGoals(): Promise<Goal[]> {
  return inOrder((await call('GET /api/goals', {})).rows);
}

export const done: Command = {
  name: 'done',
  readsLog: true,
  words: 'GOAL',
  takesWords: true,
  ...commandTexts.done,
  options: [jsonOption],
  async run({ words, options, out }: Call) {
    const wanted = words.join(' ').trim();
    if (wanted === '') throw new CommandError('usage', texts.which);
    const goal = findGoal(await openGoals(), wanted);
    const { check_in } = await call('POST /api/goals/:id/complete', {
      params: { id: goal.id },
      body: { check_in_id: newId() },
    });
    if (options.has('json')) out.json({ goal: goal.id, check_in: check_in?.id ?? null });
    else out.line(`${out.style('green', '✓')} ${texts.done(oneLine(goal.text))}`);
  },
};

/** The goal that a number or words mean: one, or none at all. */
function findGoal(rows: readonly Goal[], wanted: string): Goal {
  const numbered = /^\d{1,6}$/.test(wanted) ? rows[Number(wanted) - 1] : undefined;
  if (numbered) return numbered;
  const words = wanted.toLowerCase().split(/\s+/);
  const found = rows.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw new CommandError('usage', texts.noMatch(oneLine(wanted)));
  const names = found.map(
    ({ text }) => `\n  ${rows.findIndex((row) => row.text === text) + 1}  ${oneLine(text)}`,
  );
  throw new CommandError('usage', texts.severalMatch(found.length, oneLine(wanted), names.join('')));
}
