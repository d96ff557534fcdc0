// Maps a failed call to the place where it is shown: at a field of the form, or in a toast.
import { retryIn } from '#platform/clock/retry-texts.ts';
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { Problems } from '#ui/use-form.ts';

type Message = { title: string; description?: string | undefined };

/** Where a form or a button shows refusals. */
export type Refusals<Field extends string = never> = {
  /** Fields that show the sentence of a refusal, by its code. */
  fields?: Partial<Record<string, Field>>;
  /** Fields that are marked while the toast shows the sentence, by its code. */
  marked?: Partial<Record<string, Field>>;
  /** The toast of all other errors. `problem` is undefined for an error without a user-facing sentence. */
  toast: (problem: Problem | undefined) => Message;
};

/** A toast with the server's sentences and the time to wait. Without them, its title is `failed`. */
export const toastWithReason =
  (failed: string): Refusals['toast'] =>
  (problem) => {
    if (!problem) return { title: failed };
    const wait = problem.retryAfter;
    return { title: problem.title, description: wait === undefined ? problem.detail : retryIn(wait) };
  };

/** The problems of fields, and the toast unless a field shows the error. */
export function refusalOf<Field extends string>(
  error: unknown,
  { fields = {}, marked = {}, toast }: Refusals<Field>,
): { problems: Problems<Field>; message?: Message } {
  const problem = error instanceof Problem && error.code !== 'unknown' ? error : undefined;
  const problems: Problems<Field> = {};
  const field = problem && fields[problem.code];
  if (field) return { problems: { ...problems, [field]: problem.detail ?? problem.title } };
  const mark = problem && marked[problem.code];
  return { problems: mark ? { ...problems, [mark]: '' } : problems, message: toast(problem) };
}

/** Shows an error of a form or a button, and returns the problems of its fields. `about` groups its toasts. */
export function showRefusal<Field extends string>(
  error: unknown,
  about: string,
  refusals: Refusals<Field>,
): Problems<Field> {
  const { problems, message } = refusalOf(error, refusals);
  if (message) {
    const { title, description } = message;
    toast({ title, ...(description && { description }), tone: 'danger', about });
  }
  return problems;
}
