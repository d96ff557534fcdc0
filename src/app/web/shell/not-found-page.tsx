import { buttonClass } from '#ui/button.tsx';
import { paths } from '../../paths.ts';
import { texts } from '../texts.ts';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  return (
    <MessagePage
      title={texts.notFound.title}
      action={
        <a href={paths.home} className={buttonClass('primary')}>
          {texts.notFound.home}
        </a>
      }
    >
      {texts.notFound.text}
    </MessagePage>
  );
}
