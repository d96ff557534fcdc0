// All SQL of the profile page. Row-level security restricts every statement to the viewer's own rows.
import type { Tx } from '#platform/database/transaction.ts';
import type { Profile } from '../contract.ts';

const columns = 'user_id, full_name, phone_number, avatar_url, slug, is_new, email, time_zone, created_at';

export async function profileOf(tx: Tx, userId: string): Promise<Profile | undefined> {
  const rows = await tx.query<Profile>(`select ${columns} from profiles where user_id = $1`, [userId]);
  return rows[0];
}

/** Undefined fields stay unchanged. */
export type Changes = {
  full_name?: string;
  phone_number?: string | null;
  avatar_url?: string | null;
  is_new?: boolean;
};

export async function changeProfile(tx: Tx, userId: string, changes: Changes): Promise<void> {
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) return;
  await tx.db.updateTable('profiles').set(set).where('user_id', '=', userId).execute();
}

/** False if another user has the slug, or had it recently (R-F6). */
export async function takeSlug(tx: Tx, slug: string): Promise<boolean> {
  const rows = await tx.query<{ taken: boolean }>('select app.take_slug($1) as taken', [slug]);
  return rows[0]!.taken;
}

export type EarlierSlug = { slug: string; user_id: string; ends_at: string };

/** The former slugs that are still reserved for this user, latest first. */
export function earlierSlugsOf(tx: Tx, userId: string): Promise<EarlierSlug[]> {
  return tx.query<EarlierSlug>(
    'select slug, user_id, ends_at from earlier_slugs where user_id = $1 order by ends_at desc, slug',
    [userId],
  );
}

/** Whether this is the address of a user's current photo. */
export async function isShownPhoto(tx: Tx, userId: string, address: string): Promise<boolean> {
  const rows = await tx.query<{ shown: boolean }>(
    'select app.is_shown_photo($1, $2) as shown',
    [userId, address],
    'is_shown_photo',
  );
  return rows[0]!.shown;
}
