import { decimalDivide, decimalMultiply, decimalSign, formatAmount, formatMoney, trimZeros } from '@bourse/money';
import type { Position } from '@bourse/protocol';
import { Button, EmptyState, IconCopy, IconDownload, IconShare, Segmented, Switch, toast, useUi } from '@bourse/ui';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { serverNow, useBrand, useInstrument, useIsDemo, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { t as say, useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { neat } from '../funds/model/figures.ts';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { DetailFrame } from '../history/detail/DetailFrame.tsx';
import { useFigures } from '../history/figures.ts';
import { resultOf } from '../history/result.ts';
import { type Card, cardOf, spoken } from './card.ts';
import styles from './SharingScreen.module.css';

/** A position as a picture to share. It shows amounts only if the customer chooses to. */
export function SharingScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const { id = '', kind } = useSearch({ strict: false }) as { id?: string; kind?: string };
  const known = /^[0-9]{1,19}$/.test(id);
  return (
    <div className={styles.page}>
      <ScreenHead title={t('share.title')} fallback="/funds" />
      {!signedIn ? (
        <SignInFirst />
      ) : !known ? (
        <EmptyState title={t('share.nothing')}>{t('share.nothingText')}</EmptyState>
      ) : kind === '3' ? (
        <Stock id={id} />
      ) : (
        <Contract id={id} />
      )}
    </div>
  );
}

const options = { needsSession: true, staleMs: 2_000 };
function Contract({ id }: { id: string }) {
  const remote = useRead('GET pay/order-contract/detail', { id }, options);
  return (
    <DetailFrame remote={remote} missing="history.positionMissing">
      {({ position }) => position && <Studio position={position} />}
    </DetailFrame>
  );
}
function Stock({ id }: { id: string }) {
  const remote = useRead('GET stock/order/detail', { id }, options);
  return (
    <DetailFrame remote={remote} missing="history.positionMissing">
      {({ position }) => <Studio position={position} />}
    </DetailFrame>
  );
}

function useCard(position: Position, amounts: boolean): Card {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  const { locale } = useUi();
  const demo = useIsDemo();
  const { name } = useBrand();
  const instrument = useInstrument(position.symbol);
  const open = position.status === 1;
  const amount = open ? position.plAmount : resultOf(position).sum;
  const feed = instrument?.source.feed;
  return cardOf(
    position,
    { ratio: ratioOf(position, amount), amount, sign: decimalSign(amount) },
    {
      brand: name,
      labels: [
        ...(demo ? [t('common.demo')] : []),
        ...(feed === 'simulated' ? [t('common.simulated')] : feed === 'replay' ? [t('common.replayed')] : []),
      ],
      direction: t(position.direction === 1 ? 'history.long' : 'history.short'),
      entry: t('history.entryPrice'),
      exit: t('history.closePrice'),
      mark: t('history.markPrice'),
      quantity: t('history.quantity'),
      when: formatTime(open ? serverNow() : position.updatedAt, 'dateTime', zone),
      invite: t('share.invite'),
    },
    {
      price: figures.price,
      quantity: (value) => formatAmount(trimZeros(value), { locale }),
      // This page's switch decides about amounts, whatever the app hides elsewhere.
      amount: (value) => formatMoney(value, { locale, decimals: Math.min(4, neat(value)) }),
      percent: (value) => (value === null ? '–' : `${formatMoney(value, { locale, decimals: 2, sign: 'always' })}%`),
    },
    { amounts, link: `${location.origin}/order?${new URLSearchParams({ symbol: position.symbol, kind: String(position.kind) })}` },
  );
}

/** Profit in percent of the opening margin. For a closed position: of the closed part's value divided by the leverage. */
function ratioOf(position: Position, amount: string): string | null {
  if (position.status === 1) return position.plRatio;
  const margin = decimalDivide(decimalMultiply(position.closedQuantity, position.endPrice), String(position.lever), 8);
  return decimalSign(margin) > 0 ? decimalDivide(decimalMultiply(amount, '100'), margin, 4) : null;
}

function Studio({ position }: { position: Position }) {
  const t = useT();
  const { amountsHidden } = useUi();
  const [amounts, setAmounts] = useState(false);
  const [look, setLook] = useState<'light' | 'dark'>('light');
  const [ready, setReady] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const switchId = useId();
  const card = useCard(position, amounts);
  const text = JSON.stringify(card);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the card
  useEffect(() => {
    let here = true;
    void import('./draw.ts').then(async ({ drawCard }) => {
      if (!here || !canvas.current) return;
      await drawCard(canvas.current, card);
      if (here) setReady(true);
    });
    return () => {
      here = false;
    };
  }, [text, look]);
  return (
    <div className={styles.studio}>
      <div className={styles.frame} data-theme={look}>
        <canvas ref={canvas} role="img" aria-label={spoken(card)} className={styles.card} />
      </div>
      <div className={styles.controls}>
        <Segmented
          label={t('settings.theme')}
          value={look}
          onChange={setLook}
          options={[
            { value: 'light', label: t('settings.themeLight') },
            { value: 'dark', label: t('settings.themeDark') },
          ]}
        />
        <p className={styles.choice}>
          <span id={switchId}>
            {t('share.withAmounts')}
            <small>{t(amountsHidden && amounts ? 'share.hiddenElsewhere' : 'share.withAmountsWhy')}</small>
          </span>
          <Switch checked={amounts} onChange={setAmounts} aria-labelledby={switchId} />
        </p>
        <div className={styles.buttons}>
          <Button
            size="large"
            wide
            disabled={!ready}
            icon={<IconShare size={18} aria-hidden />}
            onClick={() => void share(canvas.current, card)}
          >
            {t('share.share')}
          </Button>
          <Button
            kind="outline"
            wide
            disabled={!ready}
            icon={<IconDownload size={18} aria-hidden />}
            onClick={() => void download(canvas.current, card)}
          >
            {t('share.download')}
          </Button>
          <Button kind="outline" wide disabled={!ready} icon={<IconCopy size={18} aria-hidden />} onClick={() => void copy(canvas.current)}>
            {t('share.copy')}
          </Button>
        </div>
        <p className={styles.note}>{t('share.note')}</p>
      </div>
    </div>
  );
}

const fileName = (card: Card) => `${card.brand}-${card.symbol}.png`.replace(/[^\w.-]+/g, '-').toLowerCase();

async function blobOf(canvas: HTMLCanvasElement | null): Promise<Blob | undefined> {
  if (!canvas) return undefined;
  try {
    return await (await import('./draw.ts')).pictureOf(canvas);
  } catch {
    toast('error', say('share.failed'));
    return undefined;
  }
}

/** Opens the device's share sheet with the picture; without one, saves the picture. */
async function share(canvas: HTMLCanvasElement | null, card: Card) {
  const blob = await blobOf(canvas);
  if (!blob) return;
  const files = [new File([blob], fileName(card), { type: 'image/png' })];
  if (!navigator.canShare?.({ files })) return save(blob, card);
  try {
    await navigator.share({ files, title: `${card.symbol} ${card.headline}` });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) save(blob, card);
  }
}

async function download(canvas: HTMLCanvasElement | null, card: Card) {
  const blob = await blobOf(canvas);
  if (blob) save(blob, card);
}

function save(blob: Blob, card: Card) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(card);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  toast('success', say('share.saved'));
}

async function copy(canvas: HTMLCanvasElement | null) {
  const blob = await blobOf(canvas);
  if (!blob) return;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    toast('success', say('common.copied'));
  } catch {
    toast('error', say('common.copyFailed'));
  }
}
