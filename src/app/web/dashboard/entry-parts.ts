// What features add to the entries of the timeline. Add a tool of entries to this list.
import type { EntryParts } from '#features/check-ins/web/entries/entry-parts.ts';
import { importLabel } from '#features/imports/link-texts.ts';
import { importPath } from '#features/imports/path-constants.ts';
import { sharedParts, shareTool } from '#features/sharing/web/entry-parts.tsx';
import { vouchTool } from '#features/vouches/web/vouch-tool.ts';

export const entryParts: EntryParts = {
  ...sharedParts,
  tools: [shareTool, vouchTool],
  bring: { href: importPath, label: importLabel },
};
