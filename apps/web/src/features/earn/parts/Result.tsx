import { Button } from '@bourse/ui';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { Outcome } from '../../deals/Outcome.tsx';
import { useHolding } from '../reads.ts';
import type { SubscribeState } from '../useSubscribe.ts';
import { dayOf, useFigures } from '../words.ts';

type Settled = Extract<SubscribeState, { step: 'done' | 'unknown' | 'missing' }>;
type Props = { state: Settled; asset: string; onHolding: (id: string) => void; onAgain: () => void; onSend: () => void };

/** What became of a subscription. */
export function Result({ state, asset, onHolding, onAgain, onSend }: Props) {
  const t = useT();
  return (
    <div role="status">
      <Outcome
        step={state.step}
        title={t('earn.doneTitle')}
        unknownText={t('earn.unknownText')}
        missingTitle={t('earn.missingTitle')}
        {...{ onAgain, onSend }}
      >
        {state.step === 'done' && <Done {...{ state, asset, onHolding, onAgain }} />}
      </Outcome>
    </div>
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
          : `${own(state.input.amount)} ${asset}`}
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
