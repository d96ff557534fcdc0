// Streams the archive, with no transaction open meanwhile. The stream is destroyed as soon as its session ends.
import { Readable } from 'node:stream';
import type { Config } from '#platform/config/config.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { contentDisposition } from '#platform/files/file-name.ts';
import type { FileStore } from '#platform/files/store.ts';
import { zipStream } from '#platform/files/zip-stream.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { archiveName, limits, sizeHeader } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { archiveEntries, planArchive } from './archive.ts';
import type { RunAsOwner, Sources } from './sources.ts';

type Operation = (typeof operations)['GET /api/export'];
export type ExportParts = {
  config: Pick<Config, 'appUrl'>;
  files: FileStore;
  hub: LiveHub;
  sources: Sources;
};

class SessionEnded extends Error {}

export function sendExport({ config, files, hub, sources }: ExportParts) {
  const instance = new URL(config.appUrl).origin;
  return inSteps<Operation>(async ({ step, request, reply }) => {
    const viewer = await step(async ({ tx, viewer }) => {
      const limit = { kind: 'export', key: viewer.userId, max: limits.perHour, minutes: 60 };
      return (await consumeAttempts(tx, [limit])) ?? viewer;
    });
    if (isRefused(viewer)) return viewer;
    const runAsOwner: RunAsOwner = async (work) => {
      const result = await step(({ tx }) => work(tx, viewer.userId));
      if (isRefused(result)) throw new SessionEnded();
      return result;
    };
    const now = new Date();
    const archive = await planArchive(runAsOwner, sources, now).catch((error: unknown) => {
      if (error instanceof SessionEnded) return undefined;
      throw error;
    });
    if (!archive) return refuse('no_session');
    // While the files cannot be reached, the archive would be cut off in the middle.
    if (archive.files[0]) await files.sizeOf(archive.files[0].key);
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', archiveName(now.toISOString().slice(0, 10))),
      [sizeHeader]: String(archive.size),
    });
    if (request.method === 'HEAD') return reply.send(Readable.from([]));

    const stream = zipStream(archiveEntries(runAsOwner, sources, files, { ...archive, instance }));
    const unsubscribe = hub.subscribe(viewer.userId, ({ kind, id }) => {
      if (kind !== 'sessions' || (id !== viewer.sessionId && id !== 'many')) return;
      // `many` sessions ended: check whether this one is among them.
      runAsOwner(() => Promise.resolve()).catch((error: Error) => stream.destroy(error));
    });
    stream.on('close', unsubscribe);
    return reply.send(stream);
  });
}
