import type { LaterFeature } from '#platform/features/later-feature.ts';
import { profileQuery } from './profile-query.ts';

export const profile = { offline: () => [profileQuery.queryKey] } satisfies LaterFeature;
