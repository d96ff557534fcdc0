import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind } from '#platform/http/bind.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { tipsOperations, tipsRefusals } from '../tips-contract.ts';
import { tipsRefusalTexts } from '../tips-texts.ts';
import { signUpForTips } from './operations/request-tips.ts';
import { tipsPath } from './operations/tips-links.ts';
import { formLimit, tipsPages } from './operations/tips-page.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  /** Sends a page without scripts. */
  sendStill: SendStill;
};

export async function playbookRoutes(server: FastifyInstance, parts: Parts): Promise<void> {
  bind(server, parts.pool, {
    operations: tipsOperations,
    refusals: tipsRefusals,
    texts: tipsRefusalTexts,
    handlers: { 'POST /api/functions/v1/email-signup': signUpForTips },
  });
  const pages = tipsPages(parts);
  await server.register(async (scope) => {
    acceptForms(scope, formLimit);
    scope.get(tipsPath, pages.show);
    scope.post(tipsPath, pages.choose);
  });
}
