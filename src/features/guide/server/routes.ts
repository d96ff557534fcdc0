import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { guidePath } from '../rules.ts';
import { articlePage } from './documents/article-page.tsx';
import { listPage, missingPage } from './documents/list-page.tsx';
import { readArticles } from './operations/read-articles.ts';

type Parts = {
  config: Config;
  pages: ContentPages;
  /** The folder content/. */
  content: string;
};

/** Serves the guide: its list, and a page for each article. */
export function guideRoutes({ config, pages, content }: Parts): void {
  const articles = readArticles(join(content, 'guide'), config.instanceName);
  pages.add(listPage(articles));
  pages.folder(guidePath, missingPage);
  for (const [index, article] of articles.entries()) {
    const neighbors = { previous: articles[index - 1], next: articles[index + 1] };
    pages.add(articlePage(article, { ...neighbors, instanceName: config.instanceName }));
  }
}
