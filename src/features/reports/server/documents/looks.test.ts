import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { barLook, look, styleSheet } from './looks.ts';

describe('the style sheet of reports', () => {
  it('contains no characters that HTML escapes, so that its hash is that of the element', () => {
    expect(renderToStaticMarkup(createElement('style', null, styleSheet))).toBe(
      `<style>${styleSheet}</style>`,
    );
  });

  it('says the same as the style attributes', () => {
    const { className, style } = look('entry', 'next');
    expect(className).toBe('entry next');
    expect(style).toMatchObject({ padding: '6px 0', borderTop: '1px solid #ccdbd1' });
    expect(styleSheet).toMatch(/^\.entry\{padding:6px 0;font:400 15px\/22px .*;overflow-wrap:anywhere\}$/m);
    expect(styleSheet).toContain('\n.next{border-top:1px solid #ccdbd1}\n');
  });
});

it('bars grow with their part, and the smallest is visible', () => {
  expect([0.001, 0.125, 0.13, 0.5, 1].map(barLook)).toEqual(['bar4', 'bar4', 'bar8', 'bar16', 'bar32']);
});
