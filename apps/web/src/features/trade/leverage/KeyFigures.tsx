import type { Preview } from '@bourse/protocol';
import { cx } from '@bourse/ui';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './leverage.module.css';
import { useCostFigures } from './useCostFigures.tsx';
import type { Previewed } from './usePreview.ts';

type Props = {
  preview: Previewed<Preview>;
  instrument: Instrument;
  /** The order opens a position that can be liquidated. */
  liquidates: boolean;
};

/** What an order costs and where its position ends, above the button of a sheet: they stay visible while the fields scroll. */
export function KeyFigures({ preview, instrument, liquidates }: Props) {
  const t = useT();
  const { shown, bareSum, nothing, priceText, money } = useCostFigures(preview, instrument);
  const inMoney = (name: string) => `${name}, ${shown?.asset ?? instrument.quote}`;
  return (
    <dl className={cx(styles.key, preview.old && styles.old)} aria-busy={preview.old}>
      {liquidates && (
        <>
          <div>
            <dt>{inMoney(t('leverage.margin'))}</dt>
            <dd>{shown ? money(shown.margin, '') : nothing}</dd>
          </div>
          <div>
            <dt>{t('leverage.liquidation')}</dt>
            <dd>
              {!shown ? nothing : shown.liquidationPrice === null ? t('leverage.liquidationNone') : priceText(shown.liquidationPrice)}
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{inMoney(t('leverage.cost'))}</dt>
        <dd>{bareSum}</dd>
      </div>
    </dl>
  );
}
