import { expect, test } from 'vitest';
import { renderEmail } from './email-template.tsx';
import { Action, Paragraph, Quote } from './pieces.tsx';

const frame = {
  instanceName: 'Our & Log',
  appUrl: 'https://log.example',
  stopUrl: 'https://log.example/mail/stop?to=a&sign=b',
  subject: 'Subject',
};

function Signed({ name }: { name: string }) {
  return (
    <>
      <Paragraph>Yours, {name}</Paragraph>
    </>
  );
}

const email = {
  heading: 'A shoutout',
  content: (
    <>
      <Paragraph>Hello.</Paragraph>
      <Quote>{'First <b>line</b>\nsecond & last'}</Quote>
      {false}
      <Action href="https://log.example/x?a=1&b=2">Open it</Action>
      <Signed name="Ada" />
    </>
  ),
  why: 'Ada wrote to you.',
};

test('the HTML and text parts of an email have the same content', () => {
  const { html, text } = renderEmail(email, frame);
  expect(text).toBe(`A shoutout

Hello.

> First <b>line</b>
> second & last

Open it:
https://log.example/x?a=1&b=2

Yours, Ada

--

Ada wrote to you. Our & Log: https://log.example

Unsubscribe from all emails: https://log.example/mail/stop?to=a&sign=b
`);
  expect(html).toContain('First &lt;b&gt;line&lt;/b&gt;<br/>second &amp; last');
  expect(html).toContain('href="https://log.example/x?a=1&amp;b=2"');
  for (const fragment of ['Hello.', 'Open it', 'Yours, Ada', 'Ada wrote to you.', 'Our &amp; Log'])
    expect(html).toContain(fragment);
});

test('an email has only known elements, and nothing to fetch or run', () => {
  const { html } = renderEmail(email, frame);
  const names = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name));
  expect(names).toEqual(
    new Set(['html', 'head', 'meta', 'title', 'body', 'table', 'tbody', 'tr', 'td', 'h1', 'p', 'br', 'a']),
  );
  expect(html).not.toMatch(/\b(src|background|on\w+)=|url\(/);
});

test('rendering an email with a tag that is not a piece throws', () => {
  expect(() => renderEmail({ ...email, content: <div>words</div> }, frame)).toThrow(/pieces/);
  const nested = (
    <Paragraph>
      <b>words</b>
    </Paragraph>
  );
  expect(() => renderEmail({ ...email, content: nested }, frame)).toThrow(/plain text/);
});
