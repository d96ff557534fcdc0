// What features add after the first page is shown: commands of the palette, and what works offline. Each one is declared
// in the `web/later.ts` of its folder. Add a new feature to this list.
import { goals } from '#features/goals/web/later.ts';
import { packets } from '#features/packets/web/later.ts';
import { profile } from '#features/profile/web/later.ts';
import { reports } from '#features/reports/web/later.ts';
import { resume } from '#features/resume/web/later.ts';
import { shoutouts } from '#features/shoutouts/web/later.ts';
import { teams } from '#features/teams/web/later.ts';
import { vouches } from '#features/vouches/web/later.ts';
import type { LaterFeature } from '#platform/features/later-feature.ts';

/** In the order of their commands. */
export const laterFeatures: readonly LaterFeature[] = [
  goals,
  shoutouts,
  vouches,
  teams,
  reports,
  packets,
  profile,
  resume,
];
