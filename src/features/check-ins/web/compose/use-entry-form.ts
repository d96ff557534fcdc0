import { useEffect, useEffectEvent, useId } from 'react';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { RefusalCode } from '../../contract.ts';
import { refusalTexts } from '../../refusal-texts.ts';
import { shareRefusalTexts } from '../../share-texts.ts';
import { shareFieldOf, shareFields } from './share-faults.ts';

type Options = {
  /** Why the input cannot be saved. */
  faultOf: () => RefusalCode | undefined;
  save: () => void;
};

/** SPEC quotes toasts for missing input. They close with the dialog. */
const withToast: readonly RefusalCode[] = [
  'content_required',
  'manager_email_required',
  'teammate_message_required',
];

/**
 * The form of a new or an edited entry. Ctrl+Enter or Cmd+Enter anywhere in the dialog submits it, too. All faults are
 * shown at their field.
 */
export function useEntryForm({ faultOf, save }: Options) {
  const id = useId();
  const form = useForm({
    fields: ['content', 'date', ...shareFields],
    about: id,
    check() {
      const code = faultOf();
      if (!code) return {};
      const { title, detail = '' } = { ...refusalTexts, ...shareRefusalTexts }[code];
      if (withToast.includes(code)) toast({ title, description: detail, tone: 'danger', about: id });
      return { [shareFieldOf[code] ?? (code === 'invalid_date' ? 'date' : 'content')]: detail };
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

  const { faults } = form;
  const focusOn = (selector: string) => form.props.ref.current?.querySelector<HTMLElement>(selector)?.focus();
  return {
    faults,
    /** The user changes the input. */
    onInput() {
      if (Object.keys(faults).length > 0) form.clearFaults();
    },
    /** Focuses the first element of the form that matches. */
    focusOn,
    /** `id` is for the submit button, which is outside of the form. */
    props: { ...form.props, id },
  };
}
