// Signing in and out load the page afresh: nothing that was kept in memory for one person can reach the next, and the
// sign-in page needs neither router nor cache.
import '#ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTheme } from '#ui/theme.ts';
import { paths } from '../paths.ts';
import { Frame } from './shell/frame.tsx';
import { FailedPage } from './shell/failed-page.tsx';

followTheme();

const offlineAfterMs = 1000;

async function startOffline(): Promise<void> {
  await (await import('./offline/register.ts')).registerOffline();
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root element.');
const root = createRoot(element);

async function start(): Promise<void> {
  const Page =
    location.pathname === paths.auth
      ? (await import('./auth/auth-page.tsx')).AuthPage
      : (await import('./routes.tsx')).Pages;
  root.render(
    <StrictMode>
      <Frame>
        <Page />
      </Frame>
    </StrictMode>,
  );
  // Needed by nothing that is drawn, and the page works without it.
  import('#ui/lost-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    () => undefined,
  );
  // Long after the first paint: the worker fetches the whole app.
  if (import.meta.env.PROD) setTimeout(() => void startOffline().catch(() => undefined), offlineAfterMs);
}

start().catch((error: unknown) => {
  console.error(error);
  root.render(<FailedPage />);
});
