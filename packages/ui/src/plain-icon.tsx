import { createElement, type SVGProps } from 'react';

type IconData = { name: string; node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };
export type PlainIconProps = SVGProps<SVGSVGElement> & { size?: number | string };

/**
 * Draws an icon of the icon set without the set's own runtime (contexts, class names, absolute strokes), which weighs more than the icons
 * of a first screen. The build replaces the runtime with this file.
 */
export default function plainIcon({ name, node }: IconData) {
  // biome-ignore lint/correctness/noComponentHookFactories: this is the set's factory, called once per icon when its module loads
  const Icon = ({ size = 24, strokeWidth = 2, ...rest }: PlainIconProps) =>
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
        'aria-hidden': rest['aria-label'] || rest.role ? undefined : true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  Icon.displayName = name;
  return Icon;
}
