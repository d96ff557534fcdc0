import { useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { recoveryTexts, texts } from '../../texts.ts';
import { AuthNotice } from './auth-notice.tsx';
import type { RecoveryState } from './use-recovery.ts';

const words = recoveryTexts.undo;

type Props = {
  state: Extract<RecoveryState, { at: 'undo' | 'refused' }>;
  homeHref: string;
  onUndo: (token: string) => Promise<void>;
  /** To the form that sends a new link. */
  onNewLink: () => void;
};

/** What a mailed link asks before it does anything, and what is said when it does not hold. */
export function RecoveryNotice({ state, homeHref, onUndo, onNewLink }: Props) {
  const [busy, setBusy] = useState(false);
  if (state.at === 'refused') {
    return (
      <AuthNotice
        title={state.title}
        description={state.description}
        actions={
          <>
            <Button variant="primary" onClick={onNewLink}>
              {recoveryTexts.newLink}
            </Button>
            <a href={homeHref} className={buttonClass()}>
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
      title={words.heading}
      description={words.text}
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
            {words.action}
          </Button>
          <a href={homeHref} className={buttonClass()}>
            {words.leave}
          </a>
        </>
      }
    />
  );
}
