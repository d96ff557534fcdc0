import { afterEach, expect, it, vi } from 'vitest';
import { arrowStep } from './reading-direction.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['ltr', 1, -1],
  ['rtl', -1, 1],
])('where pages are %s, the right arrow leads by %i and the left one by %i', (dir, right, left) => {
  vi.stubGlobal('document', { dir });
  expect([arrowStep('ArrowRight'), arrowStep('ArrowLeft'), arrowStep('Home')]).toEqual([
    right,
    left,
    undefined,
  ]);
});
