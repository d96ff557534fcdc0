import type { ServerFeature } from '#platform/features/server-feature.ts';
import { assistantRoutes } from './routes.ts';

export const assistants = { routes: assistantRoutes } satisfies ServerFeature;
