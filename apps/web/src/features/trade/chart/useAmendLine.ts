import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useAmendPrice } from '../spot/orders.ts';
import type { ChartLine } from './ChartLines.tsx';
import { usePriceText } from './LineTag.tsx';

/** What lets a resting order be moved to another price: by dragging or keys, and then by a button that names both prices. */
export function useAmendLine(instrument: Instrument) {
  const t = useT();
  const amend = useAmendPrice();
  const shown = usePriceText(instrument);
  return (order: { id: string; price: string | null }, name: string): Pick<ChartLine, 'move' | 'confirm' | 'leave'> => {
    const from = shown(order.price ?? '0');
    return {
      move: { hint: (price) => t('chart.moveOwn', { order: name, price }), set: () => {} },
      confirm: {
        label: (price) => t('chart.moveOwnTo', { order: `${name} ${instrument.symbol}`, from, price }),
        text: (price) => t('chart.moveTo', { from, price }),
        run: (price) => void amend(order, price, shown),
      },
      leave: t('chart.moveLeave'),
    };
  };
}
