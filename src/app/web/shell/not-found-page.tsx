import { buttonClass } from '#ui/button.tsx';
import { paths } from '../../paths.ts';
import { faultTexts } from './fault-texts.ts';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  return (
    <MessagePage
      title={faultTexts.notFound.title}
      action={
        <a href={paths.home} className={buttonClass('primary')}>
          {faultTexts.notFound.home}
        </a>
      }
    >
      {faultTexts.notFound.text}
    </MessagePage>
  );
}
