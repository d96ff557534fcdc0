// The format of an archive: a ZIP with the rows of each table in the text format of COPY, the bytes of the files, and a
// manifest with the size and SHA-256 of everything else. The manifest is written last, so an incomplete archive has none.
import * as z from 'zod';

/** Raised when an older program could not restore an archive of this one. */
export const formatVersion = 1;

export const entryNames = {
  /** One line of JSON per file: `FileLine`. */
  files: 'files.jsonl',
  /** One line of JSON per job that has not run: `JobLine`. */
  jobs: 'jobs.jsonl',
  manifest: 'manifest.json',
  /** The SHA-256 of the manifest in hex. */
  checksum: 'manifest.sha256',
} as const;

/** The entry of a table, such as `public.users`. */
export const rowsEntry = (table: string) => `rows/${table}.copy`;
/** The entry of a stored file. */
export const fileEntry = (key: string) => `files/${key}`;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().min(0);
const part = z.object({ count: whole, bytes: whole, sha256 });

export const manifestSchema = z.object({
  format: z.literal(formatVersion),
  /** The version of the product that wrote the archive. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** In an order in which foreign keys refer to earlier tables. */
  tables: z.array(part.extend({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** The last value of each sequence that was used. */
  sequences: z.array(z.object({ name: z.string(), value: whole })),
  jobs: part,
  /** Of the list of files; null for a restore point, which has rows only. */
  files: part.extend({ totalBytes: whole }).nullable(),
  /** The secret that the instance generated; null if the operator sets it. */
  appSecret: z.string().nullable(),
  /** The same for every archive with the same secret. The secret cannot be computed from it. */
  secretMark: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const fileLine = z.object({ key: z.string(), bytes: whole, sha256 });
export type FileLine = z.infer<typeof fileLine>;

export const jobLine = z.object({
  task: z.string(),
  payload: z.unknown(),
  key: z.string().nullable(),
  runAt: z.string(),
});
export type JobLine = z.infer<typeof jobLine>;
