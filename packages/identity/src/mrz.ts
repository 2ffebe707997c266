import { partsOf, transliterated } from './names.ts';

/** A passport (`TD3`: 2 lines of 44) or a card (`TD1`: 3 lines of 30; `TD2`: 2 lines of 36), as its owner typed it in. */
export interface TravelDocument {
  form: 'TD1' | 'TD2' | 'TD3';
  /** One or two letters: `P` for passports, otherwise `I`, `A` or `C` and a second one or none. */
  type: string;
  /** Three letters of ISO 3166, or a shorter code of ICAO such as `D`. */
  issuer: string;
  nationality: string;
  surname: string;
  givenNames: string;
  number: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  expiryDate: string;
  sex: 'F' | 'M' | 'X';
  /** What the issuer adds of its own, such as a personal number. */
  optional?: string;
}

/** The lines of a machine-readable zone. */
export type Zone = readonly string[];

const filler = '<';

/** Check digit of ICAO Doc 9303, part 3, section 4.9: weights 7, 3, 1; letters count from A = 10; the filler is 0. */
export function checkDigit(text: string): string {
  const weights = [7, 3, 1] as const;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    const value = letter === filler ? 0 : Number.parseInt(letter, 36);
    if (Number.isNaN(value)) throw new RangeError(`${letter} does not stand in a machine-readable zone.`);
    sum += value * weights[at % 3]!;
  }
  return String(sum % 10);
}

/** The letters and digits of a text, without marks. */
const plain = (text: string): string => transliterated(text).replace(/[^A-Z0-9]/g, '');
/** Cut or filled to a length. */
const fit = (text: string, length: number): string => text.slice(0, length).padEnd(length, filler);
/** `YYMMDD`. */
const dateOf = (date: string): string => `${date.slice(2, 4)}${date.slice(5, 7)}${date.slice(8, 10)}`;
const withDigit = (text: string): string => text + checkDigit(text);

function namesIn({ surname, givenNames }: TravelDocument, length: number): string {
  const given = partsOf(givenNames);
  const whole = partsOf(surname).join(filler) + (given.length > 0 ? `${filler}${filler}${given.join(filler)}` : '');
  return fit(whole, length);
}

/** A number of more than nine characters goes on in the optional field of a card, and its check digit with it. */
function numberIn({ number, optional = '' }: TravelDocument, optionalLength: number): { number: string; optional: string } {
  const whole = plain(number);
  const rest = plain(optional);
  if (whole.length <= 9) return { number: withDigit(fit(whole, 9)), optional: fit(rest, optionalLength) };
  return { number: whole.slice(0, 9) + filler, optional: fit(`${whole.slice(9)}${checkDigit(whole)}${filler}${rest}`, optionalLength) };
}

const sexIn = ({ sex }: TravelDocument): string => (sex === 'X' ? filler : sex);

/** The zone that a document with these data must show (ICAO Doc 9303, parts 4 to 6). */
export function zoneOf(document: TravelDocument): Zone {
  const type = fit(plain(document.type), 2);
  const issuer = fit(plain(document.issuer), 3);
  const nationality = fit(plain(document.nationality), 3);
  const birth = withDigit(dateOf(document.birthDate));
  const expiry = withDigit(dateOf(document.expiryDate));
  const sex = sexIn(document);
  if (document.form === 'TD3') {
    const number = withDigit(fit(plain(document.number), 9));
    const personal = fit(plain(document.optional ?? ''), 14);
    // An empty personal number has no check digit.
    const personalDigit = /[^<]/.test(personal) ? checkDigit(personal) : filler;
    const over = `${number}${birth}${expiry}${personal}${personalDigit}`;
    return [
      `${type}${issuer}${namesIn(document, 39)}`,
      `${number}${nationality}${birth}${sex}${expiry}${personal}${personalDigit}${checkDigit(over)}`,
    ];
  }
  if (document.form === 'TD2') {
    const { number, optional } = numberIn(document, 7);
    const over = `${number}${birth}${expiry}${optional}`;
    return [`${type}${issuer}${namesIn(document, 31)}`, `${number}${nationality}${birth}${sex}${expiry}${optional}${checkDigit(over)}`];
  }
  const { number, optional } = numberIn(document, 15);
  const second = fit('', 11);
  const over = `${number}${optional}${birth}${expiry}${second}`;
  return [
    `${type}${issuer}${number}${optional}`,
    `${birth}${sex}${expiry}${nationality}${second}${checkDigit(over)}`,
    namesIn(document, 30),
  ];
}

/** A field that cannot be on such a document. */
export type ZoneProblem =
  | { field: 'surname' | 'givenNames' | 'number'; problem: 'latin' | 'empty' | 'tooLong' }
  | { field: 'birthDate' | 'expiryDate'; problem: 'date' | 'expired' | 'future' }
  | { field: 'type' | 'issuer' | 'nationality'; problem: 'code' };

const isDate = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
};

/** What is wrong with typed data. `today`: `YYYY-MM-DD`. */
export function zoneProblems(document: TravelDocument, today: string): ZoneProblem[] {
  const problems: ZoneProblem[] = [];
  const text = (field: 'surname' | 'givenNames' | 'number', most: number, optional = false) => {
    const value = document[field].trim();
    const kept = field === 'number' ? plain(value) : partsOf(value).join('');
    if (value === '') {
      if (!optional) problems.push({ field, problem: 'empty' });
    } else if (kept === '' || /[^ -\u024F\u1E00-\u1EFF’]/u.test(value)) problems.push({ field, problem: 'latin' });
    else if ((field === 'number' ? kept : value).length > most) problems.push({ field, problem: 'tooLong' });
  };
  text('surname', 80);
  // Some people have one name only.
  text('givenNames', 80, true);
  text('number', document.form === 'TD3' ? 9 : document.form === 'TD2' ? 14 : 22);
  for (const field of ['birthDate', 'expiryDate'] as const)
    if (!isDate(document[field])) problems.push({ field, problem: 'date' });
    else if (field === 'birthDate' && document.birthDate >= today) problems.push({ field, problem: 'future' });
    else if (field === 'expiryDate' && document.expiryDate < today) problems.push({ field, problem: 'expired' });
  if (!(document.form === 'TD3' ? /^P[A-Z]?$/ : /^[AIC][A-Z]?$/).test(document.type)) problems.push({ field: 'type', problem: 'code' });
  for (const field of ['issuer', 'nationality'] as const)
    if (!/^[A-Z]{1,3}$/.test(document[field])) problems.push({ field, problem: 'code' });
  return problems;
}

/** A place where two zones differ. Lines and places count from 0. */
export interface Difference {
  line: number;
  place: number;
  expected: string;
  shown: string;
}

/** Where a zone that somebody reads off a photo differs from the computed one. Letters and digits that look alike count as what is expected there. */
export function differencesOf(expected: Zone, shown: Zone): Difference[] {
  const differences: Difference[] = [];
  for (let line = 0; line < Math.max(expected.length, shown.length); line += 1) {
    const [want, have] = [expected[line] ?? '', (shown[line] ?? '').toUpperCase().replace(/\s/g, '')];
    for (let place = 0; place < Math.max(want.length, have.length); place += 1) {
      const [one, other] = [want[place] ?? '', have[place] ?? ''];
      if (one !== other && !looksLike(one, other)) differences.push({ line, place, expected: one, shown: other });
    }
  }
  return differences;
}

const alike = ['0O', '1I', '5S', '8B', '2Z'];
const looksLike = (a: string, b: string): boolean => a !== '' && b !== '' && alike.some((pair) => pair.includes(a) && pair.includes(b));
