// The machine: Node, the data folder, the secret, and the backups.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lastBackup } from '#platform/backup/folder.ts';
import { hourMs } from '#platform/clock/durations.ts';
import type { Config } from '#platform/config/config.ts';
import { freeBytes } from '#platform/disk/free-bytes.ts';
import { counted } from '#platform/text/language.ts';
import { problem, ok, warning, type Finding } from './finding.ts';

const gigabyte = 1024 ** 3;

export function checkNode(): Finding[] {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  return [ok(`Node ${process.versions.node} runs this command. Logbook needs ${engines.node}.`)];
}

export async function checkDataFolder({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(dataDir)) {
    return [
      warning(
        `The data folder ${dataDir} does not exist.`,
        'The first start creates it.',
        'Is DATA_DIR right?',
      ),
    ];
  }
  const findings: Finding[] = [];
  const { mode, uid } = statSync(dataDir);
  const me = process.getuid?.();
  if (me !== undefined && uid !== me && me !== 0) {
    findings.push(
      problem(
        `The data folder ${dataDir} belongs to another user.`,
        `Its owner has the id ${uid}; this process runs as ${me}.`,
        'Run Logbook, and this command, as the owner of the folder.',
      ),
    );
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    findings.push(
      problem(
        `The data folder ${dataDir} is not writable.`,
        (error as Error).message,
        'Correct its permissions.',
      ),
    );
  }
  if ((mode & 0o066) !== 0) {
    findings.push(
      warning(
        `Other users of this machine may list or write the data folder ${dataDir}.`,
        `Its mode is ${(mode & 0o777).toString(8)}.`,
        `Close it: chmod go-rw ${dataDir}`,
      ),
    );
  }
  const free = await freeBytes(dataDir);
  const text = `${(free / gigabyte).toFixed(1)} GB are free on the disk of the data folder.`;
  if (free < 0.2 * gigabyte) {
    findings.push(
      problem(text, 'Uploads are refused, and the embedded database stops soon.', 'Free some space.'),
    );
  } else if (free < 2 * gigabyte) {
    findings.push(
      warning(text, 'Files and the database grow.', 'Free some space, or move to a larger disk.'),
    );
  } else findings.push(ok(text));
  return findings;
}

export function checkSecret({ appSecret, dataDir, databaseUrl, workers }: Config): Finding[] {
  if (appSecret !== undefined) return [ok('APP_SECRET is set. Keep it with your backups.')];
  const file = join(dataDir, 'app-secret');
  if (!existsSync(file)) {
    return [
      warning(
        'There is no APP_SECRET yet.',
        `The first start creates ${file}.`,
        'If this instance is not new, check DATA_DIR and APP_SECRET.',
      ),
    ];
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    return [
      problem(
        `Other users may read the secret in ${file}.`,
        'It signs sessions and links.',
        `chmod 600 ${file}`,
      ),
    ];
  }
  if (databaseUrl !== undefined && workers === 1) {
    return [
      warning(
        `The secret is in ${file}.`,
        'A process on another machine that uses the same database needs the same secret.',
        'Set APP_SECRET, or APP_SECRET_FILE, for all of them if there are several.',
      ),
    ];
  }
  return [ok(`The secret is in ${file}. Keep it with your backups.`)];
}

/** A daily backup is late after this time. */
const lateHours = 26;

export async function checkBackups(config: Config): Promise<Finding[]> {
  if (config.backupKeep === 0) {
    const why = 'Nothing is left after the loss of the disk, unless you back up by other means.';
    return [
      warning('Daily backups are off (BACKUP_KEEP=0).', why, 'Set BACKUP_KEEP, or run npm run backup.'),
    ];
  }
  const last = await lastBackup(config);
  if (!last) {
    const why = 'Logbook writes one each day while it runs.';
    return [warning(`There is no backup in ${config.backupDir} yet.`, why, 'Run npm run backup.')];
  }
  const hours = Math.round((Date.now() - last.at.getTime()) / hourMs);
  if (hours <= lateHours)
    return [ok(`The last backup is ${counted(hours, { one: 'hour', other: 'hours' })} old: ${last.path}`)];
  const why = `It is in ${last.path}.`;
  return [
    warning(
      `The last backup is ${hours} hours old.`,
      why,
      'See the log for the reason, or run npm run backup.',
    ),
  ];
}
