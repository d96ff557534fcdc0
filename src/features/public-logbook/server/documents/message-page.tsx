import type { StillPage } from '#platform/http/still-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { refusalTexts, texts } from '../../texts.ts';
import { StillToast } from './still-toast.tsx';

/** The same page for unknown and private links (R-F5). */
export const notFoundPage: StillPage = {
  status: 404,
  title: texts.notFound.title,
  main: (
    <>
      <Message {...texts.notFound} href="/" />
      {/* It stays, because no script could remove it. */}
      <StillToast tone="danger" {...refusalTexts.logbook_not_found} />
    </>
  ),
};

/** After too many requests for unknown links. `href`: this page again. */
export const tooManyPage = (href: string): StillPage => ({
  status: 429,
  title: texts.tooMany.title,
  main: <Message {...texts.tooMany} href={href} />,
});

/** While the database is unreachable. `href`: this page again. */
export const unavailablePage = (href: string): StillPage => ({
  status: 503,
  title: texts.unavailable.title,
  main: <Message {...texts.unavailable} href={href} />,
});

type MessageProps = { title: string; text: string; action: string; href: string };

function Message({ title, text, action, href }: MessageProps) {
  return (
    <EmptyState
      as="h1"
      title={title}
      action={
        <a href={href} className={buttonClass('primary')}>
          {action}
        </a>
      }
    >
      {text}
    </EmptyState>
  );
}
