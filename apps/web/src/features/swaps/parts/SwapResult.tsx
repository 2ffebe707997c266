import { Button, buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { Outcome } from '../../deals/Outcome.tsx';
import { searchOf } from '../../receipt/address.ts';
import type { SwapState } from '../useSwap.ts';
import { useDoneSentence, useSwapRow } from './useSwapRow.ts';

type Settled = Extract<SwapState, { swap: unknown }>;
type Props = { state: Settled; onAgain: () => void; onSend: () => void };

/** What became of a swap. */
export function SwapResult({ state, onAgain, onSend }: Props) {
  const t = useT();
  return (
    <Outcome
      step={state.step}
      title={t('swaps.doneTitle')}
      level={2}
      unknownText={t('swaps.unknownText')}
      missingTitle={t('swaps.missingTitle')}
      {...{ onAgain, onSend }}
    >
      {state.step === 'done' && <Done state={state} onAgain={onAgain} />}
    </Outcome>
  );
}

function Done({ state, onAgain }: { state: Extract<Settled, { step: 'done' }>; onAgain: () => void }) {
  const t = useT();
  const said = useDoneSentence(state);
  const receipt = useSwapRow(state)?.receipt;
  return (
    <>
      <p className={styles.figure}>{said}</p>
      <div className={styles.buttons}>
        {receipt && (
          <Link
            to="/receipt"
            search={searchOf({ settlement: receipt })}
            className={buttonClass({ kind: 'outline', size: 'large', wide: true })}
          >
            {t('swaps.receipt')}
          </Link>
        )}
        <Button size="large" wide onClick={onAgain}>
          {t('swaps.again')}
        </Button>
      </div>
    </>
  );
}
