import type { Functions } from '#platform/database/sql-access.ts';

export const functions: Functions = {
  // The links of logbooks whose owners allow search engines.
  listed_logbooks: { app: 'nothing' },
  // A file that a public page shows, by its link. The viewer makes no difference.
  public_file: { app: 'nothing' },
  public_key: {},
  // What a public page shows, by its link. The viewer makes no difference.
  public_logbook: { app: 'nothing' },
  public_proof: { app: 'nothing' },
};
