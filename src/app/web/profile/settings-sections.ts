import { listTexts } from './list-texts.ts';

const { sections } = listTexts.settings;

/** The sections of the settings in their order. The id is the address: `/profile#sharing`. */
export const settingsSections = [
  { id: 'profile', title: sections.profile },
  { id: 'public-page', title: sections.publicPage },
  { id: 'sharing', title: sections.sharing },
  { id: 'capture', title: sections.capture },
  { id: 'plan', title: sections.plan },
  { id: 'sign-in', title: sections.signIn },
  { id: 'data', title: sections.data },
] as const;

export type SectionId = (typeof settingsSections)[number]['id'];

export const titleOf = (id: SectionId): string =>
  settingsSections.find((section) => section.id === id)!.title;
