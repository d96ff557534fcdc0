// Signing in and out reloads the page: nothing kept in memory for one user can reach the next, and the sign-in page
// needs neither router nor cache. The document shows the server-rendered page before this runs. The first render here
// produces the same page and replaces it in one step.
import '#ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { followTheme } from '#ui/theme.ts';
import { paths } from '../paths.ts';
import { captureInput } from './early-input.ts';
import { Frame } from './shell/frame.tsx';
import { FailedPage } from './shell/failed-page.tsx';
import { keepReaderCookie } from './reader-cookie.ts';

followTheme();
keepReaderCookie();

const offlineAfterMs = 1000;

async function startOffline(): Promise<void> {
  await (await import('./offline/register.ts')).registerOffline();
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root element.');
const root = createRoot(element);

async function loadPage() {
  if (location.pathname === paths.auth) return (await import('./auth/auth-page.tsx')).AuthPage;
  if (location.pathname === paths.accept) return (await import('./accept/accept-page.tsx')).AcceptPage;
  const { Pages, ready } = await import('./routes.tsx');
  await ready();
  return Pages;
}

async function start(container: HTMLElement): Promise<void> {
  const Page = await loadPage();
  const restoreInput = captureInput(container);
  flushSync(() =>
    root.render(
      <StrictMode>
        <Frame>
          <Page />
        </Frame>
      </StrictMode>,
    ),
  );
  restoreInput();
  // Not needed for rendering, and the page works without it.
  import('./shell/watchers.ts').then(
    ({ startWatchers }) => startWatchers(),
    () => undefined,
  );
  // Long after the first paint: the worker fetches the whole app.
  if (import.meta.env.PROD) setTimeout(() => void startOffline().catch(() => undefined), offlineAfterMs);
}

start(element).catch((error: unknown) => {
  console.error(error);
  root.render(<FailedPage />);
});
