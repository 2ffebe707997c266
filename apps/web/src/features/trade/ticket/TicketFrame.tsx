import type { ButtonKind } from '@bourse/ui';
import type { FormEventHandler, ReactNode, RefObject } from 'react';
import { useT } from '../../../i18n/index.ts';
import { GatedButton, type TicketGate } from './GatedButton.tsx';
import { SubmissionNote } from './SubmissionNote.tsx';
import type { Accepted } from './submission.ts';
import styles from './Ticket.module.css';
import type { useSubmission } from './useSubmission.ts';

type Props = {
  symbol: string;
  /** In the terminal's panel; otherwise in a sheet. */
  dense: boolean;
  form?: RefObject<HTMLFormElement | null> | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  gate: TicketGate;
  order: ReturnType<typeof useSubmission>;
  /** The field that shows the refusal: then the note does not repeat it. */
  refusedField: string | undefined;
  /** A further step after a refusal. */
  remedy?: ReactNode;
  /** What the order costs. */
  costs?: ReactNode;
  /** The ticket holds the size of a next order. */
  sized: boolean;
  /** What became of the accepted order. It stands in the place of the costs until a next order has a size. */
  result: (accepted: Accepted) => ReactNode;
  /** A refusal that the exchange foresees and that belongs to no field. */
  warning?: string | null | undefined;
  disabled?: boolean | undefined;
  buying: boolean;
  /** False: the wallet does not cover the order. */
  holds?: boolean | undefined;
  /** Figures that stay visible above the button. */
  figures?: ReactNode;
  /** The remaining balance, under the button. */
  after?: ReactNode;
  /** The button's label: exactly what it sends. */
  sentence: string;
  /** The order that was sent, which sending again repeats. */
  sent?: string | undefined;
  /** Instead of the fields: what is wrong with the order, and whether its cost is known. It is not sent before that. */
  slip?: { problems: readonly string[]; previewed: boolean } | undefined;
  /** The product's fields. */
  children: ReactNode;
};

/** The form of every ticket. The product supplies fields and costs; sending an order and showing its outcome is the same for all. */
export function TicketFrame({
  symbol,
  dense,
  form,
  onSubmit,
  order,
  warning = null,
  refusedField,
  buying,
  holds = true,
  sentence,
  slip,
  ...props
}: Props) {
  const t = useT();
  const { submission, again, forget } = order;
  const kind: ButtonKind = !holds ? 'outline' : buying ? 'up' : 'down';
  return (
    <form
      ref={form}
      className={styles.ticket}
      data-dense={dense}
      onSubmit={onSubmit}
      noValidate
      aria-label={t('trade.ticketFor', { symbol })}
    >
      {slip
        ? slip.problems.map((problem) => (
            <p key={problem} className={styles.foreseen} role="status">
              {problem}
            </p>
          ))
        : props.children}
      {submission.state === 'accepted' && !props.sized ? props.result(submission) : props.costs}
      {warning !== null && (
        <p className={styles.foreseen} role="status">
          {warning}
        </p>
      )}
      <GatedButton
        {...{ submission, kind, dense }}
        gate={props.gate}
        disabled={props.disabled || (slip && !(slip.previewed && slip.problems.length === 0))}
        note={
          <SubmissionNote
            submission={submission}
            field={refusedField}
            sent={props.sent}
            onAgain={again}
            onForget={forget}
            remedy={props.remedy}
          />
        }
        figures={props.figures}
        after={props.after}
      >
        {sentence}
      </GatedButton>
    </form>
  );
}
