import { decimalDivide, decimalMultiply, decimalNegate, decimalSign, decimalSubtract, formatAmount, trimZeros } from '@bourse/money';
import type { Position, Preview } from '@bourse/protocol';
import { TimeInForce } from '@bourse/protocol/enums';
import { Amount, cx, type Fact, Facts, useUi } from '@bourse/ui';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { CostBox } from '../leverage/CostBox.tsx';
import { Countdown } from '../leverage/countdown.tsx';
import { isLong, isOpening, type PositionDraft } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { useCostFigures } from '../leverage/useCostFigures.tsx';
import type { Previewed } from '../leverage/usePreview.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { hasLimitPrice, mayPostOnly } from '../ticket/order-form.ts';
import ticket from '../ticket/Ticket.module.css';

type Props = {
  draft: PositionDraft;
  instrument: Instrument;
  preview: Previewed<Preview>;
  /** The open position on this side. */
  mine: Position | undefined;
  mark: string | null;
  price: string | null;
  dense: boolean;
};

/**
 * The order's costs and effects, as the exchange computes them, each with its explanation. Dashes hold the places until then; nothing
 * jumps.
 */
export function ContractCosts({ draft, instrument, preview, mine, mark, price, dense }: Props) {
  const t = useT();
  const { locale } = useUi();
  const { shown, sum, nothing, priceText, figure, profitFact, money, rate } = useCostFigures(preview, instrument);
  const percent = (value: string) =>
    formatAmount(trimZeros(value), { locale, decimals: Math.max(4, stepDecimals(trimZeros(value))), sign: 'always' });
  const onlyTakes = !hasLimitPrice(draft) || draft.timeInForce !== TimeInForce.gtc;
  const onlyRests = mayPostOnly(draft) && draft.postOnly;
  const maker = (known: Preview) => figure(decimalMultiply(known.value, instrument.makerFee), 2);
  const feeFact: Fact = {
    key: 'fee',
    name: t(onlyTakes ? 'trade.feeSure' : 'leverage.fee'),
    value: shown ? money(shown.fee) : nothing,
    why: !shown
      ? undefined
      : onlyTakes
        ? t('leverage.feeTakes', { rate: rate(instrument.takerFee) })
        : onlyRests
          ? t('leverage.feeRests', { fee: maker(shown) })
          : t('leverage.feeWhy', { taker: rate(instrument.takerFee), maker: maker(shown) }),
  };

  if (!isOpening(draft))
    return (
      <div className={cx(ticket.costs, preview.old && styles.old)}>
        <Facts
          dense={dense}
          facts={[
            profitFact(draft, mine, price ?? mark),
            feeFact,
            {
              key: 'leaves',
              name: t('leverage.leaves'),
              value: shown ? <Amount value={trimZeros(shown.resultingQuantity)} unit={instrument.base} fraction="plain" /> : nothing,
            },
          ]}
        />
      </div>
    );

  const facts: Fact[] = [
    {
      key: 'margin',
      name: t('leverage.margin'),
      value: shown ? money(shown.margin) : nothing,
      why: shown ? t('leverage.marginWhy', { value: figure(shown.value, 2), leverage: draft.leverage }) : undefined,
    },
    feeFact,
  ];
  const away = shown?.liquidationPrice && mark ? distance(shown.liquidationPrice, mark) : null;
  const due = shown?.fundingRate && mark ? fundingOf(shown, mark, isLong(draft)) : null;
  const after: Fact[] = [
    {
      key: 'liquidation',
      name: t('leverage.liquidation'),
      value: !shown ? (
        nothing
      ) : shown.liquidationPrice === null ? (
        t('leverage.liquidationNone')
      ) : (
        <>
          {priceText(shown.liquidationPrice)}{' '}
          {away !== null && <span className="down">{formatAmount(away, { locale, decimals: 2, sign: 'always' })}%</span>}
        </>
      ),
      why: shown
        ? [
            t('leverage.liquidationWhy', {
              quantity: figure(shown.resultingQuantity),
              price: shown.resultingPrice === null ? '–' : priceText(shown.resultingPrice),
            }),
            ...(mine?.liquidationPrice ? [t('leverage.liquidationWas', { price: priceText(mine.liquidationPrice) })] : []),
          ].join('; ')
        : undefined,
    },
    {
      key: 'funding',
      name: shown?.nextFunding ? <FundingName at={shown.nextFunding} /> : t('leverage.funding'),
      value: due === null ? nothing : <Amount value={due.amount} decimals={2} tone="direction" unit={instrument.quote} fraction="plain" />,
      why:
        due === null || !shown?.fundingRate
          ? undefined
          : t('leverage.fundingWhy', { rate: `${percent(shown.fundingRate)}%`, value: figure(due.value, 2) }),
    },
  ];
  return (
    <CostBox {...{ preview, facts, dense }} total={sum}>
      <Facts dense={dense} facts={after} />
    </CostBox>
  );
}

function FundingName({ at }: { at: number }) {
  const t = useT();
  const [before, after] = t('leverage.fundingDue', { time: '\u0000' }).split('\u0000');
  return (
    <span>
      {before}
      <Countdown to={at} />
      {after}
    </span>
  );
}

/** Percent from the mark. */
const distance = (price: string, mark: string): string =>
  decimalDivide(decimalMultiply(decimalSubtract(price, mark), '100'), mark, 2, 'half');

/** The funding payment of the next round for the whole resulting position at the mark: a long pays a positive rate. */
function fundingOf(shown: Preview, mark: string, long: boolean): { value: string; amount: string } {
  const value = decimalMultiply(shown.resultingQuantity, mark);
  const moved = decimalDivide(decimalMultiply(value, shown.fundingRate ?? '0'), '100', 6, 'half');
  return { value, amount: long && decimalSign(moved) !== 0 ? decimalNegate(moved) : moved };
}
