import { useId, useLayoutEffect, useRef } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { isFocusFree } from '#ui/free-focus.ts';
import { openPopUp } from '#ui/pop-up.ts';
import { useStore } from '#ui/store.ts';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { linkAsTyped, linkFromName, networkAddress, networks } from '../share-rules.ts';
import { shareTexts } from '../share-texts.ts';
import { texts } from '../texts.ts';
import { CopyLink, publicLink } from './copy-link.tsx';
import { useSaveProfile } from './profile-query.ts';
import { closeProfileShare, profileShare } from './profile-share.ts';
import { PublicPageNote } from './public-page-note.tsx';
import { SlugField } from './slug-field.tsx';
import { useSlugForm, type SlugFormState } from './use-slug-form.ts';
import { ViewPage } from './view-page.tsx';

const { create, share, off } = shareTexts;
const about = 'profile-share';
const popUpSize = { width: 600, height: 400 };

/** Shares the user's public link, or creates it first. Follows changes from other tabs. */
export function ShareProfileDialog({ profile }: { profile: SignedIn['profile'] }) {
  const { slug } = profile;
  const formId = useId();
  const input = useStore(profileShare, ({ typed }) => typed);
  const state = useSlugForm({
    slug,
    about,
    asTyped: linkAsTyped,
    kept: { input, keep: (typed) => profileShare.set({ typed }) },
    onSaved: () => toast({ ...create.created, about }),
    failed: (problem) => ({
      title: create.failed,
      description: problem ? [problem.title, problem.detail].filter(Boolean).join('. ') : create.failedHint,
    }),
  });
  const creating = slug === null;
  return (
    <Dialog
      open
      onClose={closeProfileShare}
      title={creating ? create.title : share.title}
      footer={
        creating && (
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={state.form.busy}
            aria-disabled={isBlank(state.slug)}
          >
            {create.confirm}
          </Button>
        )
      }
    >
      {creating ? (
        <CreateLink state={state} formId={formId} fullName={profile.full_name} />
      ) : (
        <ShareLink slug={slug} isPublic={profile.is_public} />
      )}
    </Dialog>
  );
}

type CreateProps = { state: SlugFormState; formId: string; fullName: string };

/** The first link, and what it makes public (R-F5). */
function CreateLink({ state, formId, fullName }: CreateProps) {
  return (
    <form {...state.form.props} id={formId} className="grid gap-4.5">
      <SlugField
        state={state}
        label={create.label}
        placeholder={linkFromName(fullName) || shareTexts.placeholder}
        first
      />
      <div>
        <p className="text-button">{texts.publicPage.byLink}</p>
        <PublicPageNote>{shareTexts.reversible}</PublicPageNote>
      </div>
    </form>
  );
}

function ShareLink({ slug, isPublic }: { slug: string; isPublic: boolean }) {
  const copy = useRef<HTMLButtonElement>(null);
  // The link was just created, so the pressed button is gone.
  useLayoutEffect(() => {
    if (isFocusFree()) copy.current?.focus();
  }, []);
  // Here, because the notice below is gone before the response is handled.
  const { mutate, isPending } = useSaveProfile();
  const turnOn = () =>
    mutate(
      { is_public: true },
      {
        onSuccess: () => {
          toast({ title: off.turnedOn, about });
          copy.current?.focus();
        },
        onError: (error) =>
          void showRefusal(error, about, { toast: toastWithReason(texts.publicPage.failed) }),
      },
    );
  const link = publicLink(slug);
  return (
    <div className="grid gap-4.5">
      {!isPublic && <PageIsOff busy={isPending} onTurnOn={turnOn} />}
      <Field label={share.label}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <div className="min-w-40 grow">
              <TextInput
                {...control}
                dir="ltr"
                readOnly
                value={link}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            </div>
            <CopyLink slug={slug} ref={copy} />
          </div>
        )}
      </Field>
      <div role="group" aria-label={share.networks} className="flex flex-wrap gap-2">
        {networks.map((network) => (
          <Button
            key={network}
            className="grow"
            onClick={() => openPopUp(networkAddress(network, link, shareTexts.text), popUpSize)}
          >
            {share[network]}
          </Button>
        ))}
      </div>
      {isPublic && (
        <div className="grid justify-items-start gap-1">
          <PublicPageNote>{shareTexts.reversible}</PublicPageNote>
          <ViewPage slug={slug} />
        </div>
      )}
    </div>
  );
}

/** The link leads nowhere while the page is off. */
function PageIsOff({ busy, onTurnOn }: { busy: boolean; onTurnOn: () => void }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-sheet border border-ochre bg-ochre-wash px-4 py-3">
      <div>
        <p className="text-button text-ochre">{off.title}</p>
        <p className="text-button font-normal text-ink">{off.detail}</p>
      </div>
      <PublicPageNote>{shareTexts.reversible}</PublicPageNote>
      <Button busy={busy} onClick={onTurnOn}>
        {off.turnOn}
      </Button>
    </div>
  );
}
