/**
 * The chart library registers every indicator and drawing tool it knows, so that none can be shaken out. Those we do not offer are taken off its
 * two lists before it is bundled, and so are figures that only those draw, and its own keys, which are switched off here: the terminal has keys of its
 * own. Names that the library keeps for itself become short. What is not found stops the build, because then the library has changed.
 */
import { transform } from 'esbuild';
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

const unusedFigures = ['arc', 'path'];

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

const keyActions = /(var hotkeys = )\(_a = \{\},[^;]*?_a\)(;)/;
const keyHandler = /(_boundKeyBoardDownEvent = function \()event(\) \{)[\s\S]*?(\n {8}\};\n {8}this\._chart = chart;)/;

/** The library without what it does at a key. */
export function withoutKeys(code: string): string {
  if (!keyActions.test(code) || !keyHandler.test(code)) throw new Error('the chart library handles keys in another way');
  return code.replace(keyActions, '$1{}$2').replace(keyHandler, '$1$2$3');
}

/** Private names start with one underscore. The library also writes this one as a text. */
const spokenName = /^_prevIndicator$/;
export const withShortNames = async (code: string): Promise<string> =>
  (await transform(code, { target: 'esnext', mangleProps: /^_[a-zA-Z]/, reserveProps: spokenName })).code;

export function leanChart(): Plugin {
  return {
    name: 'bourse-lean-chart',
    apply: 'build',
    async transform(code, id) {
      if (!/klinecharts\/dist\/index\.esm\.js$/.test(id)) return;
      const lists = [
        [/(var extensions\$2 = )\[([^\]]*)\]/, unusedIndicators],
        [/(var extensions\$1 = )\[([^\]]*)\]/, unusedFigures],
        [/(var extensions = )\[([^\]]*)\]/, unusedOverlays],
      ] as const;
      const fewer = lists.reduce((text, [list, names]) => withoutNames(text, list, names), code);
      return { code: await withShortNames(withoutKeys(fewer)), map: null };
    },
  };
}
