import { type TravelDocument, type ZoneProblem, zoneProblems } from '@bourse/identity';
import { type IdentityPart, partsNeeded } from '@bourse/protocol';
import type { CallInput } from '@bourse/protocol/calls';

/** What the customer has filled in so far. */
export interface Draft {
  surname: string;
  givenNames: string;
  birthDate: string;
  nationality: string;
  residence: string;
  address: string;
  form: TravelDocument['form'];
  issuer: string;
  number: string;
  expiryDate: string;
  sex: TravelDocument['sex'];
  pictures: Partial<Record<IdentityPart, string>>;
}
export type DraftField = Exclude<keyof Draft, 'pictures' | 'form' | 'sex'>;

export const emptyDraft: Draft = {
  ...{ surname: '', givenNames: '', birthDate: '', nationality: '', residence: '', address: '' },
  ...{ form: 'TD3', issuer: '', number: '', expiryDate: '', sex: 'X', pictures: {} },
};

const codeOf = (text: string) => text.trim().toUpperCase();

export const documentOf = (draft: Draft): TravelDocument => ({
  ...{ form: draft.form, type: draft.form === 'TD3' ? 'P' : 'I', issuer: codeOf(draft.issuer), nationality: codeOf(draft.nationality) },
  ...{ surname: draft.surname.trim(), givenNames: draft.givenNames.trim(), number: draft.number.trim() },
  ...{ birthDate: draft.birthDate, expiryDate: draft.expiryDate, sex: draft.sex },
});

export type DraftProblem = ZoneProblem['problem'] | 'choose' | 'short';
export type DraftProblems = Partial<Record<DraftField, DraftProblem>>;

const addressAtLeast = 5;

/** What is missing or wrong, by field. `today`: `YYYY-MM-DD`. */
export function problemsOf(draft: Draft, today: string): DraftProblems {
  const problems: DraftProblems = {};
  for (const { field, problem } of zoneProblems(documentOf(draft), today)) if (field !== 'type') problems[field] ??= problem;
  if (draft.residence === '') problems.residence = 'choose';
  if (draft.address.trim().length < addressAtLeast) problems.address = 'short';
  return problems;
}

/** Whether the zone can be computed: everything that stands in it is there. */
export const zoneReady = (draft: Draft, today: string): boolean => zoneProblems(documentOf(draft), today).length === 0;

export const missingPictures = ({ pictures }: Draft, level: 1 | 2): IdentityPart[] =>
  partsNeeded[level].filter((part) => pictures[part] === undefined);

export function inputOf(draft: Draft, level: 1 | 2): CallInput<'POST pay/realname/create'> {
  const { surname, givenNames, birthDate, nationality, ...document } = documentOf(draft);
  return {
    ...{ level, surname, givenNames, birthDate, nationality, residence: draft.residence, address: draft.address.trim(), document },
    evidence: Object.entries(level === 2 ? draft.pictures : {}).map(([part, id]) => ({ part: part as IdentityPart, id })),
  };
}

const storageKey = 'identity_draft';

/** The draft of this tab: a reload loses nothing, and closing the tab or signing out forgets it. */
export function keptDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...emptyDraft, ...kept } : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(storageKey, JSON.stringify(draft));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // A browser without storage keeps the draft while the page is open.
  }
}
