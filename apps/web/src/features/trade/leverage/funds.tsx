import { decimalAdd, decimalCompare, decimalDivide, decimalMultiply, decimalRound, decimalSign } from '@bourse/money';
import type { OrderFunds, Preview } from '@bourse/protocol';
import { Amount, Facts, Segmented, useUi } from '@bourse/ui';
import { type Instrument, lastValue, useBalances, useBest, useInstruments } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { exactText, sharedDecimals } from '../ticket/arithmetic.ts';
import styles from './leverage.module.css';
import type { Previewed } from './usePreview.ts';

/** One buying power: an order pays from any wallet of its customer. The exchange names the money; the ticket shows it and sends it along. */

export type PayingWallet = OrderFunds['from'];

/** Whether the wallet, with the money that comes along, covers an order. */
export const covers = ({ cost, free, funds }: Pick<Preview, 'cost' | 'free' | 'funds'>): boolean =>
  funds !== null || decimalCompare(cost, free) <= 0;

/** The part of another wallet that sizing counts: the rest leaves room for a price that moves. */
const usable = '0.99';

/** What an order may cost: the free money of its wallet, and what another wallet has or what the coin wallet can buy. */
export function useBuyingPower({ symbol, quote }: Instrument, wallet: 2 | 3, own: string | undefined): string | undefined {
  const balances = lastValue(useBalances());
  const pair = lastValue(useInstruments())?.find((each) => each.kind === 1 && each.base === quote);
  const { ask } = useBest(pair?.symbol ?? symbol);
  if (own === undefined || !balances) return own;
  const has = balances.filter((each) => each.asset === quote && each.wallet !== wallet).map(({ available }) => available);
  const other = pair && balances.find((each) => each.asset === pair.quote && each.wallet === 1)?.available;
  const bought = other && pair && ask && decimalSign(ask) > 0 ? [decimalDivide(other, ask, 2)] : [];
  const most = [...has, ...bought].reduce((a, b) => (decimalCompare(a, b) < 0 ? b : a), '0');
  return decimalAdd(own, decimalMultiply(most, usable));
}

type LineProps = { preview: Previewed<Preview>; onPayer: (wallet: PayingWallet) => void };

/** Where the missing money comes from, above the button that sends the order. */
export function FundsLine({ preview, onPayer }: LineProps) {
  const t = useT();
  const { locale } = useUi();
  const shown = preview.old ? undefined : preview.value;
  if (!shown?.funds) return null;
  const { funds, fundsCost, asset, payers } = shown;
  return (
    <div className={styles.funds}>
      {payers.length > 1 && (
        <Segmented
          small
          label={t('leverage.payFrom')}
          value={String(funds.from)}
          onChange={(next) => onPayer(Number(next) as PayingWallet)}
          options={payers.map((wallet) => ({ value: String(wallet), label: t('leverage.payWallet', { wallet }) }))}
        />
      )}
      <Facts dense facts={fundsFacts(t, funds, asset, fundsCost, locale)} />
    </div>
  );
}

/** The transfer of an order, and the purchase before it, as lines of a receipt. */
export function fundsFacts(
  t: ReturnType<typeof useT>,
  { from, amount, buy }: OrderFunds,
  asset: string,
  cost: Preview['fundsCost'] = null,
  locale = 'en',
) {
  return [
    ...(buy
      ? [
          {
            key: 'bought',
            name: t('leverage.fundsBought', { asset }),
            value: <Amount value={buy.quantity} decimals={sharedDecimals(buy.quantity)} unit={asset} fraction="plain" />,
            why: cost
              ? t('leverage.fundsCost', { amount: exactText(decimalRound(cost.amount, 2, 'ceil'), '0.01', locale), asset: cost.asset })
              : undefined,
          },
        ]
      : []),
    {
      key: 'funds',
      name: t('leverage.fundsFrom', { wallet: from }),
      value: <Amount value={amount} decimals={sharedDecimals(amount)} unit={asset} fraction="plain" />,
    },
  ];
}
