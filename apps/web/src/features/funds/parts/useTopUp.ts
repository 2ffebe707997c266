import { formatMoney } from '@bourse/money';
import { toast, useUi } from '@bourse/ui';
import { useCommand } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** Refills a demo account, once per UTC day. Pressing twice, or losing the answer, still sends one command. */
export function useTopUp() {
  const t = useT();
  const { locale } = useUi();
  const { send, busy } = useCommand('top-up');
  const topUp = async () => {
    const settled = await send('POST pay/wallet/demo-top-up', {});
    if (settled.state === 'rejected') toast('info', settled.message);
    if (settled.state !== 'accepted') return;
    const granted = settled.data;
    toast(
      'success',
      granted
        ? t('own.toppedUp', { amount: formatMoney(granted.amount, { locale, decimals: 2 }), asset: granted.asset })
        : t('common.done'),
    );
  };
  return { topUp, busy: busy() };
}
