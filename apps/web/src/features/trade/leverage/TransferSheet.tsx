import { decimalCompare, decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { Amount, Button, Facts, NumberField, Sheet, toast, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, useBalances, useCommand, useInstruments } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isPositive } from '../ticket/arithmetic.ts';
import styles from './leverage.module.css';

type Props = { open: boolean; onClose: () => void; wallet: 2 | 3 | 4; asset: string };

/** Moves money from the coin wallet to the paying wallet without leaving the ticket. */
export function TransferSheet(props: Props) {
  const t = useT();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t('leverage.transferTitle', { wallet: props.wallet })}>
      <Inside {...props} />
    </Sheet>
  );
}

function Inside({ onClose, wallet, asset }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const [amount, setAmount] = useState('');
  const balances = lastValue(useBalances());
  const have = balances?.find((balance) => balance.wallet === 1 && balance.asset === asset)?.available ?? '0';
  const pair = lastValue(useInstruments())?.find((each) => each.kind === 1 && each.base === asset);
  const shown = formatAmount(trimZeros(amount === '' ? '0' : amount), { locale });
  const tooMuch = isPositive(amount) && decimalCompare(amount, have) > 0;
  const { sent, busy, send, forget } = useCommand<'POST pay/wallet/any-transfer'>('transfer');
  const move = async () => {
    const settled = await send('POST pay/wallet/any-transfer', { from: 1, to: wallet, asset, amount });
    if (settled.state !== 'accepted') return;
    toast('success', t('leverage.transferDone', { amount: shown, asset }));
    onClose();
  };
  return (
    <form
      className={styles.column}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPositive(amount) && !tooMuch) void move();
      }}
    >
      <p className={styles.note}>{t('leverage.transferWhy')}</p>
      <NumberField
        name="transfer"
        data-autofocus
        label={t('leverage.transferAmount', { asset })}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          if (sent.state === 'rejected') forget();
        }}
        decimals={6}
        asset={asset}
        error={tooMuch ? t('leverage.transferHave') : sent.state === 'rejected' ? sent.message : undefined}
        trailing={
          <Button kind="plain" size="small" onClick={() => setAmount(trimZeros(have))}>
            {t('leverage.transferMax')}
          </Button>
        }
      />
      <Facts
        dense
        facts={[{ key: 'have', name: t('leverage.transferHave'), value: <Amount value={trimZeros(have)} unit={asset} fraction="plain" /> }]}
      />
      {pair && decimalSign(have) === 0 && (
        <p className={styles.note}>
          {t('leverage.transferNone', { asset })}{' '}
          <Link to="/order" search={{ symbol: pair.symbol, kind: '1' }} className={styles.link} onClick={onClose}>
            {t('leverage.transferBuy', { asset, symbol: pair.symbol })}
          </Link>
        </p>
      )}
      <Button type="submit" wide size="large" busy={busy()} disabled={!isPositive(amount) || tooMuch}>
        {isPositive(amount) && !amountsHidden ? t('leverage.transferGo', { amount: shown, asset }) : t('leverage.transferEmpty')}
      </Button>
    </form>
  );
}
