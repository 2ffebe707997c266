import { Button, IconCheck, IconClock } from '@bourse/ui';
import { useEffect, useRef } from 'react';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useHolding } from '../reads.ts';
import type { SubscribeState } from '../useSubscribe.ts';
import { dayOf, useFigures } from '../words.ts';
import styles from './Form.module.css';

type Settled = Extract<SubscribeState, { step: 'done' | 'unknown' | 'missing' }>;
type Props = { state: Settled; asset: string; onHolding: (id: string) => void; onAgain: () => void; onSend: () => void };

/** What became of a subscription. The focus goes to its title, because the pressed button is gone. */
export function Result({ state, asset, onHolding, onAgain, onSend }: Props) {
  const t = useT();
  const title = useRef<HTMLHeadingElement>(null);
  const { step } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own title
  useEffect(() => title.current?.focus({ preventScroll: true }), [step]);
  const done = step === 'done';
  return (
    <section className={styles.result} role="status">
      <div className={done ? styles.done : styles.unknown}>
        {done ? <IconCheck size={22} strokeWidth={2.25} aria-hidden /> : <IconClock size={22} aria-hidden />}
      </div>
      <h3 ref={title} tabIndex={-1} className={styles.title}>
        {t(done ? 'earn.doneTitle' : step === 'missing' ? 'earn.missingTitle' : 'funds.unknownTitle')}
      </h3>
      {done ? (
        <Done {...{ state, asset, onHolding, onAgain }} />
      ) : (
        <>
          <p className={styles.text}>{t(step === 'missing' ? 'common.noRecord' : 'earn.unknownText')}</p>
          {step === 'missing' && (
            <div className={styles.buttons}>
              <Button kind="outline" size="large" onClick={onAgain}>
                {t('common.cancel')}
              </Button>
              <Button size="large" onClick={onSend}>
                {t('funds.sendAgain')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

type DoneProps = Pick<Props, 'asset' | 'onHolding' | 'onAgain'> & { state: Extract<Settled, { step: 'done' }> };
function Done({ state, asset, onHolding, onAgain }: DoneProps) {
  const t = useT();
  const { own } = useFigures();
  const id = state.answer?.id;
  const holding = lastValue(useHolding(id ?? ''))?.holding;
  return (
    <>
      <p className={styles.figure}>
        {holding
          ? t('earn.done', { amount: own(holding.deposited), asset, day: dayOf(holding.firstDay) })
          : `${own(state.wish.amount)} ${asset}`}
      </p>
      {id === undefined && <p className={styles.text}>{t('earn.doneText')}</p>}
      <div className={styles.buttons}>
        <Button kind="outline" size="large" onClick={onAgain}>
          {t('earn.another')}
        </Button>
        {id !== undefined && (
          <Button size="large" onClick={() => onHolding(id)}>
            {t('earn.see')}
          </Button>
        )}
      </div>
    </>
  );
}
