import type { SchemaFiles } from '#platform/database/sql-files.ts';

/** The SQL of this program, which runs in its folder. The sources are also part of the container image. */
export const schemaFiles: SchemaFiles = { migrations: 'migrations', sources: 'src' };
