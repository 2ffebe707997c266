/** Acknowledged commands and the leaves that cover them, until the keeper of evidence takes them: a page that is left at once loses none. */
import { emit } from '../events.ts';
import { type Shelf, shelf } from '../storage.ts';

export interface ToldLeaf {
  /** The customer who was told. */
  owner: string;
  commandId: string;
  /** As `demo/812`. */
  leaf: string;
  /** Milliseconds since 1970. */
  toldAt: number;
}

const place = 'bourse.leaves';
const keptAtMost = 200;

let own: Shelf | undefined;
const kept = (): Shelf => {
  own ??= shelf('localStorage');
  return own;
};

function read(): ToldLeaf[] {
  try {
    return JSON.parse(kept().getItem(place) ?? '[]') as ToldLeaf[];
  } catch {
    return [];
  }
}

export function tellLeaf(told: ToldLeaf): void {
  kept().setItem(place, JSON.stringify([...read(), told].slice(-keptAtMost)));
  emit('leaf', {});
}

export function takeLeaves(): ToldLeaf[] {
  const leaves = read();
  kept().removeItem(place);
  return leaves;
}
