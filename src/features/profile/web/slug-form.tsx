import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import type { Profile, RefusalCode } from '../contract.ts';
import { normalSlug, slugInputFault } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { CopyLink } from './copy-link.tsx';
import { refusalIn, showRefusal, showSaveError } from './profile-faults.ts';
import { saveProfile } from './profile-query.ts';

const slugTexts = texts.slug;

/** Converts input while the user types: lowercase, other characters to hyphens. */
function whileTyping(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-');
}

/** The slug of the public link, normalized when it is saved (R-F6). A preview is shown while the user types. */
export function SlugForm({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [input, setInput] = useState<string>();
  const [fault, setFault] = useState<RefusalCode>();
  const [busy, setBusy] = useState(false);
  const slug = input ?? profile.slug ?? '';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const field = event.currentTarget.querySelector('input');
    const refuse = (code: RefusalCode) => {
      setFault(code);
      field?.focus();
      if (!inField(code)) showRefusal(code, about);
    };
    const found = slugInputFault(slug);
    setFault(undefined);
    if (found) {
      refuse(found);
      return;
    }
    setBusy(true);
    try {
      await saveProfile(queries, { slug });
      setInput(undefined);
      toast({ title: slugTexts.saved, about });
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal) refuse(refusal.code);
      else showSaveError(error, about);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
      <Field
        label={slugTexts.label}
        hint={input === undefined ? slugTexts.hint : slugPreview(slug)}
        error={fault && inField(fault) ? refusalTexts[fault].detail : undefined}
        invalid={fault !== undefined}
      >
        {(control) => (
          <div className="flex flex-wrap items-center gap-2">
            <span className="max-w-full text-ui wrap-anywhere text-ink-3">{location.host}/</span>
            <div className="min-w-40 grow">
              <TextInput
                {...control}
                name="slug"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={slugTexts.placeholder}
                value={slug}
                onChange={({ currentTarget }) => {
                  setInput(whileTyping(currentTarget.value));
                  setFault(undefined);
                }}
              />
            </div>
          </div>
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={profile.slug ? 'outline' : 'primary'} busy={busy}>
          {slugTexts.save}
        </Button>
        {profile.slug && <CopyLink slug={profile.slug} />}
      </div>
    </form>
  );
}

/** Groups the toasts of this form: a newer one replaces the older. */
const about = 'slug';

/** A reserved name is explained at the field. Other faults are shown as toasts. */
const inField = (code: RefusalCode) => code === 'slug_reserved';

/** The hint below the field: the final link, or why there is none. */
function slugPreview(slug: string): string {
  const fault = slugInputFault(slug);
  if (fault === 'slug_reserved') return refusalTexts.slug_reserved.detail!;
  return fault ? slugTexts.hint : slugTexts.preview(`${location.host}/${normalSlug(slug)}`);
}
