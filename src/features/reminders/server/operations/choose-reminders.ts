import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { defaultReader, knownLocale } from '#platform/reader/reader.ts';
import type { Chosen, State } from '../../contract.ts';
import { nextAt, type Schedule } from '../../rules.ts';
import { choose } from '../store.ts';
import { hasDevice } from '../due-store.ts';
import { readReminders } from './read-reminders.ts';

/** Replaces what the viewer has chosen. */
export async function chooseReminders({ tx, viewer, body }: { tx: Tx; viewer: Viewer; body: Chosen }) {
  const { time_zone, question, nudge } = body;
  const locale = knownLocale(body.locale) ?? defaultReader.locale;
  const { userId } = viewer;
  if (nudge.state === 'on' && !nudge.by_email && !(await hasDevice(tx, userId)))
    return refuse('way_required');
  const days = [...new Set(nudge.days)].toSorted((a, b) => a - b);
  await choose(tx, userId, {
    ...{ kind: 'question', state: question.state, days: [question.day], hour: question.hour },
    ...{ time_zone, locale, by_email: true },
    next_at: nextIfOn(question.state, { days: [question.day], hour: question.hour, timeZone: time_zone }),
  });
  await choose(tx, userId, {
    ...{ kind: 'nudge', state: nudge.state, days, hour: nudge.hour },
    ...{ time_zone, locale, by_email: nudge.by_email },
    next_at: nextIfOn(nudge.state, { days, hour: nudge.hour, timeZone: time_zone }),
  });
  return readReminders({ tx, viewer });
}

const nextIfOn = (state: State, schedule: Schedule) =>
  state === 'on' ? new Date(nextAt(schedule, Date.now())).toISOString() : null;
