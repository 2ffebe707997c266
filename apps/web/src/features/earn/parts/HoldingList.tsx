import { decimalSign } from '@bourse/money';
import type { EarnHolding } from '@bourse/protocol';
import { Amount, EmptyState, IconCoins, List, Row, Segmented } from '@bourse/ui';
import { useState } from 'react';
import { serverNow } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Lists.module.css';
import { neat } from '../../funds/model/figures.ts';
import { Paged } from '../../history/parts/Paged.tsx';
import { type Status, useHoldings } from '../reads.ts';
import { dayOf, nameOf, useFigures } from '../words.ts';

type Props = { chosen: string | undefined; onChoose: (id: string) => void };

/** Own holdings in pages: those that earn, or those that ended. */
export function HoldingList({ chosen, onChoose }: Props) {
  const t = useT();
  const [status, setStatus] = useState<Status>('earning');
  const [page, setPage] = useState(1);
  const remote = useHoldings(status, page);
  const earning = status === 'earning';
  return (
    <section className={styles.section} aria-label={t('earn.holdings')}>
      <h2 className={styles.head}>{t('earn.holdings')}</h2>
      <div className={styles.choice}>
        <Segmented
          label={t('earn.holdings')}
          value={status}
          onChange={(next) => {
            setStatus(next);
            setPage(1);
          }}
          options={[
            { value: 'earning', label: t('earn.earning') },
            { value: 'ended', label: t('earn.ended') },
          ]}
        />
      </div>
      <Paged
        {...{ remote, page }}
        onPage={setPage}
        pick={(answer) => answer}
        empty={
          <EmptyState
            compact
            icon={<IconCoins size={28} strokeWidth={1.5} aria-hidden />}
            title={t(earning ? 'earn.noneEarning' : 'earn.noneEnded')}
          >
            {t(earning ? 'earn.noneEarningText' : 'earn.noneEndedText')}
          </EmptyState>
        }
      >
        {(list) => (
          <List label={t(earning ? 'earn.earning' : 'earn.ended')} className={styles.card}>
            {list.map((holding) => (
              <HoldingRow key={holding.id} {...{ holding }} chosen={holding.id === chosen} onChoose={() => onChoose(holding.id)} />
            ))}
          </List>
        )}
      </Paged>
    </section>
  );
}

function HoldingRow({ holding, chosen, onChoose }: { holding: EarnHolding; chosen: boolean; onChoose: () => void }) {
  const t = useT();
  const { own } = useFigures();
  const { state, asset, deposited, principal, earned, paid, firstDay, endsAt, renew } = holding;
  const earning = state === 'earning';
  const amount = earning ? principal : deposited;
  const interest = earning ? earned : paid;
  const next =
    serverNow() < firstDay && earning
      ? t('earn.earnsFrom', { day: dayOf(firstDay) })
      : endsAt === null
        ? undefined
        : t(earning ? (renew ? 'earn.renewsOn' : 'earn.endsOn') : 'earn.endedOn', { day: dayOf(endsAt) });
  return (
    <Row
      tall
      title={<bdi>{nameOf(t, holding)}</bdi>}
      under={next}
      end={<Amount value={amount} decimals={neat(amount)} unit={asset} />}
      endUnder={decimalSign(interest) > 0 && t('earn.earned', { amount: own(interest) })}
      goes
      {...{ chosen }}
      pressed={chosen}
      onClick={onChoose}
    />
  );
}
