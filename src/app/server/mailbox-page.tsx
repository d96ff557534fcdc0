import type { StillPage } from '#platform/http/still-page.ts';
import { language } from '#platform/text/language.ts';

export const mailboxPath = '/dev/mailbox';

export type ShownMail = {
  id: string;
  to: string;
  kind: string;
  subject: string;
  from_name: string;
  message_id: string;
  state: string;
  created_at: string;
  html: string;
  text: string;
};

const linkClass = 'text-primary underline';
const when = new Intl.DateTimeFormat(language.tag, { dateStyle: 'medium', timeStyle: 'medium' });

/** The list of emails, newest first. */
export function mailboxPage(mails: ShownMail[]): StillPage {
  const main = (
    <>
      <h1 className="text-title-phone md:text-title">Mailbox</h1>
      <p className="mt-2 text-ui text-ink-2">
        No SMTP server is set, so emails are kept here instead of being sent. Set SMTP_URL to send them. As
        JSON:{' '}
        <a href="/api/dev/mailbox" className={linkClass}>
          /api/dev/mailbox
        </a>
      </p>
      {mails.length === 0 && <p className="mt-2 text-ui text-ink-2">No emails yet.</p>}
      {mails.map((mail, at) => (
        <MailItem key={mail.id} mail={mail} open={at === 0} />
      ))}
    </>
  );
  return { status: 200, path: mailboxPath, title: 'Mailbox', main };
}

function MailItem({ mail, open }: { mail: ShownMail; open: boolean }) {
  const links = [...new Set(mail.text.match(/https?:\/\/\S+/g))];
  return (
    <article className="mt-4 rounded-sheet border border-rule bg-sheet p-4 wrap-anywhere">
      <h2 className="text-entry font-semibold">{mail.subject}</h2>
      <p className="mb-2 text-meta text-ink-2">
        From {mail.from_name} to {mail.to}, {when.format(new Date(mail.created_at))} ({mail.kind},{' '}
        {mail.state})
      </p>
      <details open={open}>
        <summary className="min-h-6 text-button">Email</summary>
        <iframe
          title={`Email: ${mail.subject}`}
          sandbox=""
          loading="lazy"
          srcDoc={mail.html}
          className="h-[600px] w-full"
        />
      </details>
      <details>
        <summary className="min-h-6 text-button">Plain text</summary>
        <pre className="bg-sunken p-4 text-button whitespace-pre-wrap">{mail.text}</pre>
      </details>
      <details open={open}>
        <summary className="min-h-6 text-button">Links</summary>
        <ul>
          {links.map((link) => (
            <li key={link}>
              <a href={link} className={linkClass}>
                {link}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
