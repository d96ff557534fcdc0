import type { StillPage } from '#platform/http/still-page.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { refusalTexts, texts } from '../../texts.ts';
import { StillToast } from './still-toast.tsx';

/** The same page for unknown and private links (R-F5). */
export const notFoundPage: StillPage = {
  status: 404,
  title: texts.notFound.title,
  main: (
    <>
      <PageMessage {...texts.notFound} href="/" />
      {/* It stays, because no script could remove it. */}
      <StillToast tone="danger" {...refusalTexts.logbook_not_found} />
    </>
  ),
};

/** After too many requests for unknown links. `href`: this page again. */
export const tooManyPage = (href: string): StillPage => ({
  status: 429,
  title: texts.tooMany.title,
  main: <PageMessage {...texts.tooMany} href={href} />,
});

/** While the database is unreachable. `href`: this page again. */
export const unavailablePage = (href: string): StillPage => ({
  status: 503,
  title: texts.unavailable.title,
  main: <PageMessage {...texts.unavailable} href={href} />,
});
