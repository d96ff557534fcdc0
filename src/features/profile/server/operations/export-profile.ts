// The profile as its person takes it along, with earlier public addresses and the stored photo.
import type { Tx } from '#platform/database/transaction.ts';
import { bucket } from '../../contract.ts';
import { photoPath } from '../../rules.ts';
import { earlierSlugsOf, profileOf } from '../store.ts';

export async function profileTable(tx: Tx, viewer: string) {
  const profile = await profileOf(tx, viewer);
  return { rows: profile ? [profile] : [], next: null };
}

/** All at once: ten are kept. */
export async function earlierSlugsTable(tx: Tx, viewer: string) {
  return { rows: await earlierSlugsOf(tx, viewer), next: null };
}

/** Whose archive it is. */
export async function whose(tx: Tx, viewer: string): Promise<{ name: string; timeZone: string | null }> {
  const profile = await profileOf(tx, viewer);
  return { name: profile?.full_name ?? '', timeZone: profile?.time_zone ?? null };
}

/** The photo that is shown, when it is stored here. */
export async function photoToExport(tx: Tx, viewer: string) {
  const profile = await profileOf(tx, viewer);
  const start = photoPath(viewer);
  if (!profile?.avatar_url?.startsWith(start)) return { rows: [], next: null };
  const key = `${bucket}/${viewer}/${profile.avatar_url.slice(start.length)}`;
  const photo = {
    id: key,
    ownerId: viewer,
    key,
    name: 'Profile photo.jpg',
    size: 0,
    at: new Date().toISOString(),
  };
  return { rows: [photo], next: null };
}
