import { postForm, type FormRefusal } from '#platform/http/post-form.ts';
import { find } from './find.ts';

/** Makes the dialog work in which visitors sign up for the tips (R-K2). */
export function startTips(root: HTMLElement): void {
  const dialog = root as HTMLDialogElement;
  const form = find(dialog, 'form', HTMLFormElement);
  const email = find(form, '[name=email]', HTMLInputElement);
  const problem = find(form, '[role=alert]');
  const button = find(form, '[type=submit]', HTMLButtonElement);
  const sent = find(dialog, '[data-sent]');
  const sentTitle = find(sent, '[data-sent-title]');

  /** How sending ended while the dialog was closed: shown when it is opened again. */
  let unseen: 'sent' | 'failed' | undefined;

  const showForm = (shows: boolean) => {
    form.hidden = !shows;
    sent.hidden = shows;
    sentTitle.textContent = shows ? '' : sentTitle.dataset['text']!;
  };
  for (const opener of document.querySelectorAll<HTMLElement>('[data-tips]'))
    opener.onclick = () => {
      showForm(unseen !== 'sent');
      if (unseen === undefined && button.ariaDisabled !== 'true') {
        problem.textContent = '';
        email.ariaInvalid = null;
      }
      dialog.showModal();
      if (unseen === 'sent') find(sent, '[data-close]').focus();
      else email.focus();
      unseen = undefined;
    };
  for (const close of dialog.querySelectorAll<HTMLElement>('[data-close]'))
    close.onclick = () => dialog.close();

  const finish = (refusal: FormRefusal | null) => {
    button.ariaDisabled = null;
    if (!dialog.open) unseen = refusal ? 'failed' : 'sent';
    problem.textContent = refusal ? (refusal.detail ?? dialog.dataset['failed']!) : '';
    if (refusal?.code === 'email_required' || refusal?.code === 'invalid_email') {
      email.ariaInvalid = 'true';
      email.focus();
    }
    if (refusal) return;
    email.value = '';
    showForm(false);
    find(sent, '[data-close]').focus();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    email.ariaInvalid = null;
    problem.textContent = '';
    void postForm('/api/functions/v1/email-signup', Object.fromEntries([...new FormData(form)])).then(finish);
  };
}
