import { describe, expect, it } from 'vitest';
import { linkAsTyped, linkFromName, networkAddress, networks } from './share-rules.ts';

describe('the link in the share dialog', () => {
  it.each([
    ['Ada', 'ada'],
    ['Ada Example', 'ada-example'],
    ['ada ', 'ada-'],
    ['a \t\u00a0b', 'a-b'],
    ['Zoë_1', 'zoë_1'],
  ])('%j is shown as %j while the user types', (input, shown) => {
    expect(linkAsTyped(input)).toBe(shown);
    expect(linkAsTyped(shown)).toBe(shown);
  });

  it.each([
    ['  Ada  Maria Example ', 'ada-maria-example'],
    ['', ''],
    ['   ', ''],
  ])('of the name %j is suggested as %j', (name, suggested) => {
    expect(linkFromName(name)).toBe(suggested);
  });
});

it("every network's address contains exactly the link and the text", () => {
  const link = 'https://logbook.example/ada?x=1&y=2';
  const text = 'Look: 100% & more!';
  const found = networks.map((network) => {
    const address = networkAddress(network, link, text);
    expect(address).not.toContain('+');
    const { protocol, hostname, searchParams } = new URL(address);
    return [protocol, hostname, [...searchParams.values()].sort()];
  });
  expect(found).toEqual([
    ['https:', 'twitter.com', [text, link]],
    ['https:', 'www.linkedin.com', [text, link]],
    ['https:', 'www.facebook.com', [text, link]],
  ]);
});
