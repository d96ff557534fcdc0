// Signing in and out reloads the page: nothing kept in memory for one user can reach the next, and the sign-in page
// needs no cache. The document contains the page as the server rendered it, and React takes that over.
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { takeOver } from '#platform/reader/reader.ts';
import { keepInstallOffer } from '#ui/install-offer.ts';
import { followTheme } from '#ui/theme.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { paths } from '../paths.ts';
import { whenHydrated } from './hydrated.ts';
import { pageReader, pageSession } from './instance.ts';
import { Frame } from './shell/frame.tsx';
import { FailedPage } from './shell/failed-page.tsx';
import { keepReaderCookie } from './reader-cookie.ts';
import { startWatchers } from './shell/watchers.ts';

followTheme();
keepInstallOffer();

async function startOffline(): Promise<void> {
  await (await import('./offline/register.ts')).registerOffline();
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root element.');

async function loadPage() {
  if (location.pathname === paths.auth) {
    const { AuthPage, loadAuthForm } = await import('./auth/auth-page.tsx');
    await loadAuthForm(location.search);
    return AuthPage;
  }
  if (location.pathname === paths.accept) return (await import('./accept/accept-page.tsx')).AcceptPage;
  const { BrowserPages, ready } = await import('./browser-pages.tsx');
  await ready();
  return BrowserPages;
}

async function start(container: HTMLElement): Promise<void> {
  const Page = await loadPage();
  const page = (
    <StrictMode>
      <Frame>
        <Page />
      </Frame>
    </StrictMode>
  );
  // Without a connection, every page begins as the same placeholder. Nor can React take over a user's page that was
  // rendered without their language and time zone.
  const isUsers = typeof pageSession === 'object' && pageSession !== null;
  const isSame = container.hasChildNodes() && pageSession !== 'offline' && (pageReader || !isUsers);
  const taken = isSame ? takeOver(pageReader) : undefined;
  if (taken) {
    whenHydrated(taken);
    startTransition(() => void hydrateRoot(container, page));
  } else createRoot(container).render(page);
  startWatchers();
  keepReaderCookie();
  // The worker fetches the whole app.
  if (import.meta.env.PROD) whenIdle(() => void startOffline().catch(() => undefined));
}

start(element).catch((error: unknown) => {
  console.error(error);
  createRoot(element).render(<FailedPage />);
});
