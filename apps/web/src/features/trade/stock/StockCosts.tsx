import { decimalMultiply, decimalSign, decimalSubtract, formatAmount, formatRatio, trimZeros } from '@bourse/money';
import type { Position, Preview } from '@bourse/protocol';
import { Amount, cx, type Fact, Facts, hiddenAmount, Total, useUi } from '@bourse/ui';
import type { CallOutput, Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isLong, isOpening, type PositionDraft } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { resultOf } from '../leverage/sizing.ts';
import type { Previewed } from '../leverage/usePreview.ts';
import { isPositive, stepDecimals } from '../ticket/arithmetic.ts';
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

/** What a share order comes to: what one pays, what is borrowed and at which rate, fee and duty; for a sale its result. */
export function StockCosts({ draft, instrument, preview, mine, price, session, dense }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  // Refused before it could be worked out: no figure is better than a zero.
  const shown = preview.value && decimalSign(preview.value.value) > 0 ? preview.value : undefined;
  const nothing = <span className={ticket.dash}>–</span>;
  const priceText = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: 2 }));
  const money = (value: string) => (
    <Amount value={value} decimals={Math.max(2, stepDecimals(trimZeros(value)))} unit={shown?.asset} fraction="plain" />
  );
  const rate = formatRatio(instrument.takerFee, {
    locale,
    decimals: Math.max(2, stepDecimals(decimalMultiply(instrument.takerFee, '100'))),
  });
  const percent = (value: string) => `${formatAmount(trimZeros(value), { locale })}%`;
  const duty =
    session && decimalSign(session.stampDutyRate) > 0 ? t('leverage.stampDuty', { rate: percent(session.stampDutyRate) }) : undefined;
  const fee: Fact = {
    key: 'fee',
    name: t('trade.fee'),
    value: shown ? money(shown.fee) : nothing,
    why: shown ? [rate, ...(duty ? [duty] : [])].join('; ') : undefined,
  };
  if (!isOpening(draft)) {
    const result =
      mine && price !== null && isPositive(draft.quantity) ? resultOf(draft.quantity, mine.endPrice, price, isLong(draft)) : null;
    return (
      <div className={cx(ticket.costs, preview.old && styles.old)}>
        <Facts
          dense={dense}
          facts={[
            {
              key: 'profit',
              name: t('leverage.profitHere'),
              value:
                result === null ? (
                  nothing
                ) : (
                  <Amount value={result} decimals={2} tone="direction" unit={instrument.quote} fraction="plain" />
                ),
              why:
                result === null || !mine
                  ? undefined
                  : t('leverage.profitHereWhy', {
                      entry: priceText(mine.endPrice),
                      quantity: amountsHidden ? hiddenAmount : formatAmount(draft.quantity, { locale }),
                      price: priceText(price!),
                    }),
            },
            fee,
          ]}
        />
      </div>
    );
  }
  const margined = draft.lever > 1 || !isLong(draft);
  const borrowed = shown ? decimalSubtract(shown.value, shown.margin) : null;
  const facts: Fact[] = [
    {
      key: 'own',
      name: t(margined ? 'leverage.margin' : 'trade.amount'),
      value: shown ? money(shown.margin) : nothing,
      why: shown && margined ? t('leverage.marginWhy', { value: figure(shown.value), lever: draft.lever }) : undefined,
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
    <div className={cx(ticket.costs, preview.old && styles.old)} aria-busy={preview.old}>
      <Facts dense={dense} facts={facts} />
      <div className={ticket.sum}>
        <span>{t('leverage.cost')}</span>
        {shown ? <Total>{money(shown.cost)}</Total> : nothing}
      </div>
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
      {preview.failed && <p className={styles.hint}>{t('leverage.previewFailed')}</p>}
    </div>
  );
}
