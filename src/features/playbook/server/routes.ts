import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind } from '#platform/http/bind.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import { readInlineScript } from '#platform/http/inline-script.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { tipsOperations, tipsRefusals } from '../tips-contract.ts';
import { tipsRefusalTexts } from '../tips-texts.ts';
import { playbookPage } from './documents/playbook-page.tsx';
import { readPlaybook } from './operations/read-playbook.ts';
import { signUpForTips } from './operations/request-tips.ts';
import { tipsPath } from './operations/tips-links.ts';
import { formLimit, tipsPages } from './operations/tips-page.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  /** Sends a page without scripts. */
  sendStill: SendStill;
  pages: ContentPages;
  /** The folder content/. */
  content: string;
  /** The folder of the built scripts of pages without the app. */
  islands: string;
};

/** Serves the playbook, and the sign-up for the tips with the page of its links. */

export async function playbookRoutes(server: FastifyInstance, parts: Parts): Promise<void> {
  bind(server, parts.pool, {
    tag: { name: 'Tips', description: 'Tips by email, for visitors.' },
    operations: tipsOperations,
    refusals: tipsRefusals,
    texts: tipsRefusalTexts,
    handlers: { 'POST /api/functions/v1/email-signup': signUpForTips },
  });
  const { config, content, islands } = parts;
  parts.pages.add(
    playbookPage(readPlaybook(join(content, 'playbook')), {
      instanceName: config.instanceName,
      script: readInlineScript(join(islands, 'playbook.js')),
    }),
  );
  const tips = tipsPages(parts);
  await server.register(async (scope) => {
    acceptForms(scope, formLimit);
    scope.get(tipsPath, tips.show);
    scope.post(tipsPath, tips.choose);
  });
}
