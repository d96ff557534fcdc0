// The icons are those of Lucide (https://lucide.dev, see icons/license.txt), each in a file, so that a page loads only its own.
import { createElement, type ReactElement, type SVGProps } from 'react';

/** A line, by its `d`, or another shape. */
type Shape =
  | string
  | [tag: 'circle' | 'rect' | 'line' | 'polyline' | 'path', attributes: Record<string, string>];

/** Decorative, unless it has a name. `size`: pixels. */
export type Icon = (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactElement;

/** Makes the component of an icon from its shapes, on a square of 24 by 24. */
export const icon =
  (...shapes: Shape[]): Icon =>
  ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        ...{ width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' },
        ...{ strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' },
        ...props,
      },
      ...shapes.map((shape) =>
        typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape),
      ),
    );
