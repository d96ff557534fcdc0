// The pages of the app at all paths but /auth and /accept-invitation (see main.tsx). Each is a separate chunk. The server
// renders them with the same components (src/app/prerender).
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { paths } from '../paths.ts';
import { page } from './page.tsx';
import { usePath } from '#platform/navigation/navigation.ts';
import { useAnswers } from './hydrated.ts';
import { LoadingPage } from './shell/loading-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { PaletteHost } from './shell/palette-host.tsx';
import { UnavailablePage } from './shell/unavailable-page.tsx';

const DashboardPage = page(async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage);
const GuestPage = page(async () => (await import('./guest/guest-page.tsx')).GuestPage);
const TeamMemberPage = page(async () => (await import('./team-member/team-member-page.tsx')).TeamMemberPage);
const ConnectPage = page(async () => (await import('./connect/connect-page.tsx')).ConnectPage);
const AllowAppPage = page(async () => (await import('./allow-app/allow-app-page.tsx')).AllowAppPage);
const InboxPage = page(async () => (await import('./inbox/inbox-page.tsx')).InboxPage);
const ImportPage = page(async () => (await import('./import/import-page.tsx')).ImportPage);
const ProfilePage = page(async () => (await import('./profile/profile-page.tsx')).ProfilePage);

const memberPath = new RegExp(`^${paths.teamMember.replace('$userId', '([^/]+)')}$`);

type Loaded = { preload: () => Promise<void>; isLoaded: () => boolean };
const byPath: Record<string, Loaded> = {
  [paths.profile]: ProfilePage,
  [paths.connect]: ConnectPage,
  [paths.allowApp]: AllowAppPage,
  [paths.inbox]: InboxPage,
  [paths.import]: ImportPage,
};

/** The code of the page at this path. Undefined if there is no such page. */
function pageAt(path: string, isSignedIn: boolean): Loaded | undefined {
  if (path === paths.home) return isSignedIn ? DashboardPage : GuestPage;
  return memberPath.test(path) ? TeamMemberPage : byPath[path];
}

/** Loads the code that the page at this path needs for its first rendering. Undefined if it is already loaded. */
export function loadPage(path: string, isSignedIn: boolean): Promise<void> | undefined {
  const shown = pageAt(path, isSignedIn);
  return shown && !shown.isLoaded() ? shown.preload() : undefined;
}

type Props = {
  /** The session of the document: null for a guest, undefined if it has to be loaded. */
  session: SignedIn | null | undefined;
  /** Loads the session. Never resolves if the browser leaves for the sign-in page. */
  loadSession: () => Promise<SignedIn | null>;
  /** Leaves for the sign-in page, which leads back here. */
  toSignIn: () => void;
};

/** The page at the address, with the session of the document. */
export function Pages({ session: served, loadSession, toSignIn }: Props) {
  const [session, setSession] = useState(served);
  const [error, setError] = useState<unknown>();
  const load = () => void loadSession().then(setSession, setError);
  const retry = () => {
    setError(undefined);
    load();
  };
  // Once: after a failure, the user tries again.
  const loadFirst = useEffectEvent(() => {
    if (session === undefined) load();
  });
  useEffect(() => loadFirst(), []);
  const path = usePath();
  if (!pageAt(path, true)) return <NotFoundPage />;
  if (error !== undefined) return <UnavailablePage error={error} onRetry={retry} />;
  if (session === undefined) return <LoadingPage />;
  return (
    <>
      <Suspense fallback={<LoadingPage />}>
        <Shown path={path} session={session} toSignIn={toSignIn} />
      </Suspense>
      <PaletteHost />
    </>
  );
}

type ShownProps = { path: string; session: SignedIn | null; toSignIn: () => void };

function Shown({ path, session, toSignIn }: ShownProps) {
  useAnswers();
  const memberId = memberPath.exec(path)?.[1];
  if (path === paths.home) return session ? <DashboardPage signedIn={session} /> : <GuestPage />;
  if (path === paths.inbox) return <InboxPage signedIn={session} />;
  if (path === paths.import) return <ImportPage signedIn={session} />;
  if (!session) return <Leaving leave={toSignIn} />;
  if (path === paths.connect) return <ConnectPage signedIn={session} />;
  if (path === paths.allowApp) return <AllowAppPage signedIn={session} />;
  if (memberId === undefined) return <ProfilePage signedIn={session} />;
  return <TeamMemberPage signedIn={session} memberId={decode(memberId)} />;
}

function Leaving({ leave }: { leave: () => void }) {
  useEffect(leave, [leave]);
  return <LoadingPage />;
}

/** A part of a path. One that is not encoded correctly is not a user's id, either. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
