import { useState } from 'react';
import { showRefusal, type Refusals } from '#features/accounts/web/refusals.ts';
import { Problem } from '#platform/http/client.ts';
import { useForm } from '#ui/use-form.ts';
import type { Profile } from '../contract.ts';
import { slugInputProblem } from '../rules.ts';
import { refusalTexts } from '../texts.ts';
import { useSaveProfile } from './profile-query.ts';

type Options = {
  /** The current slug, which the field shows until the user types. */
  slug: Profile['slug'];
  /** Groups the form's toasts. */
  about: string;
  /** Converts input while the user types. */
  asTyped: (text: string) => string;
  onSaved: () => void;
  /** Keeps the input after the form is closed. Default: until it is closed. */
  kept?: { input: string | undefined; keep: (input: string | undefined) => void };
  /** The toast of a refused or failed save. A reserved name is explained at the field instead. */
  failed: Refusals['toast'];
};

/** Status of a refusal that the server would return. Only its code matters here. */
const badRequest = 400;

/** The form of the public link, in the settings and in the share dialog: same checks, normalized when saved (R-F6). */
export function useSlugForm({ slug: saved, about, asTyped, onSaved, kept, failed }: Options) {
  const { mutateAsync: save } = useSaveProfile();
  const own = useState<string>();
  const [input, setInput] = kept ? [kept.input, kept.keep] : own;
  const slug = input ?? saved ?? '';
  const refusals: Refusals<'slug'> = {
    fields: { slug_reserved: 'slug' },
    marked: {
      ...{ slug_required: 'slug', slug_invalid: 'slug', slug_taken: 'slug' },
      ...{ too_many_slugs: 'slug', too_many_tries: 'slug' },
    },
    toast: failed,
  };
  const form = useForm({
    fields: ['slug'],
    about,
    check() {
      const code = slugInputProblem(slug);
      if (!code) return {};
      return showRefusal(new Problem(badRequest, { code, ...refusalTexts[code] }), about, refusals);
    },
    async send() {
      await save({ slug });
      setInput(undefined);
      onSaved();
    },
    onError: (error) => showRefusal(error, about, refusals),
  });

  function change(text: string) {
    setInput(asTyped(text));
    form.clearProblems();
  }
  return { form, slug, changed: input !== undefined, change };
}

export type SlugFormState = ReturnType<typeof useSlugForm>;
