import { decimalCompare, formatAmount, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Button, Facts, NumberField, Segmented, Sheet, useUi } from '@bourse/ui';
import { useState } from 'react';
import { type Instrument, useInstrument } from '../../../data/index.ts';
import { t as say, useT } from '../../../i18n/index.ts';
import { refusalText } from '../../../i18n/sentences.ts';
import { checkStops } from '../leverage/check.ts';
import { StopPrices, type Stops } from '../leverage/StopFields.tsx';
import { exactText, isMultiple, isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import { problemList } from '../ticket/checks.ts';
import { act } from './act.ts';
import { LivePrice, PriceText } from './cells.tsx';
import { PartStops } from './PartStops.tsx';
import styles from './Positions.module.css';
import { isLongPosition, type Position, useLivePrice } from './positions.ts';
import { setStops } from './stops.ts';
import { useSheetAct } from './useSheetAct.ts';

type Props = { position: Position; onClose: () => void };

/** Take-profit and stop-loss of the whole position, or additional ones for parts of it. */
export function StopsSheet(props: Props) {
  const t = useT();
  const instrument = useInstrument(props.position.symbol);
  return (
    <Sheet open onClose={props.onClose} title={t('leverage.stopsTitle', { symbol: props.position.symbol })}>
      {instrument && <Inside {...props} instrument={instrument} />}
    </Sheet>
  );
}

function Inside({ position, onClose, instrument }: Props & { instrument: Instrument }) {
  const t = useT();
  const { locale } = useUi();
  const live = useLivePrice(position);
  const long = isLongPosition(position);
  const [scope, setScope] = useState<'whole' | 'part'>('whole');
  const [stops, setTyped] = useState<Stops>({
    takeProfit: trimZeros(position.takeProfit ?? ''),
    stopLoss: trimZeros(position.stopLoss ?? ''),
  });
  const [quantity, setQuantity] = useState('');
  const { busy, refused, run } = useSheetAct(onClose);
  const { found, add } = problemList<keyof Stops>();
  checkStops(stops, instrument.tick, live, long, (value) => formatAmount(value, { locale }), add);
  const errorAt = (field: keyof Stops) => {
    const problem = found.find((known) => known.field === field);
    return problem ? refusalText(problem.name, problem.detail) : undefined;
  };
  const part = scope === 'part';
  const badPart =
    part && (!isPositive(quantity) || !isMultiple(quantity, instrument.lot) || decimalCompare(quantity, position.quantity) > 0);
  const emptyPart = part && stops.takeProfit === '' && stops.stopLoss === '';
  const named = (['takeProfit', 'stopLoss'] as const)
    .filter((stop) => isPositive(stops[stop]))
    .map((stop) => t('leverage.stopAt', { stop, price: exactText(stops[stop], instrument.tick, locale) }));
  const saveText =
    named.length > 0
      ? t('leverage.stopsSet', { stops: named.join(', ') })
      : t(position.takeProfit || position.stopLoss ? 'leverage.stopsRemove' : 'leverage.stopsSave');
  const save = () => {
    return part
      ? act(
          position.kind === InstrumentKind.stock ? 'POST stock/order/update-profit-loss' : 'POST pay/order-contract/update-profit-loss',
          {
            id: position.id,
            quantity,
            ...(stops.takeProfit ? { takeProfit: stops.takeProfit } : {}),
            ...(stops.stopLoss ? { stopLoss: stops.stopLoss } : {}),
          },
          () => say('leverage.stopsSaved'),
        )
      : setStops(position, { takeProfit: stops.takeProfit || null, stopLoss: stops.stopLoss || null });
  };
  return (
    <form
      className={styles.column}
      onSubmit={(event) => {
        event.preventDefault();
        if (found.length === 0 && !badPart && !emptyPart) void run(save);
      }}
    >
      <Segmented
        small
        label={t('leverage.stopsScope')}
        value={scope}
        onChange={(next) => {
          setScope(next);
          setTyped(
            next === 'part'
              ? { takeProfit: '', stopLoss: '' }
              : { takeProfit: trimZeros(position.takeProfit ?? ''), stopLoss: trimZeros(position.stopLoss ?? '') },
          );
        }}
        options={[
          { value: 'whole', label: t('leverage.stopsWhole') },
          { value: 'part', label: t('leverage.stopsPart') },
        ]}
      />
      <Facts
        dense
        facts={[
          { key: 'entry', name: t('leverage.entryPrice'), value: <PriceText symbol={position.symbol} value={position.endPrice} /> },
          { key: 'mark', name: t('leverage.mark'), value: <LivePrice position={position} /> },
          {
            key: 'liquidation',
            name: t('leverage.liquidation'),
            value: <PriceText symbol={position.symbol} value={position.liquidationPrice} />,
          },
        ]}
      />
      {part && (
        <NumberField
          name="quantity"
          label={t('leverage.stopsQuantity', { asset: instrument.base })}
          value={quantity}
          onChange={setQuantity}
          decimals={stepDecimals(instrument.lot)}
          asset={instrument.base}
          step={instrument.lot}
        />
      )}
      <StopPrices
        {...{ instrument, stops, errorAt, long }}
        onChange={(changed) => setTyped({ ...stops, ...changed })}
        entry={position.endPrice}
        quantity={part ? quantity : position.quantity}
        dense={false}
      />
      <p className={styles.note}>
        {t(part ? 'leverage.stopsPartWhy' : 'leverage.stopsWhy')} {!part && t('leverage.stopsEmptyRemoves')}
      </p>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused.message}
        </p>
      )}
      <Button type="submit" wide size="large" busy={busy} disabled={found.length > 0 || badPart || emptyPart}>
        {saveText}
      </Button>
      {position.protections.length > 0 && <PartStops position={position} />}
    </form>
  );
}
