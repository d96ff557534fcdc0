// Creates the folders that settings name: DATA_DIR and BACKUP_DIR.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * As `mkdir -p`. Node's own never returns if the system reports a folder as missing when another is created in it, as
 * in /proc.
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** Why a folder cannot be created or written to, and how to fix that. `setting` names another folder. */
export function whyNoFolder(
  { code, message, path }: NodeJS.ErrnoException,
  setting: 'DATA_DIR' | 'BACKUP_DIR',
): { why: string; fix: string } {
  const system = `The system says: ${message}.`;
  const another = `choose another folder with ${setting}.`;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { why: 'The disk is full.', fix: `Free some disk space, or ${another}` };
    case 'EROFS':
      return {
        why: `It is on a disk that is mounted read-only. ${system}`,
        fix: `Mount the disk writable, or ${another}`,
      };
    case 'EEXIST':
      return { why: 'There is a file with this name.', fix: `Move the file away, or ${another}` };
    case 'ENOTDIR':
      return { why: `A part of the path is a file. ${system}`, fix: `Correct the path, or ${another}` };
    case 'ENAMETOOLONG':
      return { why: 'A name in the path is too long.', fix: `Correct the path, or ${another}` };
    case 'EACCES':
    case 'EPERM':
      return {
        why: system,
        fix: `Let the user id ${process.getuid?.()} write to ${path ? dirname(path) : 'the folder above'}, or ${another}`,
      };
    default:
      return { why: system, fix: `No folder can be created there: ${another}` };
  }
}
