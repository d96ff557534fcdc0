import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { ChangePassword } from '#features/accounts/web/settings/change-password.tsx';
import { SessionsList } from '#features/accounts/web/settings/sessions-list.tsx';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { VerificationBanner } from '#features/accounts/web/verification/verification-banner.tsx';
import { settingsTexts } from '#features/accounts/settings-texts.ts';
import { sectionTexts as tokenTexts } from '#features/api-tokens/section-texts.ts';
import { MailIn } from '#features/mail-in/web/mail-in.tsx';
import { sectionTexts as mailInTexts } from '#features/mail-in/section-texts.ts';
import { CaptureSection } from '#features/api-tokens/web/capture-section.tsx';
import { sectionTexts as appTexts } from '#features/connected-apps/section-texts.ts';
import { AppsSection } from '#features/connected-apps/web/apps-section.tsx';
import { planTexts } from '#features/billing/texts.ts';
import { TeamPlan } from '#features/billing/web/team-plan.tsx';
import type { Profile } from '#features/profile/contract.ts';
import { texts as profileTexts } from '#features/profile/texts.ts';
import { DarkModeSwitch } from '#features/profile/web/dark-mode-switch.tsx';
import { choosePhotoId } from '#features/profile/web/photo-field.tsx';
import { ProfileForm } from '#features/profile/web/profile-form.tsx';
import { ProfileHead } from '#features/profile/web/profile-head.tsx';
import { PublicPageSettings } from '#features/profile/web/public-page-settings.tsx';
import { SlugForm } from '#features/profile/web/slug-form.tsx';
import { useProfile } from '#features/profile/web/use-profile.ts';
import { sectionTexts as reminderTexts } from '#features/reminders/section-texts.ts';
import { RemindersSection } from '#features/reminders/web/reminders-section.tsx';
import { sectionTexts as passkeyTexts } from '#features/sign-in-methods/section-texts.ts';
import { Confirmations } from '#features/sign-in-methods/web/confirmations.tsx';
import { PasskeysSection } from '#features/sign-in-methods/web/passkeys-section.tsx';
import { methodsQuery } from '#features/sign-in-methods/web/queries.ts';
import { sectionTexts as providerTexts } from '#features/single-sign-on/section-texts.ts';
import { ProviderSection } from '#features/single-sign-on/web/provider-section.tsx';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { visibilityTexts } from '#features/teams/visibility-texts.ts';
import { managedTexts } from '#features/teams/managed-texts.ts';
import { LogbookVisibility } from '#features/teams/web/visibility/logbook-visibility.tsx';
import { YourTeam } from '#features/teams/web/your-team.tsx';
import { texts as tutorialTexts } from '#features/tutorial/texts.ts';
import { TutorialStart } from '#features/tutorial/web/tutorial-start.tsx';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useStore } from '#ui/store.ts';
import { fetchAhead } from '#ui/when-idle.ts';
import { contentPaths, paths, teamPlanId } from '../../paths.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { offlineState } from '../offline/offline-state.ts';
import { BackLink } from '../shell/back-link.tsx';
import { PageLinks } from '../shell/page-links.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';
import { OfflineSettings } from './offline-settings.tsx';
import { ProfileLoading } from './profile-loading.tsx';
import { useOutbox } from './use-outbox.ts';
import { SettingsList } from './settings-list.tsx';
import { SettingsGroup, SettingsSection } from './settings-section.tsx';
import { titleOf, type SectionId } from './settings-sections.ts';

/** /profile: the settings. */
export function ProfilePage({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  const { profile, failed, tryAgain } = useProfile();
  useOutbox(signedIn.user.id);
  const isOffline = useOpenedOffline();
  useTitle(profileTexts.title);
  return (
    <SignedInPage signedIn={signedIn}>
      <BackLink href={paths.home} onGo={() => void navigate(paths.home)}>
        {profileTexts.back}
      </BackLink>
      <VerificationBanner signedIn={signedIn} />
      {profile && (isOffline ? <OfflineSettings profile={profile} /> : <Settings profile={profile} />)}
      {!profile && !failed && <ProfileLoading />}
      {failed && (
        <EmptyState
          as="h1"
          title={profileTexts.loadFailed}
          action={
            <Button variant="primary" onClick={tryAgain}>
              {profileTexts.tryAgain}
            </Button>
          }
        >
          {profileTexts.loadFailedHint}
        </EmptyState>
      )}
    </SignedInPage>
  );
}

/**
 * Whether the page was opened without a connection and has had none since. A page that loses its connection later keeps
 * its forms, with what the user typed.
 */
function useOpenedOffline(): boolean {
  const isOffline = useStore(offlineState, ({ text }) => text !== undefined);
  const [openedOffline, setOpenedOffline] = useState(isOffline);
  if (openedOffline && !isOffline) setOpenedOffline(false);
  return openedOffline && isOffline;
}

const EmailsDialog = fetched(
  async () => (await import('#features/accounts/web/settings/emails-dialog.tsx')).EmailsDialog,
  ({ onClose }: { onClose: () => void }) => <FailedOverlay onClose={onClose} />,
);
/** About as high as the section. */
const dataLoading = <Skeleton className="m-5 h-120" />;
const DataSection = fetched(
  async () => (await import('./data-section.tsx')).DataSection,
  FailedPart,
  dataLoading,
);

const yourTeamSection = (content: ReactNode) => (
  <SettingsSection title={managedTexts.title}>{content}</SettingsSection>
);

const mailInSection = (content: ReactNode) => (
  // The section is alone in its place, so it has no line of its own.
  <div className="border-t border-rule">
    <SettingsSection title={mailInTexts.title}>{content}</SettingsSection>
  </div>
);

const Group = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <SettingsGroup id={id} title={titleOf(id)}>
    {children}
  </SettingsGroup>
);

function Settings({ profile }: { profile: Profile }) {
  const [managing, setManaging] = useState(false);
  useEffect(() => fetchAhead(() => void EmailsDialog.preload()), []);
  // The section of passkeys loads it.
  const { data: methods } = useQuery({ ...methodsQuery, enabled: false });
  const userId = profile.user_id;
  const scope = useMemo(() => ({ userId, timezone: readerTimeZone() }), [userId]);
  return (
    <>
      <ProfileHead profile={profile} onChangePhoto={() => document.getElementById(choosePhotoId)?.focus()} />
      <div className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[7.5rem_minmax(0,1fr)]">
        <SettingsList />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          <Group id="profile">
            <SettingsSection title={profileTexts.form.title}>
              <ProfileForm profile={profile} onManageEmails={() => setManaging(true)} />
            </SettingsSection>
            <SettingsSection title={profileTexts.appearance.title}>
              <DarkModeSwitch />
            </SettingsSection>
            <SettingsSection title={tutorialTexts.settings.title}>
              <TutorialStart onStarted={() => void navigate(paths.home)} />
            </SettingsSection>
          </Group>
          <Group id="public-page">
            <SettingsSection title={profileTexts.slug.title}>
              <SlugForm profile={profile} />
              {profile.slug !== null && <PublicPageSettings profile={profile} slug={profile.slug} />}
            </SettingsSection>
          </Group>
          <Group id="sharing">
            <SettingsSection title={visibilityTexts.title}>
              <LogbookVisibility scope={scope} />
            </SettingsSection>
            <YourTeam scope={scope} section={yourTeamSection} />
          </Group>
          <Group id="capture">
            <SettingsSection title={tokenTexts.title}>
              <CaptureSection recipes={contentPaths.capture} />
            </SettingsSection>
            <SettingsSection title={appTexts.title}>
              <AppsSection />
            </SettingsSection>
            <SettingsSection title={reminderTexts.title}>
              <RemindersSection />
            </SettingsSection>
            <MailIn section={mailInSection} />
          </Group>
          <Group id="plan">
            <SettingsSection title={planTexts.title} id={teamPlanId}>
              <TeamPlan
                userId={profile.user_id}
                onReturned={() => void navigate(paths.profile, { replace: true })}
              />
            </SettingsSection>
          </Group>
          <Group id="sign-in">
            {ways.passwords && methods?.has_password !== false && (
              <SettingsSection title={settingsTexts.password.title}>
                <ChangePassword email={profile.email} />
              </SettingsSection>
            )}
            <SettingsSection title={passkeyTexts.title}>
              <PasskeysSection />
            </SettingsSection>
            {ways.provider && (
              <SettingsSection title={providerTexts.title(ways.provider)}>
                <ProviderSection />
              </SettingsSection>
            )}
            <SettingsSection title={settingsTexts.sessions.title}>
              <SessionsList />
            </SettingsSection>
          </Group>
          <Group id="data">
            <Later waiting={dataLoading}>
              <DataSection userId={userId} />
            </Later>
          </Group>
        </div>
      </div>
      <PageLinks />
      <Confirmations />
      {managing && <EmailsDialog passwords={ways.passwords} onClose={() => setManaging(false)} />}
    </>
  );
}
