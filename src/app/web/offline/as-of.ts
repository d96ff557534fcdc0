import { texts } from './offline-texts.ts';
import { offlineState } from './offline-state.ts';

const today = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const earlier = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Shows the user that the log is as of this instant, in milliseconds. */
export function showAsOf(at: number): void {
  const sameDay = new Date(at).toDateString() === new Date().toDateString();
  offlineState.set({ text: texts.asOf((sameDay ? today : earlier).format(at)) });
}
