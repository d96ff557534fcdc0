import type { LaterFeature } from '#platform/features/later-feature.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { packetsKey } from './packet-queries.ts';

export const packets = {
  offline: (scope: Scope) => [packetsKey(scope)],
} satisfies LaterFeature;
