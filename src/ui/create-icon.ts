// Builds the icons of lucide-react in place of its own `createLucideIcon`, which also has settings for all icons at once, class
// names and aliases. Nothing here uses them, and they are 5 kB of every page before compression.
import { createElement, type SVGProps } from 'react';

type Shape = [tag: string, attributes: Record<string, string>];
type Props = SVGProps<SVGSVGElement> & { size?: number };

/** What an icon's file calls with its shapes. */
export default function createIcon({ node }: { node: Shape[] }) {
  return function Icon({ size = 24, ...rest }: Props) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
