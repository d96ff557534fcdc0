import type { ServerFeature } from '#platform/features/server-feature.ts';
import { commandLineRoutes } from './routes.ts';

export const commandLine = { routes: commandLineRoutes } satisfies ServerFeature;
