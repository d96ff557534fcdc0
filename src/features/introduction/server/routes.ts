import type { Config } from '#platform/config/config.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { introductionPage } from './documents/introduction-page.tsx';

type Parts = { config: Config; pages: ContentPages };

/** Serves the page that explains the product. */
export function introductionRoutes({ config, pages }: Parts): void {
  pages.add(introductionPage(config.instanceName));
}
