import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import type { Profile, RefusalCode } from '../contract.ts';
import { normalSlug, slugFault } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { CopyLink } from './copy-link.tsx';
import { refusalIn, tellNotSaved } from './profile-faults.ts';
import { saveProfile } from './profile-query.ts';

const words = texts.slug;

/** What a keystroke becomes in this field: lowercase, anything else a hyphen. */
function whileTyping(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-');
}

/**
 * The name of the public link: unique, and normalized when it is saved (R-F6). What will be saved shows below the field
 * while the user types.
 */
export function SlugForm({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<RefusalCode>();
  const [busy, setBusy] = useState(false);
  const slug = typed ?? profile.slug ?? '';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const input = event.currentTarget.querySelector('input');
    const refuse = (code: RefusalCode) => {
      setFault(code);
      input?.focus();
      if (!inField(code)) tell(code);
    };
    const found = faultIn(slug);
    setFault(undefined);
    if (found) {
      refuse(found);
      return;
    }
    setBusy(true);
    try {
      await saveProfile(queries, { slug });
      setTyped(undefined);
      toast({ title: words.saved, about });
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal) refuse(refusal.code);
      else tellNotSaved(error, about);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
      <Field
        label={words.label}
        hint={typed === undefined ? words.hint : whatWillBeSaved(slug)}
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
                placeholder={words.placeholder}
                value={slug}
                onChange={({ currentTarget }) => {
                  setTyped(whileTyping(currentTarget.value));
                  setFault(undefined);
                }}
              />
            </div>
          </div>
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={profile.slug ? 'outline' : 'primary'} busy={busy}>
          {words.save}
        </Button>
        {profile.slug && <CopyLink slug={profile.slug} />}
      </div>
    </form>
  );
}

/** The message of this form; a newer one takes the place of the older. */
const about = 'slug';

/** A reserved name is explained at the field. The other faults have a message of their own. */
const inField = (code: RefusalCode) => code === 'slug_reserved';

function tell(code: RefusalCode): void {
  const { title, detail } = refusalTexts[code];
  toast({ title, ...(detail && { description: detail }), tone: 'danger', about });
}

/** The hint below the field: the final link, or why there is none. */
function whatWillBeSaved(typed: string): string {
  const fault = faultIn(typed);
  if (fault === 'slug_reserved') return refusalTexts.slug_reserved.detail!;
  return fault ? words.hint : words.preview(`${location.host}/${normalSlug(typed)}`);
}

function faultIn(slug: string): RefusalCode | null {
  const fault = slugFault(normalSlug(slug));
  // What is typed but leaves nothing is not missing, it cannot be used.
  return fault === 'slug_required' && slug.trim() !== '' ? 'slug_invalid' : fault;
}
