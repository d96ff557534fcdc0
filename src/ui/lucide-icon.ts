// Takes the place of the library's own `createLucideIcon` in the build: it renders the same element for the props that we
// use, without the library's other props, its context and its class names.
import { createElement, type SVGProps } from 'react';

type IconData = { node: [tag: string, attributes: Record<string, string>][] };
type Props = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number | string };

const hasName = (props: object) =>
  Object.keys(props).some((key) => key === 'role' || key === 'title' || key.startsWith('aria-'));

/** The component of one of the library's icons. It is hidden from screen readers unless it has a name. */
export default function createLucideIcon({ node }: IconData) {
  return ({ size = 24, strokeWidth = 2, ...rest }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(!hasName(rest) && { 'aria-hidden': 'true' }),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
