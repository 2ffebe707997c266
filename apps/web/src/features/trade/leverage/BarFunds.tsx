import { trimZeros } from '@bourse/money';
import { InstrumentKind, Wallet } from '@bourse/protocol/enums';
import { Amount } from '@bourse/ui';
import { type Instrument, lastValue, useBalances, useContractWallet } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useBuyingPower } from './funds.tsx';

type Props = { instrument: Instrument };

/** What an order may cost, next to a phone's order buttons. */
export const BarFunds = ({ instrument }: Props) =>
  instrument.kind === InstrumentKind.contract ? <FreeMargin {...{ instrument }} /> : <Cash {...{ instrument }} />;

function FreeMargin({ instrument }: Props) {
  const wallet = lastValue(useContractWallet());
  return <Power instrument={instrument} wallet={2} own={wallet?.available} />;
}

function Cash({ instrument }: Props) {
  const balances = lastValue(useBalances());
  const held = balances && (balances.find(({ wallet, asset }) => wallet === Wallet.stock && asset === instrument.quote)?.available ?? '0');
  return <Power instrument={instrument} wallet={3} own={held} />;
}

function Power({ instrument, wallet, own }: Props & { wallet: 2 | 3; own: string | undefined }) {
  const t = useT();
  const power = useBuyingPower(instrument, wallet, own);
  return power === undefined ? null : (
    <span>
      {t('leverage.buyingPower')} <Amount most value={trimZeros(power)} decimals={2} unit={instrument.quote} fraction="plain" />
    </span>
  );
}
