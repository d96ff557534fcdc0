import { dayBounds } from '#platform/clock/days.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { commandTexts } from '../help-texts.ts';
import { jsonOption, type Command } from './command.ts';
import { addDays, readDayBounds, timeZone, weekdayOf } from './day-input.ts';
import { dayTitle, pages, placeOf, showEntries } from './list.ts';
import { call } from './server.ts';

/** More than anyone writes in a week. */
const most = 10_000;

export const week: Command = {
  name: 'week',
  readsLog: true,
  words: '[DAY]',
  takesWords: true,
  ...commandTexts.week,
  options: [jsonOption],
  async run({ words, options, out }) {
    const zone = timeZone();
    const { day } = readDayBounds(words.join(' ') || 'today', Date.now(), zone);
    const monday = addDays(day, -((weekdayOf(day) + 6) % 7));
    const sunday = addDays(monday, 6);
    const period = { from: dayBounds(monday, zone).from, to: dayBounds(sunday, zone).to };
    const rows = await pages(most, (page) => call('GET /api/check_ins', { query: { ...period, ...page } }));
    const oldestFirst = rows.toReversed();
    const completed = rows.filter(({ kind }) => kind === 'goal').length;
    if (options.has('json')) {
      out.json({
        from: monday,
        to: sunday,
        entries: rows.length,
        goals_completed: completed,
        rows: oldestFirst,
      });
      return;
    }
    if (out.isTerminal) {
      const days = new Set(rows.map((row) => placeOf(row)[0])).size;
      out.line(out.style('cyan', texts.week(dayTitle(monday))));
      out.line(out.style('dim', texts.weekCounts(rows.length, days, completed)));
      out.line();
    }
    showEntries(oldestFirst, out, false, texts.noneInWeek);
  },
};
