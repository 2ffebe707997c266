import type { Tree } from './tree.ts';
import { writtenFrom } from './written.ts';

export interface DifferenceLine {
  /** `same` stands in both versions, `old` only in the earlier, `new` only in the later one. */
  kind: 'same' | 'old' | 'new';
  text: string;
}

/** Lines beyond which two versions are not compared line by line. The size of a body keeps real texts far below. */
const linesAtMost = 2_000;

/** What differs between two versions, line by line: the longest common run of lines stays, as in a comparison of files. */
export function differenceOf(before: Tree, after: Tree): DifferenceLine[] {
  const lines = (tree: Tree) => writtenFrom(tree).split('\n').filter(Boolean).slice(0, linesAtMost);
  const [old, fresh] = [lines(before), lines(after)];
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = fresh.length - 1; b >= 0; b -= 1)
      common[a * width + b] =
        old[a] === fresh[b] ? common[(a + 1) * width + b + 1]! + 1 : Math.max(common[(a + 1) * width + b]!, common[a * width + b + 1]!);
  const made: DifferenceLine[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < fresh.length) {
    if (a < old.length && b < fresh.length && old[a] === fresh[b]) {
      made.push({ kind: 'same', text: old[a]! });
      a += 1;
      b += 1;
    } else if (b >= fresh.length || (a < old.length && common[(a + 1) * width + b]! >= common[a * width + b + 1]!)) {
      made.push({ kind: 'old', text: old[a]! });
      a += 1;
    } else {
      made.push({ kind: 'new', text: fresh[b]! });
      b += 1;
    }
  }
  return made;
}
