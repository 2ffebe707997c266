import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListedPerson } from '@bourse/identity';
import { SaxesParser } from 'saxes';
import { z } from 'zod';

/** Where lists come from. `fictional` ships with the product, for trials: nobody on it exists. */
export const listSources = ['ofac', 'un', 'eu', 'fictional'] as const;
export type ListSource = (typeof listSources)[number];

/** A list as it was read. */
export interface SanctionsList {
  source: ListSource;
  /** As the list says; undefined when it does not. */
  issued: string | undefined;
  people: ListedPerson[];
}

/** A file that is no list of its source, or not a whole one. Nothing of it is taken. */
export class BadList extends Error {
  constructor(why: string) {
    super(`This is no list that can be used: ${why}`);
    this.name = 'BadList';
  }
}

/** The advanced list of OFAC has 120 MB. */
export const listBytesAtMost = 300 * 1024 * 1024;
const deepest = 64;
const entriesAtMost = 500_000;

/** Reads a list. Other work of the program goes on meanwhile. Throws a `BadList` that names what is wrong. */
export async function readList(source: ListSource, bytes: Uint8Array): Promise<SanctionsList> {
  if (bytes.length > listBytesAtMost) throw new BadList('it is larger than 300 MB.');
  const read = source === 'fictional' ? readOwn(bytes) : await readXml(source, bytes);
  if (read.people.length === 0) throw new BadList('nobody is on it.');
  return { source, ...read };
}

const own = z.strictObject({
  issued: z.string(),
  people: z.array(
    z.strictObject({
      id: z.string().min(1),
      names: z.array(z.string().min(1)).min(1),
      birthYears: z.array(z.number().int().min(1800).max(2200)),
      addresses: z.array(z.string()),
    }),
  ),
});

function readOwn(bytes: Uint8Array) {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadList('it is not JSON.');
  }
  const { success, data: list, error } = own.safeParse(data);
  if (!success) throw new BadList(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}.`);
  return list;
}

type Attributes = Readonly<Record<string, string>>;

/** What a source's format does with the elements of its list. `path` ends with the element itself, without prefixes. */
interface Format {
  readonly root: string;
  open(path: readonly string[], attributes: Attributes): void;
  close(path: readonly string[], text: string): void;
  issued: string | undefined;
  readonly people: ListedPerson[];
}

const formats: Record<Exclude<ListSource, 'fictional'>, () => Format> = { ofac: ofacAdvanced, un: unitedNations, eu: europeanUnion };

async function readXml(source: Exclude<ListSource, 'fictional'>, bytes: Uint8Array) {
  const format = formats[source]();
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  const texts: string[] = [];
  let whole = false;
  parser.on('doctype', () => {
    throw new BadList('it declares a document type.');
  });
  parser.on('error', (error) => {
    throw new BadList(`it is not well-formed: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    if (path.length === 0 && local !== format.root) throw new BadList(`it begins with ${local}, not with ${format.root}.`);
    if (path.length >= deepest) throw new BadList('its elements are nested too deeply.');
    path.push(local);
    texts.push('');
    format.open(path, attributes as Attributes);
    if (format.people.length > entriesAtMost) throw new BadList(`it has more than ${entriesAtMost} entries.`);
  });
  parser.on('text', (text) => {
    if (texts.length > 0) texts[texts.length - 1] += text;
  });
  parser.on('closetag', () => {
    format.close(path, texts.pop()?.trim() ?? '');
    path.pop();
    if (path.length === 0) whole = true;
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const piece = 1 << 16;
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      parser.write(decoder.decode(bytes.subarray(at, at + piece), { stream: true }));
      await nextTurn();
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof BadList ? error : new BadList('it is not UTF-8.');
  }
  if (!whole) throw new BadList('its end is missing.');
  const { issued, people } = format;
  return { issued, people };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const yearOf = (text: string | undefined): number[] => {
  const year = Number(/\b(\d{4})\b/.exec(text ?? '')?.[1]);
  return year > 1800 && year < 2200 ? [year] : [];
};
/** A list may name a span of years. */
const span = (from: readonly number[], to: readonly number[]): number[] => {
  const [first, last] = [from[0] ?? to[0], to[0] ?? from[0]];
  if (first === undefined || last === undefined || last < first || last - first > 40) return [...from, ...to];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
};
const once = <T>(list: readonly T[]): T[] => [...new Set(list)];

interface Draft {
  id: string;
  person: boolean;
  names: string[];
  years: number[];
  addresses: string[];
}
const draft = (id: string): Draft => ({ id, person: false, names: [], years: [], addresses: [] });

/** Of companies and ships only the addresses are kept: a customer is a person. */
function keep(people: ListedPerson[], { id, person, names, years, addresses }: Draft): void {
  const kept = person ? once(names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => name !== '')) : [];
  if (kept.length > 0 || addresses.length > 0) people.push({ id, names: kept, birthYears: once(years), addresses: once(addresses) });
}

/** The consolidated list of the United Nations Security Council. */
function unitedNations(): Format {
  const people: ListedPerson[] = [];
  let one = draft('');
  let names: string[] = [];
  let from: number[] = [];
  let to: number[] = [];
  const format: Format = {
    root: 'CONSOLIDATED_LIST',
    people,
    issued: undefined,
    open(path, attributes) {
      const name = path.at(-1);
      if (name === format.root) format.issued = attributes['dateGenerated'];
      if (name === 'INDIVIDUAL') [one, names] = [{ ...draft(''), person: true }, []];
      if (name === 'INDIVIDUAL_DATE_OF_BIRTH') [from, to] = [[], []];
    },
    close(path, text) {
      const [parent, name] = path.slice(-2);
      if (parent === 'INDIVIDUAL' && name === 'DATAID') one.id = text;
      if (parent === 'INDIVIDUAL' && /^(FIRST|SECOND|THIRD|FOURTH)_NAME$/.test(name ?? '')) names.push(text);
      if (parent === 'INDIVIDUAL_ALIAS' && name === 'ALIAS_NAME') one.names.push(text);
      if (parent === 'INDIVIDUAL_DATE_OF_BIRTH') {
        if (name === 'DATE' || name === 'YEAR') one.years.push(...yearOf(text));
        if (name === 'FROM_YEAR') from = yearOf(text);
        if (name === 'TO_YEAR') to = yearOf(text);
      }
      if (name === 'INDIVIDUAL_DATE_OF_BIRTH') one.years.push(...span(from, to));
      if (name === 'INDIVIDUAL') keep(people, { ...one, names: [names.join(' '), ...one.names] });
    },
  };
  return format;
}

/** The consolidated list of the European Union, version 1.1. */
function europeanUnion(): Format {
  const people: ListedPerson[] = [];
  let one = draft('');
  const format: Format = {
    root: 'export',
    people,
    issued: undefined,
    open(path, attributes) {
      const name = path.at(-1);
      if (name === 'export') format.issued = attributes['generationDate'];
      if (name === 'sanctionEntity') one = draft(attributes['euReferenceNumber'] || attributes['logicalId'] || '');
      if (path.at(-2) !== 'sanctionEntity') return;
      if (name === 'subjectType') one.person = attributes['code'] === 'person';
      if (name === 'nameAlias')
        one.names.push(attributes['wholeName'] || `${attributes['firstName'] ?? ''} ${attributes['lastName'] ?? ''}`);
      if (name === 'birthdate') {
        one.years.push(...yearOf(attributes['year'] ?? attributes['birthdate']));
        one.years.push(...span(yearOf(attributes['yearRangeFrom']), yearOf(attributes['yearRangeTo'])));
      }
    },
    close(path) {
      if (path.at(-1) === 'sanctionEntity') keep(people, one);
    },
  };
  return format;
}

/** `sdn_advanced.xml` of OFAC. Its features are numbers that the list itself explains, among them one for the addresses of each coin. */
function ofacAdvanced(): Format {
  const people: ListedPerson[] = [];
  const features = new Map<string, string>();
  const individuals = new Set<string>();
  let key = '';
  let individual = '';
  let [type, subType] = ['', ''];
  let one = draft('');
  let parts: string[] = [];
  let from: number[] = [];
  let to: number[] = [];
  let feature = '';
  const issue: string[] = [];
  const format: Format = {
    root: 'Sanctions',
    people,
    issued: undefined,
    open(path, attributes) {
      const name = path.at(-1);
      if (name === 'FeatureType' || name === 'PartyType') key = attributes['ID'] ?? '';
      if (name === 'PartySubType') [subType, type] = [attributes['ID'] ?? '', attributes['PartyTypeID'] ?? ''];
      if (name === 'PartySubType' && type === individual && individual !== '') individuals.add(subType);
      if (name === 'DistinctParty') one = draft(attributes['FixedRef'] ?? '');
      if (name === 'Profile') one.person = individuals.has(attributes['PartySubTypeID'] ?? '');
      if (name === 'DocumentedName') parts = [];
      if (name === 'Feature') feature = features.get(attributes['FeatureTypeID'] ?? '') ?? '';
      if (name === 'DatePeriod') [from, to] = [[], []];
    },
    close(path, text) {
      const [parent, name] = path.slice(-2);
      if (parent === 'DateOfIssue' && path.length === 3) issue.push(text.padStart(2, '0'));
      if (name === 'DateOfIssue' && path.length === 2) format.issued = issue.join('-');
      if (name === 'FeatureType') features.set(key, text);
      if (name === 'PartyType' && text === 'Individual') individual = key;
      if (name === 'NamePartValue') parts.push(text);
      if (name === 'DocumentedName') one.names.push(parts.join(' '));
      if (name === 'VersionDetail' && feature.startsWith('Digital Currency Address')) one.addresses.push(text);
      if (name === 'Year' && feature === 'Birthdate') (path.includes('Start') ? from : to).push(...yearOf(text));
      if (name === 'DatePeriod' && feature === 'Birthdate') one.years.push(...span(from.slice(0, 1), to.slice(-1)));
      if (name === 'DistinctParty') keep(people, one);
    },
  };
  return format;
}
