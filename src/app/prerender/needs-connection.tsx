import { startTexts } from '#features/guest/start-texts.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { HomeLink } from '#ui/home-link.tsx';
import { instance } from '../web/instance.ts';
import { texts as allTexts } from './texts.ts';

const texts = allTexts.needsConnection;

/** Shown by the service worker in place of a page that this browser has not stored. Starts with a reserved word. */
export const needsConnectionPage = {
  path: '/app/needs-connection',
  title: texts.title,
  main: <NeedsConnection />,
};

function NeedsConnection() {
  return (
    <div data-needs-connection="">
      <EmptyState
        as="h1"
        title={needsConnectionPage.title}
        action={<HomeLink start={texts.open} back={startTexts.back} />}
      >
        {texts.explained(instance.instanceName)}
      </EmptyState>
    </div>
  );
}
