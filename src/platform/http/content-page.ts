// Pages of text for everyone: guide, playbook, privacy policy. They are still pages in a frame with links to each other,
// listed by search engines and in the sitemap. src/app/server/content-pages.ts serves them.
import type { ReactNode } from 'react';
import type { InlineScript } from './inline-script.ts';
import type { PreviewPicture } from './link-preview.ts';
import type { CachedPage } from './page-cache.ts';

export type ContentPage = {
  path: string;
  /** Of the window, in search results, and in link previews. */
  title: string;
  /** The second line in the link preview's picture. An article's subtitle is also part of its name. */
  subtitle?: string;
  /** Shown in search results and link previews. */
  description: string;
  main: ReactNode;
  /** Makes it an article. Days as `YYYY-MM-DD`. */
  article?: { author: string; published: string; updated: string };
  /** Set if the page depends on the cookies of the request. */
  vary?: 'cookie';
  /** A script of the page, built as an island. */
  script?: InlineScript;
  /** More sources that the page may use, by directive. */
  sources?: Record<string, readonly string[]>;
};

/** Picks rendered pages by the cookies of a request. */
export type PagePick = {
  page(cookies: string | undefined): CachedPage;
  /** For each request, ahead of all limits, so it must not render. Undefined: only `page` knows. */
  kept(cookies: string | undefined): CachedPage | undefined;
};

export type ContentPages = {
  /** Renders a page once and serves it at its path. */
  add(page: ContentPage): void;
  /** Renders a page, for `serve`. */
  render(page: ContentPage): CachedPage;
  /** Serves rendered pages at a path. `updated`: the day of the last change, for search engines. */
  serve(path: string, pick: PagePick, updated?: string): void;
  /** Serves the pages below a path with one route, and `missing` with status 404 if there is no page. Call it first. */
  folder(path: string, missing: Pick<ContentPage, 'title' | 'main'>): void;
  /** Renders a page that search engines must not list, without serving it. */
  unlisted(page: Pick<ContentPage, 'path' | 'title' | 'main'>): CachedPage;
  /** The pages for the sitemap, in the order in which they were added. */
  listed(): readonly { path: string; updated?: string }[];
  /** The picture in link previews of a page that was rendered. Undefined if its title cannot be drawn. */
  picture(path: string): PreviewPicture | undefined;
};
