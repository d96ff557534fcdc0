// The list of articles, as rows of the ledger.
import type { ContentPage } from '#platform/http/content-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { articlePath, guidePath } from '../../rules.ts';
import { texts } from '../../texts.ts';
import type { Article } from '../operations/read-articles.ts';

export function listPage(articles: readonly Article[]): ContentPage {
  const { title, subtitle, description } = texts.list;
  return { path: guidePath, title, subtitle, description, main: <List articles={articles} /> };
}

/** The page for an address without an article. */
export const missingPage = {
  title: texts.missing.title,
  main: (
    <EmptyState
      as="h1"
      title={texts.missing.title}
      action={
        <a href={guidePath} className={buttonClass('primary')}>
          {texts.missing.back}
        </a>
      }
    >
      {texts.missing.text}
    </EmptyState>
  ),
};

function List({ articles }: { articles: readonly Article[] }) {
  return (
    <>
      <h1>
        <span className="block text-title-phone md:text-title">{texts.list.title}</span>
        <span className="mt-1 block text-month font-[500] text-ink-2">{texts.list.subtitle}</span>
      </h1>
      <p className="mt-4 max-w-line text-entry text-ink-2">{texts.list.intro}</p>
      <div className="double-rule mt-8" />
      <div className="divide-y divide-rule border-b border-rule">
        {articles.map((article) => (
          <Row key={article.slug} article={article} />
        ))}
      </div>
    </>
  );
}

function Row({ article }: { article: Article }) {
  const { slug, title, subtitle, excerpt, minutes } = article;
  return (
    <article className="grid grid-cols-[var(--gutter)_1fr]">
      <p className="pt-7 text-meta font-semibold text-ink-2">{texts.minutes(minutes)}</p>
      <div className="border-s border-margin py-6 ps-4 md:ps-6">
        <h2>
          <a href={articlePath(slug)} className="group text-ink no-underline">
            <span className="block text-month underline-offset-4 group-hover:underline">{title}</span>
            <span className="block text-entry font-[500] text-ink-2">{subtitle}</span>
          </a>
        </h2>
        <p className="mt-2 max-w-line text-entry">{excerpt}</p>
      </div>
    </article>
  );
}
