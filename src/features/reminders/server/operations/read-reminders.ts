import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { defaults } from '../../constants.ts';
import type { Reminders } from '../../contract.ts';
import { addressOf, choicesOf, devicesOf } from '../store.ts';

/** What the viewer has chosen, or the defaults, which are off. */
export async function readReminders({ tx, viewer }: { tx: Tx; viewer: Viewer }) {
  const chosen = await choicesOf(tx, viewer.userId);
  const question = chosen.find(({ kind }) => kind === 'question');
  const nudge = chosen.find(({ kind }) => kind === 'nudge');
  const address = await addressOf(tx);
  if (!address || address.address === null) return refuse('no_session');
  return {
    time_zone: question?.time_zone ?? null,
    question: {
      state: question?.state ?? 'off',
      day: question?.days[0] ?? defaults.day,
      hour: question?.hour ?? defaults.hour,
      next_at: question?.next_at ?? null,
    },
    nudge: {
      state: nudge?.state ?? 'off',
      days: nudge?.days ?? [defaults.day],
      hour: nudge?.hour ?? defaults.hour,
      by_email: nudge?.by_email ?? false,
      next_at: nudge?.next_at ?? null,
    },
    address: {
      email: address.address,
      state: address.stopped ? 'stopped' : address.verified ? 'good' : 'unverified',
    },
    devices: await devicesOf(tx, viewer),
  } satisfies Reminders;
}
