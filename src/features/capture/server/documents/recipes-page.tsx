import type { ContentPage } from '#platform/http/content-page.ts';
import { Prose } from '#platform/text/prose.tsx';
import { recipesPath } from '../../constants.ts';
import type { readRecipes } from '../operations/read-recipes.ts';

export function recipesPage({ title, excerpt, html }: ReturnType<typeof readRecipes>): ContentPage {
  return {
    path: recipesPath,
    title,
    description: excerpt,
    main: (
      <article className="mx-auto max-w-reading">
        <header className="double-rule pb-5">
          <h1 className="text-title-phone md:text-title">{title}</h1>
          <p className="mt-3 text-ui text-ink-2">{excerpt}</p>
        </header>
        <div className="mt-8">
          <Prose html={html} />
        </div>
      </article>
    ),
  };
}
