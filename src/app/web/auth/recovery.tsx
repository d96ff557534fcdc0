import type { AuthNavigation } from '#features/accounts/web/auth/auth-link.tsx';
import { LinkRefused } from '#features/accounts/web/auth/link-refused.tsx';
import type { RecoveryLink } from '#features/accounts/web/auth/recovery-link.ts';
import { SetPassword } from '#features/accounts/web/auth/set-password.tsx';
import { UndoEmailChange } from '#features/accounts/web/auth/undo-email-change.tsx';
import { useRecovery } from '#features/accounts/web/auth/use-recovery.ts';
import { recoveryTexts } from '#features/accounts/recovery-texts.ts';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { paths } from '../../paths.ts';
import { useTitle } from '../shell/use-title.ts';

type Props = {
  link: RecoveryLink;
  /** The page's title while no password is set. */
  heading: string;
  navigation: AuthNavigation;
  /** Called with what to say above the ways to sign in, if no password is one here. */
  onNoPassword: (sentence: string) => void;
  /** Called when the user is signed in with the new password. */
  onDone: () => void;
};

/** What /auth shows for a link that sets a new password or undoes a change of the sign-in address. */
export function Recovery({ link, heading, navigation, onNoPassword, onDone }: Props) {
  const passwords = ways.passwords;
  const { state, withLink, undo } = useRecovery(link, passwords, onNoPassword);
  useTitle(state.at === 'new password' ? recoveryTexts.heading : heading);
  switch (state.at) {
    case 'new password':
      return <SetPassword link={state} withLink={withLink} navigation={navigation} onDone={onDone} />;
    case 'undo':
      return <UndoEmailChange homeHref={paths.home} passwords={passwords} onUndo={() => undo(state.token)} />;
    case 'refused':
      return (
        <LinkRefused
          title={state.title}
          description={state.description}
          homeHref={paths.home}
          onNewLink={state.renewable ? () => navigation.go({ view: 'forgot' }) : undefined}
        />
      );
  }
}
