import { formatAmount } from '@bourse/money';
import { toast, useUi } from '@bourse/ui';
import { useRef, useState } from 'react';
import { command, refreshFunds } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** Fills a demo account up again, once a UTC day. Pressed twice, or with a lost answer, it is still one command. */
export function useTopUp() {
  const t = useT();
  const { locale } = useUi();
  const [busy, setBusy] = useState(false);
  const pending = useRef<string | undefined>(undefined);
  const topUp = async () => {
    setBusy(true);
    pending.current ??= crypto.randomUUID();
    try {
      const result = await command('POST pay/wallet/demo-top-up', {}, pending.current);
      if (result.outcome === 'unknown') return void toast('warning', t('own.topUpUnknown'));
      pending.current = undefined;
      if (result.outcome === 'rejected') return void toast('info', result.error.message);
      refreshFunds();
      toast('success', t('own.toppedUp', { amount: formatAmount(result.data.amount, { locale, decimals: 2 }), asset: result.data.asset }));
    } finally {
      setBusy(false);
    }
  };
  return { topUp, busy };
}
