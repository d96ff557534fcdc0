import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { readInlineScript } from '#platform/http/inline-script.ts';
import { openAcrPath, policyPath } from '../texts.ts';
import { accessibilityPage } from './documents/accessibility-page.tsx';
import { policyPage } from './documents/policy-page.tsx';
import { readEvidence } from './operations/read-evidence.ts';
import { readPolicy } from './operations/read-policy.ts';
import { openAcrOf } from './operations/report-accessibility.ts';
import { todaysPage } from './operations/todays-page.ts';

type Parts = {
  config: Config;
  pages: ContentPages;
  /** The folder content/. */
  content: string;
  /** The folder of the built scripts of pages without the app. */
  islands: string;
  /** Of the product. */
  version: string;
};

/** Serves the privacy policy, and the report on accessibility. */
export function legalRoutes(
  server: FastifyInstance,
  { config, pages, content, islands, version }: Parts,
): void {
  const policy = readPolicy(content, config);
  const script = readInlineScript(join(islands, 'back.js'));
  pages.serve(
    policyPath,
    todaysPage((today) => pages.render(policyPage(policy, today, script))),
  );
  const found = readEvidence(content);
  pages.add(accessibilityPage(found, version));
  const report = JSON.stringify(openAcrOf(found, { version, author: authorOf(config) }), null, 2);
  server.get(openAcrPath, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(report),
  );
}

/** The format demands an address, which may be empty: not every instance names one. */
function authorOf({ instanceName, operator: { name = instanceName, contact } }: Config) {
  const email = contact?.href.startsWith('mailto:') ? contact.text : '';
  return { name, email };
}
