// What the palette offers. A new command is one more line here, composed from what the features offer.
import { useNavigate } from '@tanstack/react-router';
import {
  Keyboard,
  KeyboardOff,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  PanelTop,
  PenLine,
  Search,
  Settings,
  Signpost,
  Sun,
  Target,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { signOut } from '#features/accounts/web/session/sign-out.ts';
import { texts as tutorialTexts } from '#features/tutorial/texts.ts';
import { startTutorial } from '#features/tutorial/web/tutorial-state.ts';
import { singleKeysOn, turnSingleKeys } from '#ui/keys.ts';
import { chooseTheme } from '#ui/theme.ts';
import { paths } from '../../paths.ts';
import { dashboardTabs, guestTabs, tabLabels } from '../dashboard/dashboard-search.ts';
import { texts } from '../texts.ts';
import { useAddEntry } from './shortcuts.ts';
import { leave } from './signed-in-page.tsx';

export type Command = {
  id: string;
  label: string;
  /** What else somebody may call it. */
  words?: string;
  keys?: readonly string[];
  Icon: LucideIcon;
  /** It is offered whatever was typed. */
  always?: boolean;
  stays?: boolean;
  onChoose: () => void;
};

const words = texts.palette;

/** The commands in their order, for whoever is signed in, or a guest. */
export function useCommands(signedIn: SignedIn | null, typed: string, showShortcuts: () => void): Command[] {
  const navigate = useNavigate();
  const add = useAddEntry();
  const search = useSearchEntries(typed.trim());
  return [
    { id: 'add', label: words.add, words: words.addWords, keys: ['c'], Icon: PenLine, onChoose: add },
    ...(typed.trim() ? [] : [search]),
    addGoalCommand(() => navigate({ to: paths.home, search: { tab: 'goals' } })),
    ...(signedIn ? dashboardTabs : guestTabs).map((tab) => ({
      id: `tab-${tab}`,
      label: words.tab(tabLabels[tab]),
      Icon: PanelTop,
      onChoose: () => void navigate({ to: paths.home, search: { tab } }),
    })),
    ...(signedIn ? accountCommands(() => void navigate({ to: paths.profile })) : guestCommands()),
    ...themeCommands(),
    tutorialCommand(() => void navigate({ to: paths.home })),
    {
      id: 'shortcuts',
      label: words.shortcuts,
      words: words.shortcutsWords,
      keys: ['?'],
      Icon: Keyboard,
      stays: true,
      onChoose: showShortcuts,
    },
    singleKeysCommand(),
    ...(signedIn
      ? [{ id: 'sign-out', label: words.signOut, Icon: LogOut, onChoose: () => void signOut(leave) }]
      : []),
    // What was typed may be a command's name first.
    ...(typed.trim() ? [search] : []),
  ];
}

function addGoalCommand(goToGoals: () => Promise<void>): Command {
  async function add() {
    await goToGoals();
    // Part of the tab's own code, which is on its way by now.
    const { openGoalForm } = await import('#features/goals/web/goal-drafts.ts');
    openGoalForm();
  }
  return {
    id: 'add-goal',
    label: words.addGoal,
    words: words.addWords,
    Icon: Target,
    onChoose: () => void add(),
  };
}

function tutorialCommand(goHome: () => void): Command {
  return {
    id: 'tutorial',
    label: tutorialTexts.settings.start,
    words: tutorialTexts.settings.text,
    Icon: Signpost,
    onChoose: () => {
      startTutorial();
      goHome();
    },
  };
}

/** Searches the entries for what was typed here; without that, leads to where it is typed. */
function useSearchEntries(typed: string): Command {
  const navigate = useNavigate();
  async function go() {
    await navigate({ to: paths.home, search: typed ? { q: typed } : {} });
    const { focusSearch } = await import('#features/check-ins/web/search/search-key.ts');
    focusSearch();
  }
  return {
    id: 'search',
    label: typed ? words.searchFor(typed) : words.search,
    keys: ['/'],
    Icon: Search,
    always: typed !== '',
    onChoose: () => void go(),
  };
}

function accountCommands(goToSettings: () => void): Command[] {
  return [
    {
      id: 'settings',
      label: words.settings,
      words: words.settingsWords,
      Icon: Settings,
      onChoose: goToSettings,
    },
  ];
}

function guestCommands(): Command[] {
  return [
    {
      id: 'sign-up',
      label: words.signUp,
      Icon: UserPlus,
      onChoose: () => location.assign(`${paths.auth}?mode=signup`),
    },
    { id: 'sign-in', label: words.signIn, Icon: LogIn, onChoose: () => location.assign(paths.auth) },
  ];
}

function themeCommands(): Command[] {
  const icons = { light: Sun, dark: Moon, system: Monitor };
  return (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: words.theme[theme],
    Icon: icons[theme],
    onChoose: () => chooseTheme(theme),
  }));
}

function singleKeysCommand(): Command {
  const on = singleKeysOn();
  return {
    id: 'single-keys',
    label: on ? words.singleKeysOff : words.singleKeysOn,
    words: words.shortcutsWords,
    Icon: on ? KeyboardOff : Keyboard,
    onChoose: () => turnSingleKeys(!on),
  };
}
