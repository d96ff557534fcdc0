// The profile for the export, with earlier slugs and the stored photo.
import type { Tx } from '#platform/database/transaction.ts';
import { photoName } from '../../export-texts.ts';
import { bucket } from '../../contract.ts';
import { photoPath } from '../../rules.ts';
import { earlierSlugsOf, profileOf } from '../store.ts';

export async function profileTable(tx: Tx, viewer: string) {
  const profile = await profileOf(tx, viewer);
  return { rows: profile ? [profile] : [], next: null };
}

/** Without paging: at most ten are kept. */
export async function earlierSlugsTable(tx: Tx, viewer: string) {
  return { rows: await earlierSlugsOf(tx, viewer), next: null };
}

/** The name and time zone of the archive's owner. */
export async function archiveOwner(
  tx: Tx,
  viewer: string,
): Promise<{ name: string; timeZone: string | null }> {
  const profile = await profileOf(tx, viewer);
  return { name: profile?.full_name ?? '', timeZone: profile?.time_zone ?? null };
}

/** The current photo, if it is stored on this instance. */
export async function photoToExport(tx: Tx, viewer: string) {
  const profile = await profileOf(tx, viewer);
  const prefix = photoPath(viewer);
  if (!profile?.avatar_url?.startsWith(prefix)) return { rows: [], next: null };
  const key = `${bucket}/${viewer}/${profile.avatar_url.slice(prefix.length)}`;
  const photo = {
    id: key,
    ownerId: viewer,
    key,
    name: photoName,
    size: 0,
    at: new Date().toISOString(),
  };
  return { rows: [photo], next: null };
}
