// The job that backs the instance up every day. It runs in one process, and again later if it fails.
import type { FastifyBaseLogger } from 'fastify';
import { hourMs } from '../clock/durations.ts';
import type { Config } from '../config/config.ts';
import type { AsOwner } from '../database/open.ts';
import type { Job } from '../jobs/worker.ts';
import { dailyName, dailyPath, deleteOlder } from './folder.ts';
import { writeArchive, type Parts as ArchiveParts } from './write-archive.ts';

type Parts = Pick<ArchiveParts, 'appSecret' | 'version' | 'files'> & {
  config: Config;
  asOwner: AsOwner;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

/** The job, unless BACKUP_KEEP is 0. */
export function backupJobs(parts: Parts): Job[] {
  if (parts.config.backupKeep === 0) return [];
  return [
    {
      name: 'back-up',
      every: '13 2 * * *',
      // A machine that is off or restarting at that time still has its backup of the day.
      catchUpMs: 24 * hourMs,
      run: (_payload, signal) => backUpDaily(parts, new Date(), signal),
    },
  ];
}

async function backUpDaily(parts: Parts, now: Date, signal: AbortSignal | undefined): Promise<void> {
  const { config, asOwner, log, appSecret, version, files } = parts;
  try {
    const written = await asOwner((owner) =>
      writeArchive({
        ...{ owner, appSecret, version, files, signal },
        path: dailyPath(config, now),
        ownsSecret: config.appSecret === undefined,
        onProgress: () => undefined,
        onWait: () => undefined,
      }),
    );
    const { missing, damaged, ...figures } = written;
    log.info(figures, 'backup written');
    // The folder or bucket may be the wrong one. Then the older backups are the only ones with the files.
    if (missing.length > figures.files) log.error('most files are missing, so older backups are kept');
    else await deleteOlder(config.backupDir, dailyName, config.backupKeep);
    if (missing.length > 0 || damaged.length > 0)
      log.warn({ missing, damaged }, 'files that are missing or differ from their rows');
  } catch (error) {
    log.error({ reason: (error as Error).message }, 'the daily backup failed');
    throw error;
  }
}
