// What a person has in the buckets, by name. It stands here because it belongs to no feature: each feature names its bucket
// and keeps its bytes under the id of their person, and that is all that a listing needs.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { bucket as logFiles } from '#features/check-ins/contract.ts';
import { bucket as profilePhotos } from '#features/profile/contract.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind, inSteps, isRefused } from '#platform/http/bind.ts';
import { operation } from '#platform/http/operation.ts';

/** Where people's bytes lie, each under the id of its person. */
export const buckets = [logFiles, profilePhotos] as const;

/** How many stored objects one answer lists unless asked otherwise. */
const usualLimit = 100;

const operations = {
  'GET /api/storage/list/:bucket': operation({
    summary: 'The own objects of a bucket, by name ascending: 100 unless asked otherwise',
    access: 'session',
    params: z.strictObject({ bucket: z.enum(buckets) }),
    query: z.strictObject({
      /** Only names that begin with this, below the own folder: `{check-in}/`. */
      prefix: z._default(z.string().check(z.regex(/^[A-Za-z0-9._/-]{0,300}$/)), ''),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._/-]{1,900}$/))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), usualLimit),
    }),
    answer: z.strictObject({
      rows: z.array(
        z.strictObject({
          /** Within the bucket: `{user}/...`, as `file_path` says it. */
          name: z.string(),
          /** Bytes. */
          size: z.int(),
          updated_at: z.iso.datetime(),
        }),
      ),
      /** Ask with it for what follows; null: this was all. */
      next: z.nullable(z.string()),
    }),
  }),
} as const;
type List = (typeof operations)['GET /api/storage/list/:bucket'];

export function storageRoutes(
  server: FastifyInstance,
  { pool, files }: { pool: pg.Pool; files: FileStore },
): void {
  bind(server, pool, {
    operations,
    refusals: {},
    texts: {},
    handlers: {
      'GET /api/storage/list/:bucket': inSteps<List>(async ({ step, input }) => {
        const viewer = await step(({ viewer }) => Promise.resolve(viewer.userId));
        if (isRefused(viewer)) return viewer;
        const { prefix, after, limit } = input.query;
        const start = `${input.params.bucket}/`;
        const own = `${start}${viewer}/`;
        const found = await files.list(own + prefix, after && start + after, limit + 1);
        const rows = found.slice(0, limit).map(({ key, size, modified }) => ({
          name: key.slice(start.length),
          size,
          updated_at: modified.toISOString(),
        }));
        return { rows, next: found.length > limit ? rows.at(-1)!.name : null };
      }),
    },
  });
}
