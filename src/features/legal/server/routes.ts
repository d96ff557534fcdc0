import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { readInlineScript } from '#platform/http/inline-script.ts';
import { policyPath } from '../texts.ts';
import { policyPage } from './documents/policy-page.tsx';
import { readPolicy } from './operations/read-policy.ts';
import { todaysPage } from './operations/todays-page.ts';

type Parts = {
  config: Config;
  pages: ContentPages;
  /** The folder content/. */
  content: string;
  /** The folder of the built scripts of pages without the app. */
  islands: string;
};

/** Serves the privacy policy. */
export function legalRoutes({ config, pages, content, islands }: Parts): void {
  const policy = readPolicy(content, config);
  const script = readInlineScript(join(islands, 'back.js'));
  pages.serve(
    policyPath,
    todaysPage((today) => pages.render(policyPage(policy, today, script))),
  );
}
