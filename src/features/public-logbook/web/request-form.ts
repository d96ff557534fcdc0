// The form of a public page that asks a reference to confirm a vouch (R-F4): plain DOM code, because the page has no app.
// The server renders it. Without this script its buttons stay hidden.
import { postForm, type FormRefusal } from '#platform/http/post-form.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { watchCoveredEdges } from '#ui/covered-edges.ts';

const dialog = document.querySelector('dialog');
const form = dialog?.querySelector('form');

/** How long a message is shown, in milliseconds. */
const shownMs = { plain: 4000, danger: 8000 };
let hiding: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a message, which screen readers announce: in the dialog while it is open, because it covers everything else.
 * The message that the form was sent is shown after the dialog has closed.
 */
function showToast(tone: keyof typeof shownMs, title: string, detail: string): void {
  const hosts = [...document.querySelectorAll<HTMLElement>('[data-toast]')];
  const host = hosts.find((one) => one.dataset['toast'] === tone && dialog!.contains(one) === dialog!.open);
  const lines = host?.querySelectorAll('p');
  if (!host || !lines) return;
  const hide = () => hosts.forEach((one) => (one.hidden = true));
  clearTimeout(hiding);
  hide();
  host.hidden = false;
  lines[0]!.textContent = title;
  lines[1]!.textContent = detail;
  hiding = setTimeout(hide, shownMs[tone]);
}

watchCoveredEdges();

if (dialog && form) {
  let vouchId = '';
  const texts = dialog.dataset;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;

  for (const opener of document.querySelectorAll<HTMLElement>('[data-ask]')) {
    opener.classList.remove('invisible');
    opener.onclick = () => {
      vouchId = opener.dataset['ask'] ?? '';
      dialog.querySelector('[data-reference]')!.textContent = opener.dataset['reference'] ?? '';
      dialog.showModal();
      form.querySelector('input')!.focus();
    };
  }
  dialog.querySelectorAll<HTMLElement>('[data-close]').forEach((close) => {
    close.onclick = () => dialog.close();
  });

  const point = (field: HTMLInputElement | HTMLTextAreaElement) => {
    field.ariaInvalid = 'true';
    field.focus();
  };

  const finish = (refusal: FormRefusal | null) => {
    button.ariaDisabled = null;
    if (refusal?.code === 'invalid_email') point(form.querySelector<HTMLInputElement>('[type=email]')!);
    if (!refusal) {
      form.querySelector('textarea')!.value = '';
      dialog.close();
    }
    const [title, detail] = refusal
      ? [refusal.title ?? texts['failed'], refusal.detail ?? texts['failedDetail']]
      : [texts['sent'], texts['sentDetail']];
    showToast(refusal ? 'danger' : 'plain', title!, detail!);
  };

  form.onsubmit = (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]')];
    const empty = fields.filter(({ value }) => isBlank(value));
    for (const field of fields) field.ariaInvalid = null;
    if (empty.length > 0) {
      // The first one gets the focus.
      empty.toReversed().forEach(point);
      return showToast('danger', texts['empty']!, texts['emptyDetail']!);
    }
    button.ariaDisabled = 'true';
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    void postForm('/api/vouch_verification_requests', { vouch_id: vouchId, ...values }).then(finish);
  };
}
