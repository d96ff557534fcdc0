import { maskedEmail } from '#platform/mail/address.ts';
import { readQueues } from '#app/server/queues.ts';
import type { Database } from '#platform/database/open.ts';
import { counted } from '#platform/text/language.ts';
import { megabytes } from '../lib/progress-line.ts';

/** Accounts that are listed by what they store. */
const listed = 10;

type Counts = Record<
  'accounts' | 'verified' | 'active_week' | 'active_month' | 'entries' | 'goals' | 'files' | 'bytes',
  number
>;
type Account = { id: string; email: string; files: number; bytes: number };
export type Usage = {
  counts: Counts;
  largest: Account[];
  queues: Awaited<ReturnType<typeof readQueues>>;
};

// Renditions count, as they do toward the quota. Photos of profiles do not.
const stored = `
  select user_id, file_size + view_size as bytes from log_files
  union all select user_id, file_size from resumes
  union all select user_id, file_size + view_size from vouch_files`;

/** What this instance stores, for how many people. Addresses are masked. */
export async function readUsage(database: Database): Promise<Usage> {
  const read = await database.asOwner(async (owner) => {
    const { rows: counts } = await owner.query<Counts>(
      `select (select count(*) from users) as accounts,
         (select count(*) from users where email_verified_at is not null) as verified,
         (select count(distinct user_id) from sessions where last_used_at > now() - interval '7 days') as active_week,
         (select count(distinct user_id) from sessions where last_used_at > now() - interval '30 days') as active_month,
         (select count(*) from check_ins) as entries, (select count(*) from goals) as goals,
         (select count(*) from (${stored}) f) as files,
         (select coalesce(sum(bytes), 0)::bigint from (${stored}) f) as bytes`,
    );
    const { rows: largest } = await owner.query<Account>(
      `select u.id, u.email, count(*) as files, sum(f.bytes)::bigint as bytes
       from (${stored}) f join users u on u.id = f.user_id group by u.id order by 4 desc, u.id limit $1`,
      [listed],
    );
    return { counts: counts[0]!, largest };
  });
  const largest = read.largest.map((account) => ({ ...account, email: maskedEmail(account.email) }));
  return { ...read, largest, queues: await readQueues(database.jobs) };
}

/** The lines that `npm run admin -- usage` prints. */
export function usageLines({ counts, largest, queues }: Usage): string[] {
  const list = (title: string, lines: string[]) => [
    '',
    title,
    ...(lines.length > 0 ? lines.map((line) => `  ${line}`) : ['  none']),
  ];
  return [
    `accounts  ${counts.accounts}, ${counts.verified} of them with a verified address`,
    `active    ${counts.active_week} in the last 7 days, ${counts.active_month} in the last 30`,
    `entries   ${counts.entries}, and ${counts.goals} goals`,
    `files     ${counts.files}, ${megabytes(counts.bytes)} (without photos of profiles)`,
    ...list(
      'Accounts that store the most',
      largest.map(
        ({ id, email, files, bytes }) =>
          `${id}  ${email}  ${counted(files, { one: 'file', other: 'files' })}, ${megabytes(bytes)}`,
      ),
    ),
    ...list(
      'Emails (finished ones of the last hour)',
      queues.emails.map(({ state, count }) => `${state}: ${count}`),
    ),
    ...list(
      'Jobs',
      queues.jobs.map(({ task, state, count }) => `${task}, ${state}: ${count}`),
    ),
  ];
}
