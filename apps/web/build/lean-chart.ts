/**
 * The chart library registers every indicator and drawing tool it knows, so that none can be shaken out. Those we do not offer are taken off its
 * two lists before it is bundled; a list that is not found stops the build, because then the library has changed.
 */
import type { Plugin } from 'vite';

const unusedIndicators = [
  'averagePrice',
  'awesomeOscillator',
  'bias',
  'brar',
  'bullAndBearIndex',
  'currentRatio',
  'differentOfMovingAverage',
  'directionalMovementIndex',
  'easeOfMovementValue',
  'momentum',
  'priceAndVolumeTrend',
  'psychologicalLine',
  'simpleMovingAverage',
  'tripleExponentiallySmoothedAverage',
  'volumeRatio',
];
const unusedOverlays = [
  'horizontalRayLine',
  'horizontalSegment',
  'verticalRayLine',
  'verticalSegment',
  'simpleAnnotation',
  'simpleTag',
  'brush',
];

/** A list such as `var extensions = [a, b, c];` without some of its names. */
export function withoutNames(code: string, list: RegExp, names: readonly string[]): string {
  const found = list.exec(code);
  if (!found) throw new Error(`the chart library has no list like ${list}`);
  const kept = found[2]!
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !names.includes(name));
  return code.replace(found[0], `${found[1]}[${kept.join(', ')}]`);
}

export function leanChart(): Plugin {
  return {
    name: 'bourse-lean-chart',
    apply: 'build',
    transform(code, id) {
      if (!/klinecharts\/dist\/index\.esm\.js$/.test(id)) return;
      const fewer = withoutNames(code, /(var extensions\$2 = )\[([^\]]*)\]/, unusedIndicators);
      return { code: withoutNames(fewer, /(var extensions = )\[([^\]]*)\]/, unusedOverlays), map: null };
    },
  };
}
