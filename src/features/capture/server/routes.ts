import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refusalTexts as entryTexts } from '#features/check-ins/refusal-texts.ts';
import type { Config } from '#platform/config/config.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind } from '#platform/http/bind.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { recipesPage } from './documents/recipes-page.tsx';
import { capture } from './operations/capture.ts';
import { readRecipes } from './operations/read-recipes.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  files: FileStore;
  appSecret: string;
  pages: ContentPages;
  /** The folder content/. */
  content: string;
};

export function captureRoutes(server: FastifyInstance, parts: Parts): void {
  const { config, pool, files, appSecret, pages, content } = parts;
  pages.add(recipesPage(readRecipes(content, config)));
  const key = deriveKey(appSecret, 'capture ids');
  bind(server, pool, {
    tag: { name: 'Capture', description: 'Adding entries from scripts and devices.' },
    operations,
    refusals,
    texts: { ...entryTexts, ...refusalTexts },
    handlers: { 'POST /api/capture': capture({ files, appUrl: config.appUrl, key }) },
  });
}
