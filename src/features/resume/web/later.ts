import type { LaterFeature } from '#platform/features/later-feature.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { resumeQuery } from './resume-queries.ts';

export const resume = {
  offline: (scope: Scope) => [resumeQuery(scope).queryKey],
} satisfies LaterFeature;
