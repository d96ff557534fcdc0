import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { AddressInput } from '#ui/address-input.tsx';
import { FilePicker, type PickerRules } from '#features/check-ins/web/files/file-picker.tsx';
import { withRetries } from '#platform/http/retries.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field, type FieldControl } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm, type Problems } from '#ui/use-form.ts';
import { acceptedFiles, limits } from '../constants.ts';
import type { Vouch } from '../contract.ts';
import { fileProblem, longest, requestProblem, requestOf } from '../rules.ts';
import { fileTexts, formTexts as copy } from '../form-texts.ts';
import { fieldTexts, refusalTexts, tooLong } from '../texts.ts';
import { showFailed } from './vouch-changes.ts';
import {
  changeVouchDraft,
  closeVouchForm,
  draftFields,
  dropSentDraft,
  readyVouchDraft,
  useOpenDraft,
  type DraftField,
  type VouchDraft,
  type VouchInput,
} from './vouch-drafts.ts';
import { call, putVouch } from './vouch-queries.ts';
import { uploadVouchFiles } from './vouch-uploads.ts';

const about = 'vouch form';

/** Which files may be attached to a vouch. */
export const vouchFileRules: PickerRules = {
  accept: acceptedFiles,
  hint: copy.filesHint,
  refusal(file, count) {
    const problem = count >= limits.files ? 'too_many_files' : fileProblem(file);
    return problem && fileTexts.refused[problem](file.name);
  },
};

/** The problems of the input. Missing fields are marked, and a toast names the problem. */
function check(input: VouchInput): Problems<DraftField> {
  const email = normalEmail(input.reference_email);
  const request = requestOf(input, email);
  const problem = requestProblem(request, isEmail(email));
  if (!problem) return {};
  const { code, field } = problem;
  if (code === 'missing_fields') {
    const { title, detail } = refusalTexts.missing_fields;
    toast({ title, ...(detail && { description: detail }), tone: 'danger', about });
    const missing = draftFields.filter((name) => name !== 'reference_department' && request[name] === '');
    return Object.fromEntries(missing.map((name) => [name, '']));
  }
  if (code === 'text_too_long' && field !== 'reference_email')
    return { [field]: tooLong(fieldTexts[field], longest[field]) };
  return { [field]: refusalTexts[code].detail ?? refusalTexts[code].title };
}

/** Shows why a vouch was not saved. The draft stays. */
function onError(error: unknown): Problems<DraftField> {
  if (hasCode(error, 'invalid_email', 'own_address')) return { reference_email: error.detail ?? error.title };
  // The draft was sent with other content from another tab.
  if (hasCode(error, 'id_taken')) changeVouchDraft({ id: newId(), sentAs: undefined });
  showFailed(copy.failed, hasCode(error, 'id_taken') ? undefined : error, about);
  return {};
}

function showSent({ email, reference_name: name }: Vouch): void {
  const { sent } = copy;
  if (email === null) toast({ title: sent.title, description: sent.detail(name) });
  else if (email === 'failed')
    toast({ title: sent.emailFailed, description: sent.emailFailedDetail, tone: 'danger' });
  else toast({ title: sent.saved, description: sent[email], duration: 8000 });
}

function useVouchForm(scope: Scope, onSent: (vouch: Vouch) => void) {
  const queries = useQueryClient();
  return useForm<DraftField>({
    fields: draftFields,
    about,
    check,
    onError,
    async send() {
      const ready = readyVouchDraft();
      if (!ready) return;
      const { id, files } = ready;
      const input = Object.fromEntries(draftFields.map((field) => [field, ready[field]])) as VouchInput;
      const vouch = await withRetries(() => call('POST /api/vouches', { body: { id, ...input } }));
      putVouch(queries, scope, vouch);
      uploadVouchFiles(queries, scope, id, files);
      dropSentDraft(ready);
      showSent(vouch);
      onSent(vouch);
      // It counts the messages that wait for the verification.
      if (vouch.email === 'held') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

type Props = { scope: Scope; draft: VouchDraft; onSent: (vouch: Vouch) => void };

/** The form that requests a vouch. The draft lives in the store, so closing the dialog loses nothing. */
export function VouchDialog({ scope, draft, onSent }: Props) {
  const formId = useId();
  const [first] = useState(draft);
  const { files, lostFiles } = useOpenDraft() ?? first;
  const form = useVouchForm(scope, onSent);
  /** What the labels, inputs and drafts of a field have in common. */
  const field = (name: DraftField) => ({ error: form.problems[name], invalid: name in form.problems });
  const input = (name: DraftField) => ({
    name,
    defaultValue: first[name],
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      changeVouchDraft({ [name]: currentTarget.value }),
  });
  const text = (name: DraftField) => (control: FieldControl) => <TextInput {...control} {...input(name)} />;
  const area = (name: DraftField) => (control: FieldControl) => (
    <TextArea {...control} {...input(name)} rows={3} />
  );

  return (
    <Dialog
      open
      onClose={closeVouchForm}
      title={copy.title}
      description={copy.about}
      footer={
        <Button variant="primary" type="submit" form={formId} busy={form.busy}>
          {copy.send}
        </Button>
      }
    >
      <form
        {...form.props}
        id={formId}
        className="grid gap-5"
        onInput={() => Object.keys(form.problems).length > 0 && form.clearProblems()}
      >
        <Field label={copy.project} {...field('project_name')}>
          {text('project_name')}
        </Field>
        <Field label={copy.context} hint={copy.contextHint} {...field('project_context')}>
          {area('project_context')}
        </Field>
        <Field label={copy.contribution} hint={copy.contributionHint} {...field('individual_contribution')}>
          {area('individual_contribution')}
        </Field>
        <Group label={copy.reference}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            <Field label={copy.name} {...field('reference_name')}>
              {text('reference_name')}
            </Field>
            <Field label={copy.email} hint={copy.emailHint} {...field('reference_email')}>
              {(control) => <AddressInput {...control} {...input('reference_email')} suggest="teammates" />}
            </Field>
            <Field label={copy.position} hint={copy.positionHint} {...field('reference_position')}>
              {text('reference_position')}
            </Field>
            <Field label={copy.department} {...field('reference_department')}>
              {text('reference_department')}
            </Field>
          </div>
        </Group>
        <FilePicker
          rules={vouchFileRules}
          files={files}
          lost={lostFiles}
          onChange={(chosen) => changeVouchDraft({ files: chosen, lostFiles: [] })}
        />
        <p className="text-meta font-normal text-ink-2">{copy.publicNote}</p>
      </form>
    </Dialog>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-rule pt-4">
      <legend className="float-start mb-4 w-full text-ui font-[740]">{label}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
