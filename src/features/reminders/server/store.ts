// SQL on what users have chosen about reminders (R-N5), and their devices.
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { kinds, limits, states } from '../constants.ts';
import type { Kind, State } from '../contract.ts';

const choice = {
  kind: t.oneOf(kinds),
  state: t.oneOf(states),
  days: t.ints,
  hour: t.int,
  time_zone: t.text,
  locale: t.text,
  by_email: t.bool,
  next_at: t.nullable(t.timestamptz),
};
export type Choice = t.RowOf<typeof choice>;

const choicesSql = statement({
  text: `select ${t.list(choice)} from reminders where user_id = $1 order by kind`,
  row: choice,
});

/** What the viewer has chosen: at most one row of each kind. */
export function choicesOf(tx: Tx, userId: string): Promise<Choice[]> {
  return tx.query(choicesSql, [userId]);
}

const chooseSql = statement({
  text: `insert into reminders (user_id, ${t.list(choice)}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (user_id, kind) do update
    set state = excluded.state, days = excluded.days, hour = excluded.hour, time_zone = excluded.time_zone,
      locale = excluded.locale, by_email = excluded.by_email,
      next_at = case
        when (reminders.state, reminders.days, reminders.hour, reminders.time_zone)
          = (excluded.state, excluded.days, excluded.hour, excluded.time_zone) then reminders.next_at
        else excluded.next_at end`,
});

/** Stores the choice. One that is due, or that is tried again after a failure, stays so unless its schedule changes. */
export async function choose(tx: Tx, userId: string, chosen: Choice): Promise<void> {
  const { kind, state, days, hour, time_zone, locale, by_email, next_at } = chosen;
  await tx.query(chooseSql, [userId, kind, state, days, hour, time_zone, locale, by_email, next_at]);
}

const device = {
  id: t.uuid,
  user_agent: t.nullable(t.text),
  created_at: t.timestamptz,
  last_sent_at: t.nullable(t.timestamptz),
  is_current: t.bool,
};

const devicesSql = statement({
  text: `select id, user_agent, created_at, last_sent_at, session_id = $2 as is_current from push_devices
    where user_id = $1 order by created_at, id`,
  row: device,
});

/** The viewer's devices, oldest first. */
export function devicesOf(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<t.RowOf<typeof device>[]> {
  return tx.query(devicesSql, [userId, sessionId]);
}

const addressSql = statement({
  text: 'select address, verified, stopped from app.reminder_address()',
  row: { address: t.nullable(t.text), verified: t.nullable(t.bool), stopped: t.nullable(t.bool) },
});

/** Where the viewer's emails go, and whether they arrive. */
export async function addressOf(tx: Tx) {
  const [row] = await tx.query(addressSql);
  return row;
}

const addDeviceSql = statement({
  text: 'select app.add_push_device($1, $2, $3, $4, $5, $6, $7) as id',
  row: { id: t.nullable(t.uuid) },
});

export type NewDevice = {
  id: string;
  sessionId: string;
  endpoint: string;
  keyId: string;
  userAgent: string | null;
};

/** Adds the viewer's browser. Its id, or null if the viewer has too many. */
export async function addDevice(tx: Tx, device: NewDevice): Promise<string | null> {
  const { id, sessionId, endpoint, keyId, userAgent } = device;
  const signature = tx.sign('add_push_device', id, sessionId, endpoint);
  const rows = await tx.query(addDeviceSql, [
    ...[id, sessionId, endpoint, keyId, userAgent],
    ...[limits.devices, signature],
  ]);
  return rows[0]!.id;
}

const endDeviceSql = statement({
  text: 'delete from push_devices where id = $1 returning id',
  row: { id: t.uuid },
});

/** False when the viewer has no such device. */
export async function endDevice(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(endDeviceSql, [id]);
  return rows.length > 0;
}

const stateSql = statement({
  text: 'select app.reminder_state($1, $2, $3) as state',
  row: { state: t.nullable(t.oneOf(states)) },
});

/** For the page of a link. Null: there is no such reminder. */
export async function stateOf(tx: Tx, userId: string, kind: Kind): Promise<State | null> {
  const rows = await tx.query(stateSql, [userId, kind, tx.sign('reminder_state', userId, kind)]);
  return rows[0]!.state;
}

const quietSql = statement({ text: 'select app.quiet_reminder($1, $2, $3, $4)' });

/** Pauses a reminder or turns it off, for the page of a link. */
export async function quiet(tx: Tx, userId: string, kind: Kind, state: 'paused' | 'off'): Promise<void> {
  await tx.query(quietSql, [userId, kind, state, tx.sign('quiet_reminder', userId, kind, state)]);
}

const mayAnswerSql = statement({
  text: 'select app.may_answer($1, $2, $3, $4) as may',
  row: { may: t.bool },
});

/** Whether a link in a weekly email to this address still adds entries. */
export async function mayAnswer(
  tx: Tx,
  { userId, address, askedAt }: { userId: string; address: string; askedAt: number },
): Promise<boolean> {
  const at = new Date(askedAt).toISOString();
  const rows = await tx.query(mayAnswerSql, [userId, address, at, tx.sign('may_answer', userId, address)]);
  return rows[0]!.may;
}

const ownRemindersSql = statement({
  text: `select user_id, ${t.list(choice)}, last_at from reminders where user_id = $1 order by kind`,
  row: { user_id: t.uuid, ...choice, last_at: t.nullable(t.timestamptz) },
});
const ownDevicesSql = statement({
  text: `select id, user_id, user_agent, created_at, last_sent_at from push_devices where user_id = $1 order by id`,
  row: {
    ...{ id: t.uuid, user_id: t.uuid, user_agent: device.user_agent },
    ...{ created_at: t.timestamptz, last_sent_at: device.last_sent_at },
  },
});

/** The viewer's rows for the export, without what gives access to a device. */
export const ownRows = {
  reminders: (tx: Tx, userId: string): Promise<object[]> => tx.query(ownRemindersSql, [userId]),
  devices: (tx: Tx, userId: string): Promise<object[]> => tx.query(ownDevicesSql, [userId]),
};
