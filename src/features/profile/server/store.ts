// All SQL of the profile page. Row-level security restricts every statement to the viewer's own rows.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import type { Profile } from '../contract.ts';

const profile = {
  user_id: t.uuid,
  full_name: t.text,
  phone_number: t.nullable(t.text),
  avatar_url: t.nullable(t.text),
  slug: t.nullable(t.text),
  is_public: t.bool,
  allows_search: t.bool,
  is_new: t.bool,
  email: t.text,
  time_zone: t.nullable(t.text),
  created_at: t.timestamptz,
} satisfies t.ColumnsOf<Profile>;

const profileOfSql = statement({
  text: `select ${t.list(profile)} from profiles where user_id = coalesce($1, (select app.viewer()))`,
  row: profile,
});

/** The profile of a user, or of the viewer. */
export async function profileOf(tx: Reader, userId: string | null): Promise<Profile | undefined> {
  const rows = await tx.query(profileOfSql, [userId]);
  return rows[0];
}

/** Undefined fields stay unchanged. */
export type Changes = {
  full_name?: string;
  phone_number?: string | null;
  avatar_url?: string | null;
  /** True only for a user with a slug. */
  is_public?: boolean | undefined;
  allows_search?: boolean | undefined;
  is_new?: boolean | undefined;
};

const changeProfileSql = statement({
  text: `update profiles
    set full_name = coalesce($2, full_name), phone_number = case when $3 then $4 else phone_number end,
      avatar_url = case when $5 then $6 else avatar_url end, is_new = coalesce($7, is_new),
      is_public = coalesce($8, is_public), allows_search = coalesce($9, allows_search)
    where user_id = $1`,
});

export async function changeProfile(tx: Tx, userId: string, changes: Changes): Promise<void> {
  const { full_name, phone_number, avatar_url, is_new, is_public, allows_search } = changes;
  // Without a change, the update would announce one.
  if (Object.values(changes).every((value) => value === undefined)) return;
  await tx.query(changeProfileSql, [
    ...[userId, full_name, phone_number !== undefined, phone_number],
    ...[avatar_url !== undefined, avatar_url, is_new, is_public, allows_search],
  ]);
}

const takeSlugRow = { outcome: t.oneOf(['saved', 'taken', 'full']) };
const takeSlugSql = statement({
  text: 'select app.take_slug($1) as outcome',
  row: takeSlugRow,
});

/** 'taken': another user has the slug, or had it recently. 'full': too many former ones are reserved (R-F6). */
export async function takeSlug(tx: Tx, slug: string): Promise<'saved' | 'taken' | 'full'> {
  const rows = await tx.query(takeSlugSql, [slug]);
  return rows[0]!.outcome;
}

const earlierSlugsSql = statement({
  text: 'select slug, user_id, ends_at from earlier_slugs where user_id = $1 order by ends_at desc, slug',
  row: { slug: t.text, user_id: t.uuid, ends_at: t.timestamptz },
});
export type EarlierSlug = RowIn<typeof earlierSlugsSql>;

/** The former slugs that are still reserved for this user, latest first. */
export function earlierSlugsOf(tx: Tx, userId: string): Promise<EarlierSlug[]> {
  return tx.query(earlierSlugsSql, [userId]);
}

const isShownPhotoSql = statement({
  name: 'is_shown_photo',
  text: 'select app.is_shown_photo($1, $2) as shown',
  row: { shown: t.bool },
});

/** Whether this is the address of a user's current photo. */
export async function isShownPhoto(tx: Tx, userId: string, address: string): Promise<boolean> {
  const rows = await tx.query(isShownPhotoSql, [userId, address]);
  return rows[0]!.shown;
}
