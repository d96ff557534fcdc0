// State of a form: validates and sends its input once at a time, shows what is wrong, and keeps the input on failure.
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { dismissToastsAbout } from './toast.ts';

/** A sentence for each wrong field. An empty string only marks the field: a toast shows the sentence. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

type Options<Field extends string> = {
  /** Names of the controls that are read. */
  fields: readonly Field[];
  /** Groups the form's toasts. The next submit and `clearProblems` remove them. */
  about: string;
  /** Problems of the input that the form opens with. */
  first?: Problems<Field>;
  /** Finds wrong input. Nothing is sent until it returns no problems. Default: all input is sent. */
  check?: (input: Record<Field, string>) => Problems<Field>;
  /**
   * Sends the input. If it resolves to `leaving`, another page is about to open: the form stays busy, so that nothing
   * is sent twice.
   */
  send: (input: Record<Field, string>, form: HTMLFormElement) => Promise<'leaving' | void>;
  /** Shows why `send` rejected: returns the problems of fields, and shows a toast for all other errors. */
  onError?: (error: unknown) => Problems<Field>;
};

/** `<form {...form.props}>`. After a submit with problems, the first control in the form that has one gets the focus. */
export function useForm<Field extends string>({
  fields,
  about,
  first = {},
  check,
  send,
  onError,
}: Options<Field>) {
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(first);

  // After rendering, because a control may appear together with its problem.
  useLayoutEffect(() => {
    const controls = ref.current?.querySelectorAll<HTMLInputElement>('[name]') ?? [];
    const control = [...controls].find(({ name }) => name in problems);
    control?.focus();
    // Below a tall control, the sentence may be out of sight.
    document
      .getElementById(control?.getAttribute('aria-describedby') ?? '')
      ?.scrollIntoView({ block: 'nearest' });
  }, [problems]);

  function clearProblems() {
    dismissToastsAbout(about);
    setProblems({});
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    clearProblems();
    const form = event.currentTarget;
    const input = readInput(form, fields);
    const found = check?.(input) ?? {};
    if (Object.keys(found).length > 0) {
      setProblems(found);
      return;
    }
    let leaving = false;
    sending.current = true;
    setBusy(true);
    try {
      leaving = (await send(input, form)) === 'leaving';
    } catch (error) {
      if (!onError) throw error;
      setProblems(onError(error));
    } finally {
      sending.current = leaving;
      setBusy(leaving);
    }
  }

  return {
    /** Whether the input is being sent. */
    busy,
    problems,
    /** Removes the problems and toasts, for example when the user changes the input. */
    clearProblems,
    /** Submits the form as its button would. */
    submit: () => ref.current?.requestSubmit(),
    props: {
      ref,
      // Submitted before the page is interactive, the form neither reloads the page nor puts its input into the address.
      method: 'dialog',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    },
  };
}

/** The text of each control. Empty for a control that is not shown. */
function readInput<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const data = new FormData(form);
  const entries = fields.map((field) => [field, String(data.get(field) ?? '')] as const);
  return Object.fromEntries(entries) as Record<Field, string>;
}
