import { trimZeros } from '@bourse/money';
import { InstrumentKind, Wallet } from '@bourse/protocol/enums';
import { Amount } from '@bourse/ui';
import { type Instrument, lastValue, useBalances, useContractWallet } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

type Props = { instrument: Instrument };

/** The available funds next to a phone's order buttons: free margin for a contract, cash for a stock. */
export const BarFunds = ({ instrument }: Props) =>
  instrument.kind === InstrumentKind.contract ? <FreeMargin /> : <Cash {...{ instrument }} />;

function FreeMargin() {
  const t = useT();
  const wallet = lastValue(useContractWallet());
  return wallet ? (
    <span>
      {t('leverage.free')} <Amount value={wallet.available} decimals={2} unit={wallet.asset} fraction="plain" />
    </span>
  ) : null;
}

function Cash({ instrument }: Props) {
  const t = useT();
  const balances = lastValue(useBalances());
  if (!balances) return null;
  const held = balances.find((balance) => balance.wallet === Wallet.stock && balance.asset === instrument.quote)?.available ?? '0';
  return (
    <span>
      {t('trade.available')} <Amount value={trimZeros(held)} decimals={2} unit={instrument.quote} fraction="plain" />
    </span>
  );
}
