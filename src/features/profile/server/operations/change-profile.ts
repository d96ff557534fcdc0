import { normalName } from '#features/accounts/rules.ts';
import { consumeAttempts } from '#features/accounts/server/operations/attempts.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { normalAvatar, normalPhone, normalSlug, slugInputFault } from '../../rules.ts';
import { changeProfile, profileOf, takeSlug, type Changes } from '../store.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/profiles']>;
type Call = { tx: Tx; viewer: Viewer; input: { body: Body } };

/** Slugs a user may try in an hour. Refused ones count: a refusal tells that a private page may have the slug. */
const slugsPerHour = 20;

/** Changes all given fields, or none. */
export async function changeOwnProfile({ tx, viewer, input }: Call) {
  const { full_name, phone_number, avatar_url, slug, is_public, allows_search, is_new } = input.body;
  const changes: Changes = { is_public, allows_search, is_new };
  if (full_name !== undefined) {
    const name = normalName(full_name);
    if (name === null) return refuse('invalid_name');
    changes.full_name = name;
  }
  if (phone_number !== undefined) {
    const phone = normalPhone(phone_number ?? '');
    if (phone === undefined) return refuse('invalid_phone');
    changes.phone_number = phone;
  }
  if (avatar_url !== undefined) {
    const avatar = normalAvatar(avatar_url ?? '', viewer.userId);
    if (avatar === undefined) return refuse('invalid_avatar');
    changes.avatar_url = avatar;
  }
  if (slug !== undefined) {
    const fault = slugInputFault(slug);
    if (fault) return refuse(fault);
    const refused = await changeSlug(tx, viewer, normalSlug(slug));
    if (refused) return refused;
  } else if (changes.is_public && (await profileOf(tx, viewer.userId))?.slug === null) {
    return refuse('slug_required');
  }
  await changeProfile(tx, viewer.userId, changes);
  return (await profileOf(tx, viewer.userId)) ?? refuse('no_session');
}

/** Saving the current slug again is not a change. */
async function changeSlug(tx: Tx, { userId }: Viewer, slug: string) {
  if ((await profileOf(tx, userId))?.slug === slug) return undefined;
  const limit = { kind: 'slug', key: userId, max: slugsPerHour, minutes: 60 };
  const refused = await consumeAttempts(tx, [limit]);
  if (refused) return refused;
  const outcome = await takeSlug(tx, slug);
  if (outcome === 'saved') return undefined;
  return refuse(outcome === 'taken' ? 'slug_taken' : 'too_many_slugs');
}
