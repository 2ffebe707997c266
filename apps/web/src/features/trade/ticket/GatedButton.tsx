import { Button, type ButtonKind, buttonClass } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { Submission } from './submission.ts';
import styles from './Ticket.module.css';

/** Why nothing can be sent now: a sentence, or the visitor's buttons to sign in or open a demo account. */
export type TicketGate =
  | { open: true }
  | { open: false; why: string }
  | { open: false; why: string; visitor: { onDemo: () => void; busy: boolean; signIn: (className: string) => ReactNode } };

type Props = {
  gate: TicketGate;
  submission: Submission;
  kind: ButtonKind;
  dense: boolean;
  disabled?: boolean | undefined;
  /** What the last press led to. It stands beside the button, where a phone shows it without scrolling. */
  note?: ReactNode;
  /** Figures above the button. */
  figures?: ReactNode;
  /** The remaining balance, under the button. */
  after?: ReactNode;
  children: ReactNode;
};

/** Every ticket's button: it sends, says why it cannot, or offers a visitor to sign in. */
export function GatedButton({ gate, submission, kind, dense, disabled = false, note, figures, after, children }: Props) {
  const t = useT();
  const size = dense ? 'medium' : 'large';
  if (!gate.open && 'visitor' in gate)
    return (
      <div className={styles.send}>
        {note}
        <p className={styles.gate}>{gate.why}</p>
        <Button wide size={size} busy={gate.visitor.busy} onClick={gate.visitor.onDemo}>
          {t('trade.tryDemoShort')}
        </Button>
        {gate.visitor.signIn(buttonClass({ kind: 'outline', size, wide: true }))}
      </div>
    );
  const busy = submission.state === 'sent' || submission.state === 'unknown';
  return (
    <div className={styles.send}>
      {note}
      {figures}
      {!gate.open && <p className={styles.gate}>{gate.why}</p>}
      <Button type="submit" wide {...{ size, kind, busy }} disabled={disabled || !gate.open || submission.state === 'missing'}>
        {children}
      </Button>
      {after && gate.open && <p className={styles.after}>{after}</p>}
    </div>
  );
}
