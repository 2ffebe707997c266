import { BadDefinition } from './declare.ts';

/** Declarations at the places of their numbers. Throws when two share a number or a name. */
export function byNumber<T extends { number: number; kind: string }>(what: string, declarations: readonly T[]): readonly (T | undefined)[] {
  const list: (T | undefined)[] = [];
  const kinds = new Set<string>();
  for (const declaration of declarations) {
    const { number, kind } = declaration;
    const taken = list[number];
    if (taken !== undefined) throw new BadDefinition(`${what} ${kind} reuses number ${number} of ${taken.kind}`);
    if (kinds.has(kind)) throw new BadDefinition(`two ${what}s are called ${kind}`);
    kinds.add(kind);
    list[number] = declaration;
  }
  return Array.from({ length: list.length }, (_, number) => list[number]);
}
