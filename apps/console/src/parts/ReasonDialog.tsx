import { Button, Dialog, TextArea } from '@bourse/ui';
import { type ReactNode, useState } from 'react';
import styles from '../Console.module.css';
import { whyOf } from '../data/api.ts';
import { t } from '../words.ts';

/** Says what an act does, asks for its reason, and does it. A refusal stays beside the form; nothing that was typed is lost. */
export function ReasonDialog({
  title,
  text,
  danger = false,
  open,
  onClose,
  onDo,
  children,
  ready = true,
  label,
}: {
  title: string;
  text: string;
  danger?: boolean;
  open: boolean;
  onClose: () => void;
  onDo: (reason: string) => Promise<unknown>;
  children?: ReactNode;
  ready?: boolean;
  /** What is written, where it is no reason. */
  label?: string;
}) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = () => {
    setBusy(true);
    setProblem('');
    onDo(reason.trim())
      .then(
        () => {
          setReason('');
          onClose();
        },
        (error: unknown) => setProblem(whyOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <div className={styles.actions}>
          <Button kind={danger ? 'danger' : 'solid'} busy={busy} disabled={!ready || reason.trim().length < 3} onClick={run}>
            {t('console.confirm')}
          </Button>
          <Button kind="outline" onClick={onClose}>
            {t('console.cancel')}
          </Button>
        </div>
      }
    >
      <p>{text}</p>
      {children}
      <TextArea
        label={label ?? t('console.reason')}
        hint={label ? undefined : t('console.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={500}
      />
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
    </Dialog>
  );
}
