import type { Loan } from '@bourse/protocol';
import { Amount, Chip, type ChipTone, EmptyState, IconCoins, List, Row } from '@bourse/ui';
import { type ReactNode, useState } from 'react';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Lists.module.css';
import { neat } from '../../funds/model/figures.ts';
import { Paged } from '../../history/parts/Paged.tsx';
import { type Status, useLoans } from '../reads.ts';
import { stateOf, useFigures } from '../words.ts';

type Props = { status: Status; chosen: string | undefined; onChoose: (id: string) => void; children?: ReactNode };

const empty = {
  all: ['loans.noneAll', 'loans.noneAllText'],
  running: ['loans.noneRunning', 'loans.noneRunningText'],
  ended: ['loans.noneEnded', 'loans.noneEndedText'],
} as const;

/** Own loans in pages, newest first. */
export function LoanList({ status, chosen, onChoose, children }: Props) {
  const t = useT();
  const [page, setPage] = useState(1);
  const remote = useLoans(status, page);
  const [title, text] = empty[status];
  return (
    <section className={styles.section} aria-label={t('loans.yours')}>
      <h2 className={styles.head}>{t('loans.yours')}</h2>
      {children}
      <Paged
        {...{ remote, page }}
        onPage={setPage}
        pick={(answer) => answer}
        empty={
          <EmptyState compact icon={<IconCoins size={28} strokeWidth={1.5} aria-hidden />} title={t(title)}>
            {t(text)}
          </EmptyState>
        }
      >
        {(list) => (
          <List label={t(`loans.${status}`)} className={styles.card}>
            {list.map((loan) => (
              <LoanRow key={loan.id} {...{ loan }} chosen={loan.id === chosen} onChoose={() => onChoose(loan.id)} />
            ))}
          </List>
        )}
      </Paged>
    </section>
  );
}

const tones: Record<ReturnType<typeof stateOf>, ChipTone> = {
  ...{
    waiting: 'warn',
    open: 'plain',
    called: 'error',
    repaid: 'ok',
    soldOff: 'error',
    declined: 'plain',
    lapsed: 'plain',
    cancelled: 'plain',
  },
};
export function StateChip({ loan }: { loan: Pick<Loan, 'state' | 'called'> }) {
  const t = useT();
  const state = stateOf(loan);
  return <Chip tone={tones[state]}>{t(`loans.state_${state}`)}</Chip>;
}

function LoanRow({ loan, chosen, onChoose }: { loan: Loan; chosen: boolean; onChoose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { share } = useFigures();
  const { asset, collateralAsset, lent, askedAt, live } = loan;
  const amount = live?.debt ?? lent;
  return (
    <Row
      tall
      title={
        <span className={styles.titled}>
          <bdi>{t('loans.named', { asset, collateral: collateralAsset })}</bdi>
          <StateChip {...{ loan }} />
        </span>
      }
      under={formatTime(askedAt, 'dateTime', zone)}
      end={<Amount value={amount} decimals={neat(amount)} unit={asset} />}
      endUnder={live?.share != null && <bdi>{share(live.share)}</bdi>}
      goes
      {...{ chosen }}
      pressed={chosen}
      onClick={onChoose}
    />
  );
}
