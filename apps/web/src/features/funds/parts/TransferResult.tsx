import { Amount, Button, buttonClass, Facts, IconCheck, IconClock } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import { walletLabel } from './labels.ts';
import styles from './TransferResult.module.css';
import type { TransferState } from './useTransfer.ts';

type Settled = Extract<TransferState, { draft: unknown }>;

/** The outcome of a transfer in the ledger's terms: done with its sequence, or still unknown and being looked up. */
export function TransferResult({ state, onAgain, onSend }: { state: Settled; onAgain: () => void; onSend: () => void }) {
  const t = useT();
  const { draft } = state;
  const done = state.step === 'done';
  return (
    <div className={styles.result} role="status">
      <div className={done ? styles.done : styles.unknown}>
        {done ? <IconCheck size={22} strokeWidth={2.25} aria-hidden /> : <IconClock size={22} aria-hidden />}
      </div>
      <h2 className={styles.title}>{done ? t('funds.transferred') : t('funds.unknownTitle')}</h2>
      <p className={styles.amount}>
        <Amount value={draft.amount} decimals={neat(draft.amount)} unit={draft.asset} />
      </p>
      {!done && <p className={styles.text}>{t(state.step === 'missing' ? 'common.noRecord' : 'funds.unknownText')}</p>}
      <Facts
        facts={[
          { key: 'from', name: t('funds.from'), value: walletLabel(t, draft.from) },
          { key: 'to', name: t('funds.to'), value: walletLabel(t, draft.to) },
          done
            ? { key: 'seq', name: t('funds.event'), value: <bdi>{state.seq}</bdi>, why: t('funds.eventWhy') }
            : {
                key: 'id',
                name: t('funds.commandId'),
                value: <bdi className={styles.id}>{state.commandId}</bdi>,
                why: t('funds.commandWhy'),
              },
        ]}
      />
      <div className={styles.buttons}>
        {done ? (
          <>
            <Link to="/funds/order_history" search={{ type: '5' }} className={buttonClass({ kind: 'outline', size: 'large', wide: true })}>
              {t('funds.seeLines')}
            </Link>
            <Button size="large" wide onClick={onAgain}>
              {t('funds.another')}
            </Button>
          </>
        ) : (
          state.step === 'missing' && (
            <>
              <Button kind="outline" size="large" wide onClick={onAgain}>
                {t('common.cancel')}
              </Button>
              <Button size="large" wide onClick={onSend}>
                {t('funds.sendAgain')}
              </Button>
            </>
          )
        )}
      </div>
    </div>
  );
}
