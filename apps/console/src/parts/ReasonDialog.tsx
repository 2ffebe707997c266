import { Button, Dialog, TextArea } from '@bourse/ui';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from '../Console.module.css';
import { whyOf } from '../data/api.ts';
import { t } from '../words.ts';

/**
 * Says what an act does, asks for its reason, and does it. A refusal stays beside the form; nothing that was typed is lost. The keyboard begins at the reason, or
 * at a field before it that asks for it; Enter does the act, except where it cannot be taken back.
 */
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
  const form = useId();
  const able = ready && !busy && reason.trim().length >= 3;
  const run = (event: FormEvent) => {
    event.preventDefault();
    if (!able) return;
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
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a composition (Chinese, Japanese) belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || danger) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <div className={styles.actions}>
          <Button type="submit" form={form} kind={danger ? 'danger' : 'solid'} busy={busy} disabled={!able}>
            {t('console.confirm')}
          </Button>
          <Button kind="outline" onClick={onClose}>
            {t('console.cancel')}
          </Button>
        </div>
      }
    >
      <form id={form} onSubmit={run}>
        <p>{text}</p>
        {children}
        <TextArea
          label={label ?? t('console.reason')}
          hint={label ? undefined : t('console.reasonHint')}
          value={reason}
          onChange={setReason}
          onKeyDown={keys}
          maxLength={500}
          data-autofocus
        />
        {problem && (
          <strong className={styles.problem} role="alert">
            {problem}
          </strong>
        )}
      </form>
    </Dialog>
  );
}
