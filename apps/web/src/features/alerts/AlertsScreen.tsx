import { formatAmount } from '@bourse/money';
import type { PriceAlert } from '@bourse/protocol';
import { Button, EmptyState, IconBell, List, NumberField, Price, Row, useUi } from '@bourse/ui';
import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react';
import {
  type Instrument,
  lastValue,
  useAction,
  useInstruments,
  useLookAt,
  useSignedIn,
  useTickOnly,
  useTimeZone,
} from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import { MoreRows, usePages } from '../trade/lists/pages.tsx';
import { isPositive, stepDecimals } from '../trade/ticket/arithmetic.ts';
import styles from './Alerts.module.css';
import { removePriceAlert, setPriceAlert, usePriceAlerts } from './alerts.ts';

const InstrumentPicker = lazy(() =>
  import('../trade/instrument/InstrumentPicker.tsx').then((module) => ({ default: module.InstrumentPicker })),
);

/** Prices that the customer wants to be told of: set, listed, removed. */
export function AlertsScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('alerts.title')}
      lead={t('alerts.lead')}
      body={signedIn ? <Own /> : <SignInFirst title={t('alerts.signIn')} text={t('alerts.signInText')} />}
    />
  );
}

function Own() {
  const t = useT();
  const pages = usePages(50, 100);
  const remote = usePriceAlerts(undefined, pages.size);
  const list = lastValue(remote)?.list;
  return (
    <>
      <NewAlert />
      {!list && <Unread remote={remote} rows={4} />}
      {list?.length === 0 && (
        <EmptyState icon={<IconBell size={28} aria-hidden />} title={t('alerts.emptyTitle')}>
          {t('alerts.emptyText')}
        </EmptyState>
      )}
      <Alerts name={t('alerts.waiting')} alerts={list?.filter(({ firedAt }) => firedAt === null) ?? []} />
      <Alerts name={t('alerts.told')} alerts={list?.filter(({ firedAt }) => firedAt !== null) ?? []} />
      <MoreRows {...{ pages, remote }} />
    </>
  );
}

function NewAlert() {
  const t = useT();
  const { locale } = useUi();
  const instruments = lastValue(useInstruments());
  const [symbol, setSymbol] = useState('BTC/USDT');
  const [price, setPrice] = useState('');
  const [tried, setTried] = useState(false);
  const [picking, setPicking] = useState(false);
  const instrument = instruments?.find((each) => each.symbol === symbol) ?? instruments?.[0];
  const looked = instrument?.symbol;
  useLookAt(useMemo(() => (looked === undefined ? [] : [looked]), [looked]));
  const set = useAction(async (of: Instrument) => {
    await setPriceAlert(of.symbol, price, true);
    setPrice('');
    setTried(false);
  });
  if (!instrument) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPositive(price)) void set.run(instrument);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('alerts.set')}>
      <button type="button" className={styles.instrument} onClick={() => setPicking(true)}>
        <span className="visually-hidden">{t('alerts.instrument')}: </span>
        <strong>{instrument.symbol}</strong>
        <Now instrument={instrument} />
      </button>
      <NumberField
        name="price"
        label={t('alerts.price', { asset: instrument.quote })}
        value={price}
        onChange={(next) => {
          setPrice(next);
          setTried(false);
        }}
        decimals={stepDecimals(instrument.tick)}
        asset={instrument.quote}
        error={tried && !isPositive(price) ? t('alerts.priceMissing') : tried ? set.error?.message : undefined}
      />
      <Button type="submit" wide busy={set.busy}>
        {isPositive(price)
          ? t('chart.alertAt', {
              price: formatAmount(price, { locale, decimals: Math.max(stepDecimals(instrument.tick), stepDecimals(price)) }),
            })
          : t('alerts.set')}
      </Button>
      <Suspense>
        {picking && (
          <InstrumentPicker
            open
            onClose={() => setPicking(false)}
            chosen={instrument.symbol}
            startKind={instrument.kind}
            onChoose={(chosen) => {
              setPicking(false);
              setSymbol(chosen.symbol);
              setPrice('');
              setTried(false);
            }}
          />
        )}
      </Suspense>
    </form>
  );
}

/** The price that alerts compare with. */
function Now({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const tick = useTickOnly(instrument.symbol);
  return (
    <span className={styles.now}>
      <FeedChip feed={instrument.source.feed} />
      {tick && tick.t > 0 && (
        <>
          {t('alerts.priceNow')} <Price value={tick.pe} decimals={instrument.priceAccuracy} />
        </>
      )}
    </span>
  );
}

function Alerts({ name, alerts }: { name: string; alerts: readonly PriceAlert[] }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale } = useUi();
  const remove = useAction(removePriceAlert);
  const shown = (price: string) => formatAmount(price, { locale });
  const when = (time: number) => formatTime(time, 'dateTime', zone);
  if (alerts.length === 0) return null;
  return (
    <>
      <h2 className={styles.head}>{name}</h2>
      <List label={name}>
        {alerts.map((alert) => (
          <Row
            key={alert.id}
            title={`${alert.symbol} ${t(alert.direction === 1 ? 'alerts.rises' : 'alerts.falls', { price: shown(alert.price) })}`}
            under={
              alert.firedAt === null || alert.firedPrice === null
                ? t('alerts.setOn', { time: when(alert.createdAt) })
                : t('alerts.toldAt', { time: when(alert.firedAt), price: shown(alert.firedPrice) })
            }
            end={
              alert.firedAt === null ? (
                <Button
                  kind="plain"
                  size="small"
                  disabled={remove.busy}
                  aria-label={`${t('alerts.remove')}: ${alert.symbol} ${shown(alert.price)}`}
                  onClick={() => void remove.run(alert)}
                >
                  {t('alerts.remove')}
                </Button>
              ) : undefined
            }
          />
        ))}
      </List>
    </>
  );
}
