import Plus from 'lucide-react/icons/plus';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createLucideIcon from './lucide-icon.ts';

const Own = createLucideIcon({
  node: [
    ['path', { d: 'M5 12h14' }],
    ['path', { d: 'M12 5v14' }],
  ],
});

/** The attributes in any order, without the library's class names. */
function shown(element: Parameters<typeof renderToStaticMarkup>[0]): string {
  const [tag = '', ...rest] = renderToStaticMarkup(element)
    .replace(/lucide(-plus)? ?/g, '')
    .replace(' class=""', '')
    .split('>');
  return [tag.match(/[\w-]+="[^"]*"/gi)?.toSorted(), ...rest].join('>');
}

test.each([
  [{}],
  [{ size: 16, className: 'text-ink-3' }],
  [{ size: 40, strokeWidth: 1.25 }],
  [{ 'aria-label': 'Reminder' }],
  [{ role: 'img' }],
  [{ 'aria-hidden': true }],
] as const)('an icon of the build looks like that of the library with %j', (props) => {
  expect(shown(createElement(Own, props))).toBe(shown(createElement(Plus, props)));
});
