import type { ServerFeature } from '#platform/features/server-feature.ts';
import { captureRoutes } from './routes.ts';

export const capture = { routes: captureRoutes } satisfies ServerFeature;
