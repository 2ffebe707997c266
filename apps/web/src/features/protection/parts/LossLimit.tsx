import { decimalCompare, decimalDivide, decimalMultiply, formatMoney, plotNumber, trimZeros } from '@bourse/money';
import type { Protection } from '@bourse/protocol';
import { Amount, Button, Confirm, hiddenAmount, Meter, NumberField, toast, useUi } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { cache, call, readKey, useAction, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { effectOf, limitProblem } from '../model.ts';
import styles from '../Protection.module.css';

/** The loss in one UTC day after which nothing more can be opened. */
export function LossLimit({ limit }: { limit: Protection['lossLimit'] }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  /** `undefined`: no question is open. `null`: the customer asks to remove the limit. */
  const [asking, setAsking] = useState<string | null | undefined>(undefined);
  const figure = (value: string) => (amountsHidden ? hiddenAmount : `${formatMoney(value, { locale, decimals: 2 })} USDT`);
  const save = useAction(async (daily: string | null) => {
    const after = await call('PUT system/protection/loss-limit', { daily }, { noMsg: true });
    cache.write(readKey('GET system/protection/get', {}), after);
    setAsking(undefined);
    setText('');
    setTried(false);
    toast('success', t('protection.limitSaved'));
  });
  const problem = limitProblem(text);
  const effect = asking === undefined ? 'same' : effectOf(limit.daily, asking);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem) setAsking(trimZeros(text));
  };
  return (
    <>
      <h2 className={styles.head}>{t('protection.lossLimit')}</h2>
      <section className={styles.box} aria-label={t('protection.lossLimit')}>
        <p className={styles.text}>{t('protection.lossLimitText')}</p>
        <Used limit={limit} />
        {limit.pendingFrom !== null && (
          <p className={styles.running}>
            {limit.pending === null
              ? t('protection.pendingNone', { time: formatTime(limit.pendingFrom, 'dateTime', zone) })
              : t('protection.pending', { amount: figure(limit.pending), time: formatTime(limit.pendingFrom, 'dateTime', zone) })}
          </p>
        )}
        <form className={styles.form} onSubmit={submit} noValidate>
          <NumberField
            label={t('protection.newLimit')}
            value={text}
            onChange={(value) => {
              setText(value);
              setTried(false);
            }}
            decimals={2}
            asset="USDT"
            unit="USDT"
            error={tried && problem ? t(`protection.limit_${problem}`) : undefined}
          />
          <div className={styles.buttons}>
            <Button type="submit">{t('protection.setLimit')}</Button>
            {limit.daily !== null && (
              <Button kind="outline" onClick={() => setAsking(null)}>
                {t('protection.removeLimit')}
              </Button>
            )}
          </div>
        </form>
      </section>
      <Confirm
        open={asking !== undefined}
        onClose={() => {
          save.clear();
          setAsking(undefined);
        }}
        title={asking === null ? t('protection.removeTitle') : t('protection.limitTitle', { amount: figure(asking ?? '0') })}
        confirm={t(asking === null ? 'protection.removeLimit' : 'protection.setLimit')}
        cancel={t('common.cancel')}
        busy={save.busy}
        onConfirm={() => asking !== undefined && void save.run(asking)}
      >
        <p>{t(`protection.effect_${effect}`)}</p>
        {asking !== null && asking !== undefined && <p>{t('protection.limitMeans')}</p>}
        {save.error && <p role="alert">{save.error.message}</p>}
      </Confirm>
    </>
  );
}

function Used({ limit }: { limit: Protection['lossLimit'] }) {
  const t = useT();
  const zone = useTimeZone();
  if (limit.daily === null)
    return (
      <p>
        <b>{t('protection.noLimit')}</b>
      </p>
    );
  const share = decimalCompare(limit.daily, '0') > 0 ? plotNumber(decimalDivide(decimalMultiply(limit.used, '100'), limit.daily, 2)) : 100;
  return (
    <div className={styles.meter}>
      <p>
        <span>{t('protection.usedToday')}</span>
        <b>
          <Amount value={limit.used} decimals={2} fraction="plain" /> /{' '}
          <Amount value={limit.daily} decimals={2} unit="USDT" fraction="plain" />
        </b>
      </p>
      <Meter label={t('protection.usedToday')} share={share} tone="warn" />
      <p className={styles.text}>{t('protection.resets', { time: formatTime(limit.resetsAt, 'dateTime', zone) })}</p>
    </div>
  );
}
