// The weekly email, the reminders and push messages, as the owner of the database.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { counted } from '#platform/text/language.ts';
import { ok, warning, type Finding } from './finding.ts';

/** Reminders are due by the minute. More that wait this long mean that no process runs jobs, or that they cannot keep up. */
const lateMinutes = 15;

export async function checkReminders(
  client: Pick<pg.Client, 'query'>,
  { https }: Pick<Config, 'https'>,
): Promise<Finding[]> {
  const { rows: known } = await client.query<{ is_known: boolean }>(
    `select to_regclass('public.push_devices') is not null as is_known`,
  );
  if (!known[0]!.is_known) return [];
  const { rows } = await client.query<{ late: number; devices: number }>(
    `select (select count(*)::int from reminders where next_at < now() - make_interval(mins => $1)) as late,
      (select count(*)::int from push_devices) as devices`,
    [lateMinutes],
  );
  const { late, devices } = rows[0]!;
  const findings: Finding[] = [];
  if (late === 0) findings.push(ok('No weekly email and no reminder is late.'));
  else {
    const why = `Each was due more than ${lateMinutes} minutes ago. After a day, it is left out.`;
    const fix = 'Start Logbook. If it runs, look for "a job failed" in its log.';
    findings.push(
      warning(`Not sent yet: ${counted(late, { one: 'late reminder', other: 'late reminders' })}.`, why, fix),
    );
  }
  if (!https && devices > 0) {
    const why = 'Browsers show reminders of https addresses only.';
    findings.push(
      warning(
        `Push messages go to ${counted(devices, { one: 'device', other: 'devices' })}.`,
        why,
        'Set up https.',
      ),
    );
  }
  return findings;
}
