import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { styleSource as reportStyle } from '#features/reports/server/documents/looks.ts';
import { dark, light } from '#platform/colors/colors.ts';
import { mailStyleSource } from '#platform/mail/mail-style.ts';

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

const style = `:root{color-scheme:light dark;--paper:${light.paper};--sheet:${light.sheet};--sunken:${light.sunken};--rule:${light.rule};--ink:${light.ink};--soft:${light['ink-2']};--margin:${light.margin};--link:${light.primary}}
@media (prefers-color-scheme:dark){:root{--paper:${dark.paper};--sheet:${dark.sheet};--sunken:${dark.sunken};--rule:${dark.rule};--ink:${dark.ink};--soft:${dark['ink-2']};--margin:${dark.margin};--link:${dark.primary}}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px "Schibsted Grotesk",system-ui,sans-serif}
main{max-width:57.5rem;margin:0 auto;padding:36px 16px 60px}h1{margin:0;font-size:28px;line-height:34px}
p,dd{color:var(--soft)}h2{margin:0;font-size:17px;line-height:24px}
article{margin-top:16px;padding:16px 20px;background:var(--sheet);border:1px solid var(--rule);border-left:3px solid var(--margin);border-radius:4px;overflow-wrap:anywhere}
article p{margin:2px 0 8px;font-size:14px;line-height:20px}summary{min-height:24px;cursor:pointer}
iframe{width:100%;height:30rem;border:1px solid var(--rule);background:white}
pre{overflow:auto;padding:12px;background:var(--sunken);white-space:pre-wrap;font-size:14px;line-height:20px}
a{color:var(--link)}a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}`;
const hash = createHash('sha256').update(style).digest('base64');
// Emails have their own style attributes and sheets. Their frames can neither run scripts nor submit forms.
const policy = `default-src 'none'; style-src-elem 'sha256-${hash}' ${mailStyleSource} ${reportStyle}; style-src-attr 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** The list of emails, newest first. */
export function mailboxPage(mails: ShownMail[], instanceName: string): { html: string; policy: string } {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`Mailbox - ${instanceName}`}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>
          <h1>Mailbox</h1>
          <p>
            No SMTP server is set, so emails are kept here instead of being sent. Set SMTP_URL to send them.
            As JSON: <a href="/api/dev/mailbox">/api/dev/mailbox</a>
          </p>
          {mails.length === 0 && <p>No emails yet.</p>}
          {mails.map((mail, at) => (
            <MailItem key={mail.id} mail={mail} open={at === 0} />
          ))}
        </main>
      </body>
    </html>,
  );
  return { html: `<!doctype html>${html}`, policy };
}

function MailItem({ mail, open }: { mail: ShownMail; open: boolean }) {
  const links = [...new Set(mail.text.match(/https?:\/\/\S+/g))];
  return (
    <article>
      <h2>{mail.subject}</h2>
      <p>
        From {mail.from_name} to {mail.to}, {when.format(new Date(mail.created_at))} ({mail.kind},{' '}
        {mail.state})
      </p>
      <details open={open}>
        <summary>Email</summary>
        <iframe title={`Email: ${mail.subject}`} sandbox="" loading="lazy" srcDoc={mail.html} />
      </details>
      <details>
        <summary>Plain text</summary>
        <pre>{mail.text}</pre>
      </details>
      <details open={open}>
        <summary>Links</summary>
        <ul>
          {links.map((link) => (
            <li key={link}>
              <a href={link}>{link}</a>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
