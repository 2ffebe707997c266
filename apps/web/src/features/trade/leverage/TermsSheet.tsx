import { formatAmount, trimZeros } from '@bourse/money';
import { MarginMode } from '@bourse/protocol/enums';
import { Button, Segmented, Sheet, SkeletonRows, Slider, useUi } from '@bourse/ui';
import { useState } from 'react';
import { type CallOutput, lastValue, useTiers } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './leverage.module.css';
import { highestLeverage, moveThatTakesAll } from './sizing.ts';

export type Tiers = CallOutput<'GET pay/order-contract/position-level-map'>[number];

type Props = {
  onClose: () => void;
  symbol: string;
  leverage: number;
  marginMode: MarginMode;
  /** The instrument's own maximum, whatever the size. */
  max: number;
  /** Entry value of the resulting position: it decides the tier. */
  value: string;
  /** The terms of an open position cannot change. */
  fixed: boolean;
  onTake: (terms: { leverage: number; marginMode: MarginMode }) => void;
};

const choices = [1, 2, 3, 5, 10, 20, 25, 50, 75, 100, 125];

/** Leverage and margin mode of the next position: what both mean, and the maximum of each tier. */
export function TermsSheet(props: Props) {
  const t = useT();
  return (
    <Sheet open onClose={props.onClose} title={`${t('leverage.terms')} · ${props.symbol}`}>
      <Inside {...props} />
    </Sheet>
  );
}

function Inside({ onClose, symbol, leverage, marginMode, max, value, fixed, onTake }: Props) {
  const t = useT();
  const { locale } = useUi();
  const [chosen, setChosen] = useState(leverage);
  const [mode, setMode] = useState(marginMode);
  const tiers = lastValue(useTiers(symbol))?.[0];
  const highest = Math.min(max, highestLeverage(tiers?.tiers ?? [], value, max));
  const presets = [...new Set([...choices.filter((each) => each < highest), highest])].slice(-6);
  const figure = (text: string) => formatAmount(trimZeros(text), { locale });
  return (
    <div className={styles.column}>
      {fixed && <p className={styles.warn}>{t('leverage.termsFixed')}</p>}
      <Segmented
        label={t('leverage.mode')}
        value={String(mode)}
        onChange={(next) => setMode(Number(next) as MarginMode)}
        options={[
          { value: String(MarginMode.segmented), label: t('leverage.isolated'), disabled: fixed },
          { value: String(MarginMode.full), label: t('leverage.cross'), disabled: fixed },
        ]}
      />
      <p className={styles.hint}>{t(mode === MarginMode.segmented ? 'leverage.isolatedWhy' : 'leverage.crossWhy')}</p>
      <p className={styles.big}>{t('leverage.leverageValue', { leverage: chosen })}</p>
      <Slider
        label={t('leverage.leverage')}
        min={1}
        max={highest}
        value={Math.min(chosen, highest)}
        onChange={setChosen}
        disabled={fixed}
        text={t('leverage.leverageValue', { leverage: chosen })}
        start="1×"
        end={t('leverage.leverageMax', { max: highest })}
      />
      <div className={styles.presets}>
        {presets.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.preset}
            aria-pressed={each === chosen}
            disabled={fixed}
            onClick={() => setChosen(each)}
          >
            {t('leverage.leverageValue', { leverage: each })}
          </button>
        ))}
      </div>
      <p className={styles.hint}>{t('leverage.leverageHow', { move: `${formatAmount(moveThatTakesAll(chosen), { locale })}%` })}</p>
      {tiers === undefined && <SkeletonRows rows={6} height={31} />}
      {tiers && (
        <table className={styles.table}>
          <caption className="visually-hidden">{t('leverage.tiers')}</caption>
          <thead>
            <tr>
              <th scope="col">{`${t('leverage.tierSize')}, ${tiers.asset}`}</th>
              <th scope="col">{t('leverage.tierLeverage')}</th>
              <th scope="col">{t('leverage.tierKeep')}</th>
            </tr>
          </thead>
          <tbody>
            {tiers.tiers.map((tier) => (
              <tr key={tier.tier} data-here={tier.maxLever === highest}>
                <td>{figure(tier.to)}</td>
                <td>{t('leverage.leverageValue', { leverage: tier.maxLever })}</td>
                <td>{figure(tier.maintenanceRate)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!fixed && (
        <Button
          wide
          size="large"
          onClick={() => {
            onTake({ leverage: Math.min(chosen, highest), marginMode: mode });
            onClose();
          }}
        >
          {t('leverage.take')}
        </Button>
      )}
    </div>
  );
}
