import { startTexts } from '#features/guest/start-texts.ts';
import type { ContentPage } from '#platform/http/content-page.ts';
import { Prose } from '#platform/text/prose.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HomeLink } from '#ui/home-link.tsx';
import { articlePath, guidePath } from '../../rules.ts';
import { texts } from '../../texts.ts';
import type { Article } from '../operations/read-articles.ts';
import { longDay } from './dates.ts';

type Neighbors = { previous: Article | undefined; next: Article | undefined };
type View = Neighbors & { instanceName: string };

export function articlePage(article: Article, view: View): ContentPage {
  const { slug, title, subtitle, excerpt, author, published, updated } = article;
  return {
    path: articlePath(slug),
    title,
    subtitle,
    description: excerpt,
    article: { author, published, updated },
    main: <Page article={article} {...view} />,
  };
}

function Page({ article, previous, next, instanceName }: { article: Article } & View) {
  const { title, subtitle, author, published, updated, minutes, html } = article;
  return (
    <div className="mx-auto max-w-reading">
      <p className="mb-5 print:hidden">
        <a
          href={guidePath}
          className="inline-flex min-h-6 items-center text-button text-ink-2 hover:text-ink"
        >
          {texts.back}
        </a>
      </p>
      <article>
        <header className="double-rule pb-5">
          <h1>
            <span className="block text-title-phone md:text-title">{title}</span>
            <span className="mt-1 block text-month font-[500] text-ink-2">{subtitle}</span>
          </h1>
          <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-2">
            <span>{author}</span>
            <time dateTime={published}>{longDay(published)}</time>
            {updated !== published && (
              <span>
                {texts.updated} <time dateTime={updated}>{longDay(updated)}</time>
              </span>
            )}
            <span>{texts.minutes(minutes)}</span>
          </p>
        </header>
        <div className="mt-8">
          <Prose html={html} />
        </div>
      </article>
      <div className="mt-12 print:hidden">
        <EmptyState
          title={texts.start.title}
          action={<HomeLink start={startTexts.start(instanceName)} back={startTexts.back} />}
        >
          {texts.start.text} <span data-for="visitor">{texts.start.noAccount}</span>
        </EmptyState>
      </div>
      <NextArticles previous={previous} next={next} />
    </div>
  );
}

function NextArticles({ previous, next }: Neighbors) {
  if (!previous && !next) return null;
  return (
    <nav
      aria-label={texts.more}
      className="mt-10 grid gap-x-8 border-t border-rule md:grid-cols-2 print:hidden"
    >
      {previous && <NextLink label={texts.previous} rel="prev" article={previous} />}
      {next && <NextLink label={texts.next} rel="next" article={next} />}
    </nav>
  );
}

function NextLink({ label, rel, article }: { label: string; rel: 'prev' | 'next'; article: Article }) {
  const { slug, title, subtitle } = article;
  return (
    <a
      href={articlePath(slug)}
      rel={rel}
      className="group block py-4 text-ink no-underline md:data-[rel=next]:col-start-2 md:data-[rel=next]:text-end"
      data-rel={rel}
    >
      <span className="block text-meta text-ink-2">{label}</span>
      <span className="mt-1 block text-entry font-semibold underline-offset-4 group-hover:underline">
        {title}
      </span>
      <span className="block text-button font-[500] text-ink-2">{subtitle}</span>
    </a>
  );
}
