import type { ReactNode } from 'react';
import { isPlainClick } from '#ui/plain-click.ts';
import { texts } from '../../auth-texts.ts';
import type { AuthFace, AuthView } from './auth-view.ts';

/** Opens the forms of /auth, each at its own address but without a page load. */
export type AuthNavigation = { hrefOf: (view: AuthView) => string; go: (view: AuthView) => void };

type Props = { to: AuthView; navigation: AuthNavigation; children: ReactNode };

/** A link to another form of /auth. */
export function AuthLink({ to, navigation: { hrefOf, go }, children }: Props) {
  return (
    <a
      href={hrefOf(to)}
      // Followed once the page is interactive, which keeps what is typed.
      data-early=""
      className="inline-flex min-h-6 items-center text-button text-primary underline underline-offset-4 hover:text-primary-hover pointer-coarse:min-h-11"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

type OtherFormProps = { shown: AuthFace['form']; to: AuthView; navigation: AuthNavigation };

/** Below a form: the question that leads to another one, such as "New here? Create an account". */
export function OtherForm({ shown, to, navigation }: OtherFormProps) {
  const { question, link } = texts.toggle[shown];
  return (
    <>
      {/* This one would leave its row, or return to it, when the font arrives. */}
      <span className={shown === 'forgot' ? 'max-md:basis-full' : undefined}>{question}</span>
      <AuthLink to={to} navigation={navigation}>
        {link}
      </AuthLink>
    </>
  );
}
