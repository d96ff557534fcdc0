import type { ReactNode } from 'react';
import type { Profile } from '#features/profile/contract.ts';
import { texts as profileTexts } from '#features/profile/texts.ts';
import { publicLink } from '#features/profile/web/copy-link.tsx';
import { DarkModeSwitch } from '#features/profile/web/dark-mode-switch.tsx';
import { ProfileHead } from '#features/profile/web/profile-head.tsx';
import { texts } from '../offline/offline-texts.ts';
import { SettingsGroup, SettingsSection } from './settings-section.tsx';
import { titleOf } from './settings-sections.ts';

/** The settings while the server cannot be reached: the last known data. Only the theme, which is this browser's, changes. */
export function OfflineSettings({ profile }: { profile: Profile }) {
  const { form, slug, publicPage, appearance } = profileTexts;
  return (
    <>
      <ProfileHead profile={profile} />
      <p className="mt-6 max-w-line text-ui text-ink-2">{texts.settings}</p>
      <div className="mt-6 grid gap-9">
        <SettingsGroup id="profile" title={titleOf('profile')}>
          <SettingsSection title={form.title}>
            <dl className="grid gap-4">
              <Value name={form.fullName}>{profile.full_name}</Value>
              <Value name={form.email}>{profile.email}</Value>
              <Value name={form.phone}>{profile.phone_number}</Value>
            </dl>
          </SettingsSection>
          <SettingsSection title={appearance.title}>
            <DarkModeSwitch />
          </SettingsSection>
        </SettingsGroup>
        <SettingsGroup id="public-page" title={titleOf('public-page')}>
          <SettingsSection title={slug.title}>
            <dl className="grid gap-4">
              <Value name={slug.label}>{profile.slug && publicLink(profile.slug)}</Value>
              <Value name={publicPage.on}>{profile.is_public ? texts.page.on : texts.page.off}</Value>
            </dl>
          </SettingsSection>
        </SettingsGroup>
      </div>
    </>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-button text-ink">{name}</dt>
      <dd className="text-ui wrap-anywhere text-ink-2">
        <bdi>{children || texts.noValue}</bdi>
      </dd>
    </div>
  );
}
