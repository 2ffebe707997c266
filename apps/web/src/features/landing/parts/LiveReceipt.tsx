import { formatAmount } from '@bourse/money';
import { Amount, Chip, Fingerprint, IconCheck, IconClose, Skeleton, useUi } from '@bourse/ui';
import { useEffect, useState } from 'react';
import { readOnce, session, useTape, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { exampleFacts, exampleHash } from '../model/example.ts';
import { readFacts, recompute, type Shown, shortHash } from '../model/receipt.ts';
import styles from './LiveReceipt.module.css';

type State = { shown: Shown; published: string; example: boolean; tookMs: number };
const watched = 'BTC/USDT';

/** Without a real account, the tape and the socket are the demo venue's. */
const venueSeen = () => (session.isReal ? 'real' : 'demo');

/** The newest trade on the tape, or undefined before the first trade. */
async function newestReceipt(): Promise<{ document: string; hash: string } | undefined> {
  for (const symbol of [watched, 'ETH/USDT', 'SOL/USDT']) {
    const [newest] = await readOnce('GET exchange/trades', { symbol, limit: 1 });
    if (newest) return readOnce('GET pay/receipt/get', { fillId: newest.fillId, venue: venueSeen() });
  }
  return undefined;
}

async function work(fill: { id: string; venue: 'real' | 'demo' } | undefined): Promise<State> {
  const asked = fill ? readOnce('GET pay/receipt/get', { fillId: fill.id, venue: fill.venue }) : newestReceipt();
  const found = await asked.catch(() => undefined);
  const facts = found && readFacts(found.document);
  const example = facts === undefined;
  const published = example ? exampleHash : found!.hash;
  const since = performance.now();
  const shown = await recompute(facts ?? exampleFacts, published);
  return { shown, published, example, tookMs: Math.max(1, Math.round(performance.now() - since)) };
}

/** A live receipt next to the promise: fetched, recomputed in the browser and compared, and again at every trade while the page is open. */
export function LiveReceipt() {
  const [state, setState] = useState<State>();
  const fillId = useTape(watched)?.find((print) => print.fillId !== null)?.fillId ?? undefined;
  useEffect(() => {
    let gone = false;
    work(fillId ? { id: fillId, venue: venueSeen() } : undefined).then(
      (done) => gone || setState(done),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [fillId]);
  return <aside className={styles.frame}>{state ? <ReceiptCard {...state} /> : <Bones />}</aside>;
}

function Bones() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.top}>
        <Skeleton width={180} />
        <Skeleton width={220} height={28} />
      </div>
      <div className={styles.lines}>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
      <div className={styles.hashes}>
        <Skeleton width={160} height={38} />
        <Skeleton width={160} height={38} />
      </div>
      <div className={styles.verdict} />
    </div>
  );
}

export function ReceiptCard({ shown, published, example, tookMs }: State) {
  const t = useT();
  const { locale } = useUi();
  const timeZone = useTimeZone();
  const { facts } = shown;
  const base = facts.baseCode;
  const quote = facts.quoteCode;
  const demo = facts.venue === 'demo';
  const figure = (value: string) => formatAmount(value, { locale });
  const arithmetic = (left: string) => left.replace(/\d+(?:\.\d+)?/g, figure);
  const units = { notional: quote, fee: shown.netCode, net: shown.netCode, limit: quote };
  return (
    <div className={styles.card}>
      <div className={styles.top}>
        <div>
          <p className={styles.what}>
            {t(shown.side === 'buy' ? 'landing.bought' : 'landing.sold', {
              quantity: figure(shown.quantity),
              base,
              price: figure(shown.price),
            })}
          </p>
          <p className={styles.net}>
            <Amount value={shown.net} sign="always" unit={shown.netCode} fraction="plain" public />
          </p>
        </div>
        <div className={styles.when}>
          {example ? <Chip tone="warn">{t('landing.example')}</Chip> : demo ? <Chip tone="warn">{t('common.demo')}</Chip> : null}
          <span>{formatTime(facts.time, 'date', timeZone)}</span>
          <span>{formatTime(facts.time, 'seconds', timeZone)}</span>
        </div>
      </div>
      <dl className={styles.lines}>
        {shown.lines.map((line) => (
          <div key={line.key}>
            <dt>
              {t(`landing.line_${line.key}`)} <bdi>{arithmetic(line.left)}</bdi>
            </dt>
            <dd>
              <span className={line.key === 'net' ? styles.total : undefined}>
                <Amount value={line.right} unit={units[line.key]} fraction="plain" public />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.hashes}>
        <div className={styles.hash}>
          <Fingerprint hash={published} size={38} />
          <span>
            {t('landing.published')}
            <b dir="ltr">{shortHash(published)}</b>
          </span>
        </div>
        <span className={styles.equals} aria-hidden="true">
          {shown.hash === published ? '=' : '≠'}
        </span>
        <div className={styles.hash}>
          <Fingerprint hash={shown.hash} size={38} />
          <span>
            {t('landing.yours')}
            <b dir="ltr">{shortHash(shown.hash)}</b>
          </span>
        </div>
      </div>
      <div className={shown.agrees ? styles.verdict : styles.differs} role="status">
        <span className={styles.mark}>
          {shown.agrees ? <IconCheck size={16} strokeWidth={2.5} aria-hidden /> : <IconClose size={16} strokeWidth={2.5} aria-hidden />}
        </span>
        <strong>{shown.agrees ? t('landing.agrees') : t('landing.differs')}</strong>
        <span className={styles.took}>{t('landing.took', { ms: tookMs })}</span>
      </div>
    </div>
  );
}
