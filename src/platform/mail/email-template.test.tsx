import { expect, test } from 'vitest';
import { renderEmail } from './email-template.tsx';
import { mailStyle } from './mail-style.ts';
import { dark, light } from '../colors/colors.ts';
import { Action, Paragraph, QuietAction, Quote } from './pieces.tsx';

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
    new Set([
      'html',
      'head',
      'meta',
      'title',
      'style',
      'body',
      'table',
      'tbody',
      'tr',
      'td',
      'h1',
      'p',
      'br',
      'a',
    ]),
  );
  expect(html).not.toMatch(/\b(src|background|on\w+)=|url\(/);
});

test('each element with a color has one for each theme, and all text has a contrast of at least 4.5', () => {
  const { html } = renderEmail(
    {
      ...email,
      content: [
        ...email.content.props.children,
        <QuietAction key="q" href="https://log.example">
          Stop
        </QuietAction>,
      ],
    },
    frame,
  );
  const colored = [...html.matchAll(/<[a-z0-9]+([^>]*style="[^"]*(?:color|background|border)[^>]*)>/g)];
  expect(colored.length).toBeGreaterThan(10);
  const missing = colored.flatMap(([element]) => {
    const [, name] = / class="(\w+)"/.exec(element) ?? [];
    const rule = new RegExp(`\\.${name}\\{([^}]*)\\}`).exec(mailStyle)?.[1] ?? '';
    const styled = / style="([^"]*)"/.exec(element)![1]!;
    return ['color', 'background', 'border-left']
      .filter((property) => new RegExp(`(^|;)${property}:`).test(styled) && !rule.includes(property))
      .map((property) => `${property} of ${element}`);
  });
  expect(missing).toEqual([]);
  for (const theme of [light, dark]) {
    const { ink, 'ink-2': inkSoft, paper, sheet, sunken, primary, 'on-primary': onPrimary } = theme;
    const pairs = [
      ...[ink, inkSoft].flatMap((text) => [paper, sheet].map((under) => [text, under] as const)),
      ...([
        [ink, sunken],
        [onPrimary, primary],
      ] as const),
    ];
    expect(pairs.filter(([text, under]) => contrast(text, under) < 4.5)).toEqual([]);
  }
});

/** The contrast of two colors by WCAG. */
function contrast(...pair: [string, string]): number {
  const [light, dark] = pair.map(luminance).toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = color.match(/[0-9a-f]{2}/g)!.map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('rendering an email with a tag that is not a piece throws', () => {
  expect(() => renderEmail({ ...email, content: <div>words</div> }, frame)).toThrow(/pieces/);
  const nested = (
    <Paragraph>
      <b>words</b>
    </Paragraph>
  );
  expect(() => renderEmail({ ...email, content: nested }, frame)).toThrow(/plain text/);
});
