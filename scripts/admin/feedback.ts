import type { Database } from '#platform/database/open.ts';

export type Feedback = { id: string; at: string; name: string; email: string; message: string };

/** How many messages one call lists. */
export const feedbackPage = 20;

/** What users sent to the operator (R-K8), newest first. `before`: the id of the last message on the previous page. */
export function newestFeedback(database: Database, before: string | null): Promise<Feedback[]> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<Feedback>(
      `select f.id, f.created_at as at, f.user_name as name, f.user_email as email, f.message
       from feedback f
       where $1::uuid is null or (f.created_at, f.id) < (select b.created_at, b.id from feedback b where b.id = $1)
       order by f.created_at desc, f.id desc limit $2`,
      [before, feedbackPage],
    );
    return rows;
  });
}

/** The message for a terminal: control characters, which could move its cursor or change its title, are left out. */
export function printable({ id, at, name, email, message }: Feedback): string {
  const clean = (text: string) => text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '');
  const lines = clean(message).split('\n');
  return [`${at}  ${clean(name)} <${clean(email)}>  ${id}`, ...lines.map((line) => `  ${line}`), ''].join(
    '\n',
  );
}
