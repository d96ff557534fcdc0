import { useQueryClient } from '@tanstack/react-query';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { dialogTexts as texts, weekTexts } from '../texts.ts';
import { aboutEmail, sendReport, showSendError } from './send-report.ts';

/** "Email to" of a week in review. */
export function EmailForm({ week, timezone }: { week: string; timezone: string }) {
  const queries = useQueryClient();
  const form = useForm({
    fields: ['email'],
    about: aboutEmail,
    check: ({ email }) => {
      if (!isBlank(email)) return {};
      toast({ ...texts.emailRequired, tone: 'danger', about: aboutEmail });
      return { email: '' };
    },
    send: ({ email }) => sendReport(queries, { email: email.trim(), week, timezone }, weekTexts.sent),
    onError: (error) => {
      showSendError(error);
      return {};
    },
  });
  return (
    <form {...form.props} className="grid gap-2 border-t border-rule p-3">
      <Field label={texts.emailTo} error={form.problems.email} invalid={form.problems.email !== undefined}>
        {(control) => (
          <TextInput {...control} type="email" name="email" autoComplete="email" className="min-w-64" />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
