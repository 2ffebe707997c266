import { type ErrorName, errorByCode } from '@bourse/protocol/errors';
import { type FormEvent, useState } from 'react';
import { refusalText } from '../../../i18n/sentences.ts';
import type { Problem } from './checks.ts';
import type { Submission } from './submission.ts';

interface Parts<Draft, Field extends string> {
  /** The content of each field; '' for empty. */
  given: Record<Field, string>;
  change: (part: Partial<Draft>) => void;
  found: readonly Problem<Field>[];
  /** The field at which a refusal is shown; undefined: above the button. */
  fieldOf: (name: ErrorName | undefined) => Field | undefined;
  /** A refusal that the exchange foresees for the present input. */
  foreseen?: { code: number; msg: string } | null | undefined;
  submission: Submission;
  forget: () => void;
  /** The order is well-formed. */
  onReady: () => void;
}

/** Which problem each field of a ticket shows, and when an order can be sent. */
export function useTicketForm<Draft, Field extends string>(parts: Parts<Draft, Field>) {
  const { given, change, found, fieldOf, foreseen = null, submission, forget, onReady } = parts;
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState<readonly Field[]>([]);
  const update = (part: Partial<Draft>, field?: Field) => {
    change(part);
    if (field && !touched.includes(field)) setTouched([...touched, field]);
    if (submission.state === 'rejected' || submission.state === 'accepted') forget();
  };
  const refusedField = submission.state === 'rejected' ? fieldOf(submission.name) : undefined;
  const foreseenField = foreseen ? fieldOf(errorByCode(foreseen.code)) : undefined;
  /** Complain about an empty field only after an attempt to send. */
  const errorAt = (field: Field): string | undefined => {
    if (submission.state === 'rejected' && refusedField === field) return submission.message;
    const problem = found.find((known) => known.field === field);
    if (problem) return tried || (touched.includes(field) && given[field] !== '') ? refusalText(problem.name, problem.detail) : undefined;
    return foreseen && given[field] !== '' && foreseenField === field ? foreseen.msg : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const first = found[0];
    setTried(first !== undefined);
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`[name=${first.field}]`)?.focus();
    setTouched([]);
    onReady();
  };
  /** Everything that is wrong with the order, for a slip: it has no fields that would say it. */
  const problems: readonly string[] =
    submission.state === 'rejected' && refusedField !== undefined
      ? [submission.message]
      : found.length > 0
        ? found.map(({ name, detail }) => refusalText(name, detail))
        : foreseen && foreseenField !== undefined
          ? [foreseen.msg]
          : [];
  /** A foreseen refusal that belongs to no field. */
  const warning = foreseen && foreseenField === undefined && submission.state === 'idle' ? foreseen.msg : null;
  return { update, errorAt, submit, refusedField, warning, problems };
}
