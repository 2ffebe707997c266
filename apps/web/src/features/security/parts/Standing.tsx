import type { SecurityState } from '@bourse/protocol';
import { cx, IconClock, IconInfo, IconShield, IconWarning } from '@bourse/ui';
import { useNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../security.module.css';

/** How well the account is protected, with the one next step, and what waits. */
export function Standing({ state }: { state: SecurityState }) {
  return (
    <>
      {state.payouts && <Held {...state.payouts} />}
      <NextStep state={state} />
    </>
  );
}

function Held({ heldUntil, reason }: NonNullable<SecurityState['payouts']>) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <section className={cx(styles.state, styles.held)} aria-labelledby="payouts-held">
      <IconClock size={20} aria-hidden />
      <h2 id="payouts-held">
        {heldUntil === null ? t('security.heldLocked') : t('security.heldUntil', { time: formatTime(heldUntil, 'dateTime', zone) })}
      </h2>
      <p>{t(`security.heldWhy_${reason}`)}</p>
      {heldUntil !== null && <Left until={heldUntil} />}
    </section>
  );
}

function Left({ until }: { until: number }) {
  const t = useT();
  const minutes = Math.max(0, Math.ceil((until - useNow()) / 60_000));
  return <p className={styles.clock}>{t('security.heldLeft', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</p>;
}

function NextStep({ state }: { state: SecurityState }) {
  const t = useT();
  const pay = state.payPassword.setAt !== null;
  const factor = state.totp.setAt !== null || state.passkeys.count > 0;
  const [good, title, text] =
    !pay && !factor
      ? [false, t('security.strength_none'), t('security.strength_noneText')]
      : !pay || !factor
        ? [false, t('security.strength_one'), t(pay ? 'security.strength_oneText_factor' : 'security.strength_oneText_pay')]
        : state.recoveryCodes.left === 0
          ? [false, t('security.strength_codes'), t('security.strength_codesText')]
          : [true, t('security.strength_good'), t('security.strength_goodText')];
  const Icon = good ? IconShield : pay && factor ? IconInfo : IconWarning;
  return (
    <section className={cx(styles.state, good && styles.good)} aria-labelledby="security-standing">
      <Icon size={20} aria-hidden />
      <h2 id="security-standing">{title}</h2>
      <p>{text}</p>
    </section>
  );
}
