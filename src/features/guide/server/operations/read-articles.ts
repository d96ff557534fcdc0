// The articles of the guide: content/guide/<slug>.md.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { day, readContent } from '#platform/config/content-file.ts';
import { escapeMarkdown } from '#platform/text/markdown.ts';
import { readMinutes } from '../../rules.ts';

export type Article = {
  slug: string;
  title: string;
  /** The second line of the title. */
  subtitle: string;
  excerpt: string;
  author: string;
  /** Days as `YYYY-MM-DD`. */
  published: string;
  updated: string;
  /** Of reading. */
  minutes: number;
  /** The text. */
  html: string;
};

const line = (max: number) => z.string().min(1).max(max);
const frontMatter = z.strictObject({
  title: line(60),
  subtitle: line(80),
  excerpt: line(160),
  author: line(60),
  published: day,
  updated: day,
  /** Its place in the guide. */
  order: z.coerce.number().int(),
});

/**
 * Reads all articles in their order. In their texts and authors, `{instance}` stands for `instanceName`. Throws StartupError, which
 * names the file at fault.
 */
export function readArticles(folder: string, instanceName: string): Article[] {
  const values = { instance: escapeMarkdown(instanceName) };
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      slug: name.slice(0, -'.md'.length),
      ...readContent(join(folder, name), frontMatter, values),
    }))
    .map(({ author, ...article }) => ({ ...article, author: author.replaceAll('{instance}', instanceName) }))
    .toSorted((a, b) => a.order - b.order || a.slug.localeCompare(b.slug))
    .map(({ order: _order, words, ...article }) => ({ ...article, minutes: readMinutes(words) }));
}
