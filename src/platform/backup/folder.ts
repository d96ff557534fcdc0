// The folder of the backups. Daily archives and restore points are deleted when there are enough newer ones; archives
// of `npm run backup` are kept.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

const extension = '.zip';
const dailyPrefix = 'daily-';
const manualPrefix = 'logbook-';
const restorePointPrefix = 'before-';
/** Others, such as `before-update.zip`, are the operator's own. */
export const dailyName = /^daily-\d{4}-\d{2}-\d{2}\.zip$/;
export const restorePointName = /^before-\d{4}_[a-z0-9_]+\.zip$/;

/** The archive of a UTC day. */
export function dailyPath({ backupDir }: Pick<Config, 'backupDir'>, now: Date): string {
  return join(backupDir, `${dailyPrefix}${now.toISOString().slice(0, 10)}${extension}`);
}

/** The archive of `npm run backup`, named after the second: `logbook-2026-11-23-141503.zip`. */
export function manualPath({ backupDir }: Pick<Config, 'backupDir'>, now: Date): string {
  const second = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return join(backupDir, `${manualPrefix}${second}${extension}`);
}

/** The rows before a migration, such as `0026_what.sql`. */
export function restorePointPath({ backupDir }: Pick<Config, 'backupDir'>, migration: string): string {
  return join(backupDir, `${restorePointPrefix}${migration.replace(/\.sql$/, '')}${extension}`);
}

/** An archive has this name until it is complete. */
export const partialPath = (path: string) => `${path}.partial`;

/** Deletes all but the newest `keep` archives whose names match, ordered by name. */
export async function deleteOlder(folder: string, pattern: RegExp, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name));
  for (const name of names.sort().slice(0, -keep)) await rm(join(folder, name), { force: true });
}

/** Deletes the incomplete archives that killed backups left in the folder. No backup may be running. */
export async function deletePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^(daily|logbook|before)-.+\.zip\.partial$/.test(name)) await rm(join(folder, name), { force: true });
}

export type LastBackup = {
  path: string;
  /** When it was complete. */
  at: Date;
  /** Bytes. */
  size: number;
};

/** The newest complete backup in the folder, daily or from `npm run backup`. Undefined if there is none. */
export async function lastBackup({ backupDir }: Pick<Config, 'backupDir'>): Promise<LastBackup | undefined> {
  const names = await readdir(backupDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const backups = names.filter((name) => /^(daily|logbook)-[\d-]+\.zip$/.test(name));
  const found = await Promise.all(
    backups.map(async (name): Promise<LastBackup> => {
      const path = join(backupDir, name);
      const { mtime, size } = await stat(path);
      return { path, at: mtime, size };
    }),
  );
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
}
