import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { shortDay } from '#platform/reader/formats.ts';
import { saveAll } from '#features/check-ins/web/outbox/save-all.ts';
import { guestId } from '#features/guest/constants.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { saveWinsPath } from '../../constants.ts';
import { savingTexts as texts } from '../../saving-texts.ts';
import { removeWins, storedWins } from './stored-wins.ts';

type Props = {
  scope: Scope;
  signInHref: string;
  playbookHref: string;
  onClose: () => void;
};

/** Lists the wins of the playbook page and adds them to the logbook as entries (R-K1). */
export function SaveWinsDialog({ scope, signInHref, playbookHref, onClose }: Props) {
  const queries = useQueryClient();
  const [wins] = useState(storedWins);
  const isGuest = scope.userId === guestId;

  async function add() {
    // The timeline shows their progress.
    onClose();
    // Another tab may have saved some of them since.
    const saved = await saveAll(queries, scope, storedWins()).catch(() => {
      toast({ ...texts.failed, tone: 'danger' });
    });
    if (!saved) return;
    const { written, there, binned, kept } = saved;
    removeWins([...written, ...there, ...kept]);
    if (written.length + there.length > 0) toast(texts.saved(written.length, there.length));
    if (binned.length > 0) toast(texts.binned(binned.length));
  }

  if (wins.length === 0) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={texts.none.title}
        footer={
          <a href={playbookHref} className={buttonClass('primary')}>
            {texts.none.link}
          </a>
        }
      >
        <p className="text-ui">{texts.none.text}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={isGuest ? texts.about.guest : texts.about.account}
      footer={
        <>
          {isGuest && (
            <p className="me-auto text-meta text-ink-2 max-md:basis-full">
              {texts.haveAccount}{' '}
              <a
                href={signInHref}
                className="font-semibold text-primary underline underline-offset-3"
                onClick={() => saveRedirect(saveWinsPath)}
              >
                {texts.signIn}
              </a>
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {texts.later}
          </Button>
          <Button variant="primary" data-autofocus onClick={() => void add()}>
            {texts.add(wins.length)}
          </Button>
        </>
      }
    >
      <ul aria-label={texts.list} className="divide-y divide-rule border-y border-rule">
        {wins.map(({ id, text, at }) => (
          <li key={id} className="flex gap-4 py-2.5">
            <span className="w-12 shrink-0 pt-0.5 text-meta text-ink-2 figures">
              {shortDay(at, scope.timezone)}
            </span>
            <span dir="auto" className="min-w-0 text-ui wrap-anywhere whitespace-pre-wrap">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
