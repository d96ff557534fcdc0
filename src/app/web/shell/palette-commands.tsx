// The palette's commands: those of the app, and those of features, which declare them in `web/later.ts`.
import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import Import from 'lucide-react/icons/import';
import Inbox from 'lucide-react/icons/inbox';
import Keyboard from 'lucide-react/icons/keyboard';
import KeyboardOff from 'lucide-react/icons/keyboard-off';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import PanelTop from 'lucide-react/icons/panel-top';
import PenLine from 'lucide-react/icons/pen-line';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Share2 from 'lucide-react/icons/share-2';
import Signpost from 'lucide-react/icons/signpost';
import Sun from 'lucide-react/icons/sun';
import UserPlus from 'lucide-react/icons/user-plus';
import type { SignedIn } from '#features/accounts/contract.ts';
import { signOut } from '#features/accounts/web/session/sign-out.ts';
import { subscriptionQuery } from '#features/billing/web/subscription.ts';
import { guestId } from '#features/guest/constants.ts';
import { importLabel } from '#features/imports/link-texts.ts';
import { openProfileShare } from '#features/profile/web/profile-share.ts';
import { texts as tutorialTexts } from '#features/tutorial/texts.ts';
import { startTutorial } from '#features/tutorial/web/tutorial-state.ts';
import type { Places } from '#platform/features/later-feature.ts';
import { singleKeysOn, turnSingleKeys } from '#ui/keys.ts';
import { chooseTheme } from '#ui/theme.ts';
import { paths } from '../../paths.ts';
import { dashboardHref } from '../dashboard-search.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { laterFeatures } from '../later-features.ts';
import { knownTab, tabsOf } from '../tabs.ts';
import { paletteTexts as labels } from './palette-texts.ts';
import { useAddEntry } from './shortcuts.ts';
import { leave } from './signed-in-page.tsx';

export type Command = {
  id: string;
  label: string;
  /** Other search terms for the command. */
  keywords?: string;
  keys?: readonly string[];
  Icon: LucideIcon;
  /** Offered for any input. */
  always?: boolean;
  stays?: boolean;
  onChoose: () => void;
};

/** The commands in display order, for a signed-in user or a guest. */
export function useCommands(signedIn: SignedIn | null, input: string, showShortcuts: () => void): Command[] {
  const add = useAddEntry();
  const search = useSearchEntries(input.trim());
  const hasPlan = useHasPlan(signedIn);
  return [
    { id: 'add', label: labels.add, keywords: labels.addKeywords, keys: ['c'], Icon: PenLine, onChoose: add },
    ...(input.trim() ? [] : [search]),
    ...featureCommands(signedIn !== null, hasPlan),
    ...tabsOf(hasPlan).map(({ id, label }) => ({
      id: `tab-${id}`,
      label: labels.tab(label),
      Icon: PanelTop,
      onChoose: () => void navigate(dashboardHref({ tab: id })),
    })),
    {
      id: 'inbox',
      label: labels.inbox,
      keywords: labels.inboxKeywords,
      Icon: Inbox,
      onChoose: () => void navigate(paths.inbox),
    },
    {
      id: 'import',
      label: importLabel,
      keywords: labels.importKeywords,
      Icon: Import,
      onChoose: () => void navigate(paths.import),
    },
    ...(signedIn ? accountCommands(() => void navigate(paths.profile)) : guestCommands()),
    ...themeCommands(),
    tutorialCommand(() => void navigate(paths.home)),
    {
      id: 'shortcuts',
      label: labels.shortcuts,
      keywords: labels.shortcutsKeywords,
      keys: ['?'],
      Icon: Keyboard,
      stays: true,
      onChoose: showShortcuts,
    },
    singleKeysCommand(),
    ...(signedIn
      ? [{ id: 'sign-out', label: labels.signOut, Icon: LogOut, onChoose: () => void signOut(leave) }]
      : []),
    // The input may be a command's name, so the search comes last.
    ...(input.trim() ? [search] : []),
  ];
}

/** Whether the user is on the Team plan, as far as the page knows. */
function useHasPlan(signedIn: SignedIn | null): boolean {
  const query = subscriptionQuery({ userId: signedIn?.user.id ?? guestId });
  return useQuery({ ...query, enabled: false, refetchInterval: false }).data?.subscribed === true;
}

const places: Places = {
  home: () => navigate(paths.home),
  tab(id) {
    const tab = knownTab(id);
    return navigate(dashboardHref(tab ? { tab } : {}));
  },
};

/** The commands that features declare, as far as the user has them. */
function featureCommands(hasAccount: boolean, hasPlan: boolean): Command[] {
  const has = { account: hasAccount, plan: hasAccount && hasPlan };
  return laterFeatures
    .flatMap(({ commands = [] }) => commands)
    .filter(({ needs }) => needs === undefined || has[needs])
    .map((command) => ({ ...command, onChoose: () => void command.onChoose(places) }));
}

function tutorialCommand(goHome: () => void): Command {
  return {
    id: 'tutorial',
    label: tutorialTexts.settings.start,
    keywords: tutorialTexts.settings.text,
    Icon: Signpost,
    onChoose: () => {
      startTutorial();
      goHome();
    },
  };
}

/** Searches the entries for the input. Without input, focuses the search field. */
function useSearchEntries(input: string): Command {
  async function go() {
    await navigate(dashboardHref(input ? { q: input } : {}));
    const { focusSearch } = await import('#features/check-ins/web/search/search-key.ts');
    focusSearch();
  }
  return {
    id: 'search',
    label: input ? labels.searchFor(input) : labels.search,
    keys: ['/'],
    Icon: Search,
    always: input !== '',
    onChoose: () => void go(),
  };
}

function accountCommands(goToSettings: () => void): Command[] {
  return [
    {
      id: 'share-profile',
      label: labels.shareProfile,
      keywords: labels.shareProfileKeywords,
      Icon: Share2,
      onChoose: openProfileShare,
    },
    {
      id: 'settings',
      label: labels.settings,
      keywords: labels.settingsKeywords,
      Icon: Settings,
      onChoose: goToSettings,
    },
  ];
}

function guestCommands(): Command[] {
  return [
    {
      id: 'sign-up',
      label: labels.signUp,
      Icon: UserPlus,
      onChoose: () => location.assign(`${paths.auth}?mode=signup`),
    },
    { id: 'sign-in', label: labels.signIn, Icon: LogIn, onChoose: () => location.assign(paths.auth) },
  ];
}

function themeCommands(): Command[] {
  const icons = { light: Sun, dark: Moon, system: Monitor };
  return (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: labels.theme[theme],
    Icon: icons[theme],
    onChoose: () => chooseTheme(theme),
  }));
}

function singleKeysCommand(): Command {
  const on = singleKeysOn();
  return {
    id: 'single-keys',
    label: on ? labels.singleKeysOff : labels.singleKeysOn,
    keywords: labels.shortcutsKeywords,
    Icon: on ? KeyboardOff : Keyboard,
    onChoose: () => turnSingleKeys(!on),
  };
}
