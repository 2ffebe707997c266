import { Button, Dialog, TextField } from '@bourse/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from './IndicatorValues.module.css';
import { indicatorByName } from './tools.ts';
import { areParams, type ChartView, maxIndicatorValue, paramsOf } from './view.ts';

type Props = { view: ChartView; onChange: (params: Record<string, readonly number[]>) => void; onClose: () => void };

/** The numbers of bars that the shown indicators are computed over. Nothing changes until all of them can be used. */
export function IndicatorValues({ view, onChange, onClose }: Props) {
  const t = useT();
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(view.indicators.map((name) => [name, paramsOf(view, name).map((value) => String(value))])),
  );
  const entries = Object.entries(texts);
  const numbers = (values: readonly string[]) => values.map((text) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN));
  const ready = entries.every(([name, values]) => areParams(name, numbers(values)));
  const save = () => {
    if (!ready) return;
    onChange(Object.fromEntries(entries.map(([name, values]) => [name, numbers(values)])));
    onClose();
  };
  const reset = () => setTexts(Object.fromEntries(entries.map(([name]) => [name, (indicatorByName(name)?.params ?? []).map(String)])));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('chart.indicatorValues')}
      foot={
        <>
          <Button kind="outline" wide onClick={reset}>
            {t('chart.indicatorReset')}
          </Button>
          <Button wide disabled={!ready} onClick={save}>
            {t('chart.indicatorSave')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {entries.map(([name, values]) => (
          <fieldset key={name} className={styles.values}>
            <legend>{name}</legend>
            {values.map((text, at) => (
              <TextField
                // biome-ignore lint/suspicious/noArrayIndexKey: a value has no other identity than its place
                key={at}
                label={t('chart.indicatorValue', { number: at + 1 })}
                inputMode="numeric"
                value={text}
                error={
                  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= maxIndicatorValue
                    ? undefined
                    : t('chart.indicatorValueWrong', { max: maxIndicatorValue })
                }
                onChange={(value) => setTexts({ ...texts, [name]: values.map((other, index) => (index === at ? value : other)) })}
              />
            ))}
          </fieldset>
        ))}
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
