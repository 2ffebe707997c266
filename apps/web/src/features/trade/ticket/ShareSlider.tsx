import { decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { Slider, useUi } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { percentOf } from './arithmetic.ts';

type Props = {
  /** The field's content. */
  value: string;
  /** The full amount that shares refer to; null while unknown. */
  max: string | null;
  label: string;
  textOf: (percent: number) => string;
  onShare: (percent: number) => void;
  /** Shown below the middle. */
  middle?: string | undefined;
};

/** A slider for a share of the maximum order size, with the maximum at its end. */
export function ShareSlider({ value, max, label, textOf, onShare, middle }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const percent = max === null ? 0 : percentOf(value, max);
  return (
    <Slider
      label={label}
      value={percent}
      onChange={onShare}
      text={textOf(percent)}
      disabled={max === null || decimalSign(max) <= 0}
      start="0"
      middle={middle ?? (max === null ? undefined : textOf(percent))}
      end={max === null || amountsHidden ? undefined : t('trade.max', { amount: formatAmount(trimZeros(max), { locale }) })}
    />
  );
}
