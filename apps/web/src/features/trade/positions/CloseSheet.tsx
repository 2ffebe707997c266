import { decimalCompare, decimalMultiply, decimalSubtract, formatAmount, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Amount, Button, Facts, NumberField, Segmented, Sheet, Slider, useUi } from '@bourse/ui';
import { useState } from 'react';
import { type Instrument, useInstrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { partOf, resultOf } from '../leverage/sizing.ts';
import { exactText, isMultiple, isPositive, percentOf, stepDecimals } from '../ticket/arithmetic.ts';
import { act } from './act.ts';
import styles from './Positions.module.css';
import { isLongPosition, type Position, useLivePrice } from './positions.ts';
import { useSheetAct } from './useSheetAct.ts';

type Props = { position: Position; onClose: () => void; atLimit: boolean };

/** Closes all or a part of a position, at market or at a limit. It shows the settlement before the order is sent. */
export function CloseSheet(props: Props) {
  const t = useT();
  const { symbol, direction } = props.position;
  const instrument = useInstrument(symbol);
  return (
    <Sheet open onClose={props.onClose} title={t('leverage.closeTitle', { symbol, direction })}>
      {instrument && <Inside {...props} instrument={instrument} />}
    </Sheet>
  );
}

function Inside({ position, onClose, atLimit, instrument }: Props & { instrument: Instrument }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const live = useLivePrice(position);
  const [form, setForm] = useState<'market' | 'limit'>(atLimit ? 'limit' : 'market');
  const [price, setPrice] = useState(live ?? '');
  const [quantity, setQuantity] = useState(trimZeros(position.quantity));
  const { busy, refused, run, clear } = useSheetAct(onClose);
  const at = form === 'limit' ? price : live;
  const whole = isPositive(quantity) && decimalCompare(quantity, position.quantity) === 0;
  const badQuantity = !isPositive(quantity) || !isMultiple(quantity, instrument.lot) || decimalCompare(quantity, position.quantity) > 0;
  const badPrice = form === 'limit' && (!isPositive(price) || !isMultiple(price, instrument.tick));
  const known = at !== null && isPositive(at) && isPositive(quantity);
  const send = () => {
    const part = { id: position.id, ...(whole ? {} : { quantity }) };
    const done = () => t(form === 'limit' ? 'trade.acceptedRests' : 'trade.accepted');
    return position.kind === InstrumentKind.stock
      ? act('POST stock/order/complete', { ...part, ...(form === 'limit' ? { price } : {}) }, done)
      : form === 'limit'
        ? act('POST pay/order-contract/limit-complete', { ...part, price }, done)
        : act('POST pay/order-contract/complete', part, done);
  };
  const asset = instrument.base;
  const shown = isPositive(quantity) ? formatAmount(quantity, { locale }) : '–';
  const percent = percentOf(quantity, position.quantity);
  return (
    <form
      className={styles.column}
      onSubmit={(event) => {
        event.preventDefault();
        if (!badQuantity && !badPrice) void run(send);
      }}
    >
      <Segmented
        label={t('leverage.closeHow')}
        value={form}
        onChange={setForm}
        options={[
          { value: 'market', label: t('trade.market') },
          { value: 'limit', label: t('trade.limit') },
        ]}
      />
      {form === 'limit' && (
        <NumberField
          name="price"
          label={t('trade.priceIn', { asset: instrument.quote })}
          value={price}
          onChange={setPrice}
          decimals={stepDecimals(instrument.tick)}
          asset={instrument.quote}
          step={instrument.tick}
        />
      )}
      <NumberField
        name="quantity"
        label={t('leverage.closeQuantity', { asset: instrument.base })}
        value={quantity}
        onChange={(text) => {
          setQuantity(text);
          clear();
        }}
        decimals={stepDecimals(instrument.lot)}
        asset={instrument.base}
        step={instrument.lot}
      />
      <Slider
        label={t('leverage.closeShare')}
        value={percent}
        onChange={(next) => setQuantity(next <= 0 ? '' : trimZeros(partOf(position.quantity, next, instrument.lot)))}
        text={t('leverage.closeShareText', { percent })}
        start="0"
        middle={t('leverage.closeShareText', { percent })}
        end={amountsHidden ? undefined : formatAmount(trimZeros(position.quantity), { locale })}
      />
      <Facts
        facts={[
          {
            key: 'profit',
            name: t('leverage.profitHere'),
            value: known ? (
              <Amount
                value={resultOf(quantity, position.endPrice, at, isLongPosition(position))}
                decimals={2}
                tone="direction"
                unit={position.asset}
                fraction="plain"
              />
            ) : (
              '–'
            ),
          },
          {
            key: 'fee',
            name: t('trade.fee'),
            value: known ? (
              <Amount
                value={decimalMultiply(decimalMultiply(quantity, at), instrument.takerFee)}
                decimals={4}
                unit={position.asset}
                fraction="plain"
              />
            ) : (
              '–'
            ),
          },
          {
            key: 'left',
            name: t('leverage.leaves'),
            value:
              isPositive(quantity) && !badQuantity ? (
                <Amount value={trimZeros(decimalSubtract(position.quantity, quantity))} unit={instrument.base} fraction="plain" />
              ) : (
                '–'
              ),
          },
        ]}
      />
      {refused && (
        <p className={styles.refused} role="alert">
          {refused.message}
        </p>
      )}
      <Button
        type="submit"
        wide
        size="large"
        kind={isLongPosition(position) ? 'down' : 'up'}
        busy={busy}
        disabled={badQuantity || badPrice}
      >
        {form === 'limit' && isPositive(price)
          ? t('leverage.closeGoAt', { quantity: shown, asset, price: exactText(price, instrument.tick, locale) })
          : t('leverage.closeGo', { quantity: shown, asset })}
      </Button>
    </form>
  );
}
