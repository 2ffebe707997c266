import { decimalSign, decimalSubtract, formatAmount, trimZeros } from '@bourse/money';
import type { Position, Preview } from '@bourse/protocol';
import { cx, type Fact, Facts, useUi } from '@bourse/ui';
import type { CallOutput, Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { CostBox } from '../leverage/CostBox.tsx';
import { isLong, isOpening, type PositionDraft } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { useCostFigures } from '../leverage/useCostFigures.tsx';
import type { Previewed } from '../leverage/usePreview.ts';
import ticket from '../ticket/Ticket.module.css';

type Props = {
  draft: PositionDraft;
  instrument: Instrument;
  preview: Previewed<Preview>;
  mine: Position | undefined;
  price: string | null;
  session: CallOutput<'GET stock/session'> | undefined;
  dense: boolean;
};

/** The costs of a stock order: the payment, the loan and its rate, fee and duty; for a sale, its result. */
export function StockCosts({ draft, instrument, preview, mine, price, session, dense }: Props) {
  const t = useT();
  const { locale } = useUi();
  const { shown, sum, nothing, priceText, figure, profitFact, money, rate } = useCostFigures(preview, instrument);
  const percent = (value: string) => `${formatAmount(trimZeros(value), { locale })}%`;
  const duty =
    session && decimalSign(session.stampDutyRate) > 0 ? t('leverage.stampDuty', { rate: percent(session.stampDutyRate) }) : undefined;
  const fee: Fact = {
    key: 'fee',
    name: t('trade.fee'),
    value: shown ? money(shown.fee) : nothing,
    why: shown ? [rate(instrument.takerFee), ...(duty ? [duty] : [])].join('; ') : undefined,
  };
  if (!isOpening(draft))
    return (
      <div className={cx(ticket.costs, preview.old && styles.old)}>
        <Facts dense={dense} facts={[profitFact(draft, mine, price), fee]} />
      </div>
    );
  const margined = draft.leverage > 1 || !isLong(draft);
  const borrowed = shown ? decimalSubtract(shown.value, shown.margin) : null;
  const facts: Fact[] = [
    {
      key: 'own',
      name: t(margined ? 'leverage.margin' : 'trade.amount'),
      value: shown ? money(shown.margin) : nothing,
      why: shown && margined ? t('leverage.marginWhy', { value: figure(shown.value, 2), leverage: draft.leverage }) : undefined,
    },
    ...(margined && isLong(draft)
      ? [
          {
            key: 'loan',
            name: t('leverage.borrowed'),
            value: borrowed === null ? nothing : money(borrowed),
            why: session ? t('leverage.interestWhy', { rate: percent(session.interestRate) }) : undefined,
          },
        ]
      : []),
    fee,
  ];
  return (
    <CostBox {...{ preview, facts, dense }} total={sum}>
      {margined && (
        <Facts
          dense={dense}
          facts={[
            {
              key: 'liquidation',
              name: t('leverage.liquidation'),
              value: shown
                ? shown.liquidationPrice === null
                  ? t('leverage.liquidationNone')
                  : priceText(shown.liquidationPrice)
                : nothing,
              why: !isLong(draft) && session ? t('leverage.borrowWhy', { rate: percent(session.borrowRate) }) : undefined,
            },
          ]}
        />
      )}
    </CostBox>
  );
}
