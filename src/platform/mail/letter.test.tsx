import { expect, test } from 'vitest';
import { renderLetter } from './letter.tsx';
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

const letter = {
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

test('both parts say the same words', () => {
  const { html, text } = renderLetter(letter, frame);
  expect(text).toBe(`A shoutout

Hello.

> First <b>line</b>
> second & last

Open it:
https://log.example/x?a=1&b=2

Yours, Ada

--

Ada wrote to you. Our & Log: https://log.example

Stop all mails to this address: https://log.example/mail/stop?to=a&sign=b
`);
  expect(html).toContain('First &lt;b&gt;line&lt;/b&gt;<br/>second &amp; last');
  expect(html).toContain('href="https://log.example/x?a=1&amp;b=2"');
  for (const words of ['Hello.', 'Open it', 'Yours, Ada', 'Ada wrote to you.', 'Our &amp; Log'])
    expect(html).toContain(words);
});

test('a mail is made of known elements only, with nothing to fetch or run', () => {
  const { html } = renderLetter(letter, frame);
  const names = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name));
  expect(names).toEqual(
    new Set(['html', 'head', 'meta', 'title', 'body', 'table', 'tbody', 'tr', 'td', 'h1', 'p', 'br', 'a']),
  );
  expect(html).not.toMatch(/\b(src|background|on\w+)=|url\(/);
});

test('a tag that is no piece would be missing from the text part, so it is refused', () => {
  expect(() => renderLetter({ ...letter, content: <div>words</div> }, frame)).toThrow(/pieces/);
  const nested = (
    <Paragraph>
      <b>words</b>
    </Paragraph>
  );
  expect(() => renderLetter({ ...letter, content: nested }, frame)).toThrow(/plain words/);
});
