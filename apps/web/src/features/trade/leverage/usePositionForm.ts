import type { Preview } from '@bourse/protocol';
import { errorByCode, errorMessage } from '@bourse/protocol/errors';
import { type FormEvent, useEffect, useState } from 'react';
import { useLanguage } from '../../../i18n/index.ts';
import type { Submission } from '../ticket/submission.ts';
import { hasPassed, type PositionField, positionFieldOf, type positionProblems } from './check.ts';
import type { PositionDraft } from './draft.ts';
import type { Previewed } from './usePreview.ts';

type Parts = {
  draft: PositionDraft;
  change: (part: Partial<PositionDraft>) => void;
  found: ReturnType<typeof positionProblems>;
  preview: Previewed<Preview>;
  submission: Submission;
  forget: () => void;
  /** The order is well-formed: it may go, past whatever stands before it. */
  onReady: () => void;
};

/** What the ticket of a position does with its fields, alike for contracts and stocks: which problem shows where, and when an order may be sent. */
export function usePositionForm({ draft, change, found, preview, submission, forget, onReady }: Parts) {
  const language = useLanguage();
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState<readonly PositionField[]>([]);
  const update = (part: Partial<PositionDraft>, field?: PositionField) => {
    change(part);
    if (field && !touched.includes(field)) setTouched([...touched, field]);
    if (submission.state === 'rejected' || submission.state === 'accepted') forget();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer newer than the refusal can end it
  useEffect(() => {
    if (submission.state === 'rejected' && hasPassed(submission.name, preview.value)) forget();
  }, [preview.value]);

  const refusedField = submission.state === 'rejected' ? positionFieldOf(submission.name) : undefined;
  const foreseen = !preview.old && preview.value?.refusal ? preview.value.refusal : null;
  const foreseenField = foreseen ? positionFieldOf(errorByCode(foreseen.code)) : undefined;
  const given: Record<PositionField, string> = draft;
  /** An empty field is only complained about once somebody tried to send. */
  const errorAt = (field: PositionField): string | undefined => {
    if (submission.state === 'rejected' && refusedField === field) return submission.message;
    const problem = found.find((known) => known.field === field);
    if (problem)
      return tried || (touched.includes(field) && given[field] !== '') ? errorMessage(problem.name, language, problem.detail) : undefined;
    return foreseen && given[field] !== '' && foreseenField === field ? foreseen.msg : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const first = found[0];
    if (first) {
      setTried(true);
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${first.field}]`)?.focus();
      return;
    }
    setTried(false);
    setTouched([]);
    onReady();
  };
  /** A refusal that is foreseen and belongs to no field. */
  const warning = foreseen && foreseenField === undefined && submission.state === 'idle' ? foreseen.msg : null;
  return { update, errorAt, submit, refusedField, warning };
}
