// The jobs that have not run. Only their payloads are read from the worker's own tables: a restore adds the jobs again
// with the worker's public function. Scheduled jobs are left out, because the schedule adds the next ones, and those
// that delete bytes, because an archive contains only the bytes of existing rows.
import type pg from 'pg';
import * as t from '../database/columns.ts';
import { query, statement } from '../database/statement.ts';
import type { JobLine } from './manifest.ts';

const pendingSql = statement({
  text: `select k.identifier as task, j.payload::jsonb as payload, j.key, j.run_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
    where j.attempts < j.max_attempts and not (j.payload::jsonb ? '_cron') and not (j.payload::jsonb ? 'paths')
    order by j.id`,
  row: { task: t.text, payload: t.jsonb<unknown>(), key: t.nullable(t.text), run_at: t.timestamptz },
});

const hasWorkerSql = statement({
  text: `select to_regclass('graphile_worker._private_jobs') is not null as exists`,
  row: { exists: t.bool },
});

/** The jobs that wait or run. None in a database whose worker never started. */
export async function pendingJobs(owner: pg.ClientBase): Promise<JobLine[]> {
  const [worker] = await query(owner, hasWorkerSql);
  if (!worker!.exists) return [];
  const rows = await query(owner, pendingSql);
  return rows.map(({ task, payload, key, run_at }) => ({ task, payload, key, runAt: run_at }));
}

const addSql = statement({
  text: `select from graphile_worker.add_job(
      identifier => $1::text, payload => $2::json, job_key => $3::text, run_at => $4::timestamptz)`,
});

/** Adds a job as it was. */
export async function addJob(owner: pg.ClientBase, { task, payload, key, runAt }: JobLine): Promise<void> {
  await query(owner, addSql, [task, JSON.stringify(payload), key, runAt]);
}

const deleteSql = statement({
  text: `select count(*)::int as count
    from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
  row: { count: t.int },
});

/** Deletes all jobs: those of an instance that was started and never used, or of an interrupted restore. */
export async function deleteJobs(owner: pg.ClientBase): Promise<void> {
  await query(owner, deleteSql);
}
