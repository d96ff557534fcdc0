// The recipes: content/capture/recipes.md.
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '#platform/config/config.ts';
import { readContent } from '#platform/config/content-file.ts';

const frontMatter = z.strictObject({
  title: z.string().min(1).max(60),
  excerpt: z.string().min(1).max(160),
});

/** Reads the recipes, with the address of this instance. `content`: the folder content/. Throws StartupError. */
export function readRecipes(content: string, { appUrl }: Pick<Config, 'appUrl'>) {
  return readContent(join(content, 'capture/recipes.md'), frontMatter, { address: appUrl }, { code: true });
}
