import { useEffect, useEffectEvent, useId } from 'react';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { useForm, type Problems } from '#ui/use-form.ts';
import type { RefusalCode } from '../../contract.ts';
import { refusalTexts } from '../../refusal-texts.ts';
import { shareFields, type ShareField, type SharePart } from './share-part.ts';

type Options = {
  /** The code with which the server refused the input that the form opens with. */
  refusedWith?: string;
  /** The part that shares the entry. */
  sharing?: SharePart;
  /** Why the input cannot be saved. */
  problemOf: () => RefusalCode | undefined;
  save: () => void;
};

type EntryField = 'content' | 'date' | ShareField;

/** The field that explains a refusal. Without one, a toast does. */
const fieldOf: Partial<Record<string, EntryField>> = {
  content_required: 'content',
  content_too_long: 'content',
  invalid_date: 'date',
};

type Text = { title: string; detail?: string };

function problemsOf(code: string, text: Text | undefined, sharing?: SharePart): Problems<EntryField> {
  const field = fieldOf[code] ?? sharing?.fieldOf[code];
  return text && field ? { [field]: text.detail ?? '' } : {};
}

/**
 * The form of a new or an edited entry. Ctrl+Enter or Cmd+Enter anywhere in the dialog also submits it. All problems are
 * shown at their field.
 */
export function useEntryForm({ refusedWith = '', sharing, problemOf, save }: Options) {
  const id = useId();
  const texts: Partial<Record<string, Text>> = { ...refusalTexts, ...sharing?.texts };
  const form = useForm({
    fields: ['content', 'date', ...shareFields],
    about: id,
    first: problemsOf(refusedWith, texts[refusedWith], sharing),
    check() {
      const code = problemOf();
      if (!code) return {};
      const text = texts[code];
      // Missing input is also reported by a toast, which closes with the dialog.
      const toasted: readonly RefusalCode[] = ['content_required', ...(sharing?.toasted ?? [])];
      if (text && toasted.includes(code))
        toast({ title: text.title, description: text.detail ?? '', tone: 'danger', about: id });
      return problemsOf(code, text, sharing);
    },
    send: async () => save(),
  });
  useEffect(() => () => dismissToastsAbout(id), [id]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    form.submit();
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  const { problems } = form;
  const focusOn = (selector: string) => form.props.ref.current?.querySelector<HTMLElement>(selector)?.focus();
  return {
    problems,
    /** The user changes the input. */
    onInput() {
      if (Object.keys(problems).length > 0) form.clearProblems();
    },
    /** Focuses the first element of the form that matches. */
    focusOn,
    /** `id` is for the submit button, which is outside of the form. */
    props: { ...form.props, id },
  };
}
