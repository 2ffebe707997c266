import { TextField } from '@bourse/ui';
import { useEffect, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { codeDigits } from '../model/identity.ts';
import { clock, type Resend, secondsLeft } from '../model/resend.ts';
import styles from './CodeField.module.css';

/** Ticks once a second until the moment, then stops. */
export function useCountdown(untilMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === undefined ? 0 : secondsLeft(untilMs, now);
}

export type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  sent: Resend;
  /** Returns to the sending step, because each message needs a new captcha. */
  onAgain: () => void;
};

/** A six-digit code that phones fill in from the message, with a countdown until another can be requested. */
export function CodeField({ value, onChange, error, sent, onAgain }: CodeFieldProps) {
  const t = useT();
  const left = useCountdown(sent.againAtMs);
  return (
    <TextField
      label={t('account.code')}
      value={value}
      onChange={(text) => onChange(codeDigits(text))}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      maxLength={12}
      required
      data-autofocus
      trailing={
        <button type="button" className={styles.again} disabled={left > 0} onClick={onAgain}>
          {left > 0 ? t('account.againIn', { time: clock(left) }) : t('account.again')}
        </button>
      }
    />
  );
}
