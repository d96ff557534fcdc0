import { normalName } from '#features/accounts/rules.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { FileStore } from '#platform/files/store.ts';
import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { FetchPublic } from '#platform/http/fetch-public.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { attempts } from '../../attempt-constants.ts';
import type { operations } from '../../contract.ts';
import { normalAvatar, normalPhone, normalSlug, slugInputProblem } from '../../rules.ts';
import { copyPhoto, removeCopy } from './fetch-photo.ts';
import { photoAttempts } from './upload-photo.ts';
import { changeProfile, profileOf, takeSlug, type Changes } from '../store.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/profiles']>;
type Call = { tx: Tx; viewer: Viewer; input: { body: Body } };
type Parts = { files: FileStore; fetchPublic: FetchPublic };

/** Changes all given fields, or none. A photo on another website is copied first. */
export function changeOwnProfile(parts: Parts) {
  return async ({ step, input: { body } }: { step: Step<'session'>; input: { body: Body } }) => {
    const address = normalAvatar(body.avatar_url ?? '', '');
    if (!address) return step(({ tx, viewer }) => change({ tx, viewer, input: { body } }));
    const userId = await step(
      async ({ tx, viewer }) => (await consumeAttempts(tx, [photoAttempts(viewer.userId)])) ?? viewer.userId,
    );
    if (isRefused(userId)) return userId;
    const copy = await copyPhoto(parts, address, userId);
    if (isRefused(copy)) return copy;
    const changed = await step(({ tx, viewer }) =>
      change({ tx, viewer, input: { body: { ...body, avatar_url: copy } } }),
    );
    if (isRefused(changed)) await removeCopy(parts.files, copy, userId);
    return changed;
  };
}

async function change({ tx, viewer, input }: Call) {
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
    const problem = slugInputProblem(slug);
    if (problem) return refuse(problem);
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
  const limit = { kind: 'slug', key: userId, ...attempts.slug };
  const refused = await consumeAttempts(tx, [limit]);
  if (refused) return refused;
  const outcome = await takeSlug(tx, slug);
  if (outcome === 'saved') return undefined;
  return refuse(outcome === 'taken' ? 'slug_taken' : 'too_many_slugs');
}
