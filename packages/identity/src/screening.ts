import { type NameParts, nameSimilarity, partsOf, similarEnough } from './names.ts';

/** An entry of a sanctions list. */
export interface ListedPerson {
  /** The list's own number of the entry. */
  id: string;
  /** Names and aliases as printed. Those in other scripts than Latin are not compared. */
  names: readonly string[];
  /** Years of birth that the list gives; empty: none are known. */
  birthYears: readonly number[];
  /** Addresses of coins, as printed. */
  addresses: readonly string[];
}

/** Somebody who may be on a list. */
export interface Hit {
  id: string;
  /** The listed name that is most similar; of an address, the address. */
  matched: string;
  /** From `similarEnough` to 1. */
  similarity: number;
}

interface Indexed {
  person: ListedPerson;
  name: string;
  parts: NameParts;
}

/** A birth year off by this much may be a mistake of the list. */
const yearsOff = 1;
/** Share of the pairs of letters of a name that a similar one has at least. Lower finds no more; `screening.test.ts` compares with a look at every name. */
const sharedAtLeast = 0.3;

/** Lists of people and addresses that must not be served. Names are found by their pairs of letters, so one look costs no walk through all lists. */
export class Screening {
  private readonly indexed: Indexed[] = [];
  private readonly byPair = new Map<string, number[]>();
  private readonly byAddress = new Map<string, string>();

  constructor(people: Iterable<ListedPerson>) {
    for (const person of people) {
      for (const address of person.addresses) this.byAddress.set(addressKey(address), person.id);
      for (const name of person.names)
        for (const parts of waysOf(name)) {
          const at = this.indexed.push({ person, name, parts }) - 1;
          for (const pair of pairsOf(parts)) {
            const list = this.byPair.get(pair);
            if (list) list.push(at);
            else this.byPair.set(pair, [at]);
          }
        }
    }
  }

  /** Entries that may be this person, the most similar first. `birthYear` undefined: of any age. */
  person(name: string, birthYear: number | undefined): Hit[] {
    const best = new Map<string, Hit>();
    for (const parts of waysOf(name))
      for (const { person, name: matched, parts: listed } of this.candidates(parts)) {
        if (birthYear !== undefined && !mayBeBornIn(person, birthYear)) continue;
        const similarity = nameSimilarity(parts, listed);
        if (similarity < similarEnough || similarity <= (best.get(person.id)?.similarity ?? 0)) continue;
        best.set(person.id, { id: person.id, matched, similarity });
      }
    return [...best.values()].sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
  }

  /** The entry that has this very address. */
  address(address: string): Hit | undefined {
    const id = this.byAddress.get(addressKey(address));
    return id === undefined ? undefined : { id, matched: address, similarity: 1 };
  }

  private *candidates(parts: NameParts): Generator<Indexed> {
    const pairs = pairsOf(parts);
    const shared = new Map<number, number>();
    for (const pair of pairs) for (const at of this.byPair.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    for (const [at, count] of shared) {
      const indexed = this.indexed[at]!;
      // Whoever has fewer words decides: a list may name more of them, or fewer.
      if (count >= sharedAtLeast * Math.min(pairs.size, pairsOf(indexed.parts).size)) yield indexed;
    }
  }
}

/** Addresses of EVM chains are the same in capital and small letters. */
const addressKey = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address.trim());

const mayBeBornIn = ({ birthYears }: ListedPerson, year: number): boolean =>
  birthYears.length === 0 || birthYears.some((listed) => Math.abs(listed - year) <= yearsOff);

/** A name with Ä, Ö, Ü and Å spelled either way. */
function waysOf(name: string): NameParts[] {
  const [spelled, plain] = [partsOf(name), partsOf(name, { plain: true })];
  if (spelled.length === 0) return [];
  return spelled.join(' ') === plain.join(' ') ? [spelled] : [spelled, plain];
}

/** Pairs of letters that stand beside each other, and the first letter of each word. */
function pairsOf(parts: NameParts): Set<string> {
  const pairs = new Set<string>();
  for (const part of parts) {
    pairs.add(` ${part[0]}`);
    for (let at = 0; at + 1 < part.length; at += 1) pairs.add(part.slice(at, at + 2));
  }
  return pairs;
}
