import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { useState } from 'react';
import { AuthNotice } from '#features/accounts/web/auth/auth-notice.tsx';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { client } from '#platform/http/client.ts';
import { buttonClass } from '#ui/button.tsx';
import { connectTexts as texts } from '../connect-texts.ts';
import type { CliLogin, operations } from '../contract.ts';
import { CodeForm } from './code-form.tsx';
import { Decision } from './decision.tsx';

const call = client<typeof operations>();
const about = 'connect';

type State =
  | { at: 'code' }
  | { at: 'decision'; login: CliLogin; code: string }
  | { at: 'approved' | 'refused'; name: string };

type Props = { email: string; timezone: string; homeHref: string };

/** The one card of /connect: the code, then the decision, then its result. */
export function ConnectCard({ email, timezone, homeHref }: Props) {
  const [state, setState] = useState<State>({ at: 'code' });
  const [busy, setBusy] = useState<'approved' | 'refused'>();

  async function decide(login: CliLogin, decision: 'approved' | 'refused') {
    setBusy(decision);
    const params = { id: login.id };
    try {
      const { name } = await (decision === 'approved'
        ? withConfirmation(() => call('POST /api/cli_logins/:id/approve', { params }))
        : call('POST /api/cli_logins/:id/refuse', { params }));
      setState({ at: decision, name });
    } catch (error) {
      showRefusal(error, about, { toast: toastWithReason(texts.failed) });
    } finally {
      setBusy(undefined);
    }
  }

  switch (state.at) {
    case 'code':
      return (
        <CodeForm
          about={about}
          find={async (code) => {
            const login = await call('POST /api/cli_logins/find', { body: { code } });
            setState({ at: 'decision', login, code });
          }}
        />
      );
    case 'decision':
      return (
        <Decision
          {...state}
          email={email}
          timezone={timezone}
          busy={busy}
          onDecide={(decision) => void decide(state.login, decision)}
        />
      );
    case 'approved':
    case 'refused': {
      const { title, detail } = texts[state.at];
      return (
        <div role="status">
          <AuthNotice
            title={title(state.name)}
            description={detail}
            actions={
              <a href={homeHref} className={buttonClass(state.at === 'approved' ? 'outline' : 'primary')}>
                {texts.home}
              </a>
            }
          />
        </div>
      );
    }
  }
}
