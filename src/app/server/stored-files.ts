// The files of users, of all features. Separate from `features.ts`, because Node runs the commands for backups without a
// build, and the list of features imports components.
import type pg from 'pg';
import { storage as logFiles } from '#features/check-ins/server/operations/stored-files.ts';
import { storage as profilePhotos } from '#features/profile/server/operations/stored-files.ts';
import { storage as resumes } from '#features/resume/server/operations/stored-files.ts';
import { storage as suggestionFiles } from '#features/suggestions/server/operations/stored-files.ts';
import { storage as vouchFiles } from '#features/vouches/server/operations/stored-files.ts';
import type { NamedFile } from '#platform/backup/named-file.ts';

const storages = [logFiles, profilePhotos, resumes, suggestionFiles, vouchFiles];

/** Each file is stored under the id of its user. */
export const buckets = [...new Set(storages.map(({ bucket }) => bucket))];

/** What the rows say about the files, as the owner of the database. A backup contains them. */
export async function storedFiles(owner: pg.ClientBase): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const { named } of storages) files.push(...(await named(owner)));
  return files;
}
