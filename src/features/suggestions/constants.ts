// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { importedSources, limits as entryLimits } from '#features/check-ins/constants.ts';

/** Where a suggestion comes from. */
export const suggestionSources = ['api', 'cli', 'mcp', 'email', ...importedSources] as const;
/** Those that a request may name. */
export const sentSources = ['api', 'cli', 'mcp', ...importedSources] as const;
export type SuggestionSource = (typeof suggestionSources)[number];

export const limits = {
  /** Open suggestions of one user, on the server or in the browser. */
  open: 10_000,
  /** Suggestions in one request. */
  perRequest: 100,
  /** Hashes in one request. */
  hashes: 500,
  /** Bytes of JSON that the browser puts into one request, well below the server's limit. */
  requestBytes: 80_000,
  /** Suggestions that can be merged into one entry. */
  merged: 100,
  // Characters.
  sourceId: 200,
  group: 200,
  reason: 200,
  url: 2000,
  content: entryLimits.content,
  files: entryLimits.files,
  /** How long a suggestion waits for its user (R-O2). */
  days: 90,
  /** How long Undo can restore a suggestion that was accepted or dismissed. */
  undoMinutes: 60,
  page: 100,
  pageMax: 500,
} as const;

/** Refusal codes of these operations, with their HTTP status. Their texts are in `texts.ts`. */
export const refusals = {
  nothing_to_undo: 409,
} as const;

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['suggestions'] as const;
