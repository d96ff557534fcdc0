import { namedInCredentials } from '#features/credentials/server/operations/issued-credentials.ts';
import { dayBounds } from '#platform/clock/days.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { Period } from '../../contract.ts';
import { isPeriod } from '../../rules.ts';
import {
  materialEntries,
  materialGoals,
  materialShoutouts,
  materialVouches,
  owner,
} from '../material-store.ts';

/** Everything that a packet of a period can contain (R-M1). */
export async function readMaterial(tx: Tx, period: Period) {
  if (!isPeriod(period)) return refuse('invalid_packet_period');
  const found = await owner(tx);
  if (!found) return refuse('no_session');
  const zone = knownTimeZone(found.time_zone) ?? 'UTC';
  const span = { from: dayBounds(period.from, zone).from, to: dayBounds(period.to, zone).to };
  const [entries, goals, shoutouts, vouches] = await Promise.all([
    materialEntries(tx, span),
    materialGoals(tx, span),
    materialShoutouts(tx, span),
    materialVouches(tx, span),
  ]);
  const issued = await namedInCredentials(
    tx,
    vouches.map(({ id }) => id),
  );
  const proofOf = ({ id, department, domain, files }: (typeof vouches)[number]) => {
    const { owner, ...named } = issued.get(id) ?? { owner: null, files };
    const former_name = owner === found.full_name ? null : owner;
    return { department, domain, ...named, former_name };
  };
  return {
    period: { from: period.from, to: period.to },
    time_zone: zone,
    entries: entries.toReversed(),
    goals: goals.toReversed(),
    shoutouts: shoutouts.toReversed(),
    vouches: vouches.toReversed().map((vouch) => ({
      id: vouch.id,
      text: vouch.text,
      name: vouch.name,
      at: vouch.at,
      proof: proofOf(vouch),
    })),
  };
}
