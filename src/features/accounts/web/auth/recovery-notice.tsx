import { useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { recoveryTexts, texts } from '../../texts.ts';
import { AuthNotice } from './auth-notice.tsx';
import type { RecoveryState } from './use-recovery.ts';

const copy = recoveryTexts.undo;

type Props = {
  state: Extract<RecoveryState, { at: 'undo' | 'refused' }>;
  homeHref: string;
  onUndo: (token: string) => Promise<void>;
  /** Opens the form that sends a new link. */
  onNewLink: () => void;
};

/** Asks for confirmation before an undo link is used, and explains when an emailed link is not valid. */
export function RecoveryNotice({ state, homeHref, onUndo, onNewLink }: Props) {
  const [busy, setBusy] = useState(false);
  if (state.at === 'refused') {
    return (
      <AuthNotice
        title={state.title}
        description={state.description}
        actions={
          <>
            {state.renewable && (
              <Button variant="primary" onClick={onNewLink}>
                {recoveryTexts.newLink}
              </Button>
            )}
            <a href={homeHref} className={buttonClass(state.renewable ? undefined : 'primary')}>
              {texts.verification.toLogbook}
            </a>
          </>
        }
      />
    );
  }
  const { token } = state;
  return (
    <AuthNotice
      title={copy.heading}
      description={copy.text}
      actions={
        <>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => {
              setBusy(true);
              void onUndo(token).finally(() => setBusy(false));
            }}
          >
            {copy.action}
          </Button>
          <a href={homeHref} className={buttonClass()}>
            {copy.leave}
          </a>
        </>
      }
    />
  );
}
