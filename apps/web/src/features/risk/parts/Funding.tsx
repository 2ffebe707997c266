import { decimalCompare, decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { Amount, EmptyState, useUi } from '@bourse/ui';
import { useState } from 'react';
import { useNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { rateBars } from '../model.ts';
import type { Risk } from '../RiskScreen.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';

type Round = Risk['funding'][number];
const box = { width: 360, height: 104 };

/** What longs and shorts pay each other: the next funding round and the past ones. */
export function Funding({ risk }: { risk: Risk }) {
  const t = useT();
  const { locale } = useUi();
  const rate = (value: string) => `${formatAmount(value, { locale, decimals: Math.max(4, neat(value)), sign: 'always' })}%`;
  const direction = decimalSign(risk.fundingRate);
  const rounds = [...risk.funding].sort((a, b) => a.time - b.time);
  return (
    <Panel
      title={t('risk.funding')}
      aside={risk.nextFunding === null ? undefined : <NextRound at={risk.nextFunding} />}
      why={t('risk.fundingWhy', { hours: Math.round(risk.fundingIntervalMs / 3_600_000) })}
    >
      <p>
        <b dir="ltr">{rate(risk.fundingRate)}</b>{' '}
        <span className={styles.sub}>{t(direction > 0 ? 'risk.longsPay' : direction < 0 ? 'risk.shortsPay' : 'risk.nobodyPays')}</span>
      </p>
      {rounds.length === 0 ? (
        <EmptyState compact title={t('risk.noRounds')}>
          {t('risk.noRoundsText')}
        </EmptyState>
      ) : (
        <>
          <Bars rounds={rounds} rate={rate} />
          <RoundTable rounds={rounds} rate={rate} asset={risk.asset} />
        </>
      )}
    </Panel>
  );
}

function NextRound({ at }: { at: number }) {
  const t = useT();
  const left = Math.max(0, Math.floor((at - useNow()) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${two(Math.floor(left / 3600))}:${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`;
  return t('risk.nextIn', { time: text });
}

function Bars({ rounds, rate }: { rounds: readonly Round[]; rate: (value: string) => string }) {
  const t = useT();
  const zone = useTimeZone();
  const [over, setOver] = useState<number | null>(null);
  const { bars, zero } = rateBars(
    rounds.map((round) => (round.void ? '0' : round.rate)),
    box.width,
    box.height,
  );
  const shown = over === null ? undefined : rounds[over];
  const middle = over === null ? 0 : (((bars[over]?.x ?? 0) + (bars[over]?.width ?? 0) / 2) / box.width) * 100;
  const sorted = rounds.map((round) => round.rate).sort(decimalCompare);
  return (
    <div
      role="img"
      className={styles.chart}
      aria-label={t('risk.chartLabel', {
        count: rounds.length,
        high: rate(sorted.at(-1) ?? '0'),
        low: rate(sorted[0] ?? '0'),
      })}
      onPointerMove={(event) => {
        const frame = event.currentTarget.getBoundingClientRect();
        const at = Math.floor(((event.clientX - frame.left) / frame.width) * rounds.length);
        setOver(Math.min(rounds.length - 1, Math.max(0, at)));
      }}
      onPointerLeave={() => setOver(null)}
    >
      <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2={box.width} y1={zero} y2={zero} stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
        {bars.map((bar, index) => (
          <rect
            key={rounds[index]!.round}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
            fill={bar.side === 'up' ? 'var(--up-fill)' : bar.side === 'down' ? 'var(--down-fill)' : 'var(--line-strong)'}
            opacity={over === null || over === index ? 1 : 0.45}
          />
        ))}
      </svg>
      {shown && (
        <span className={styles.read} style={{ left: `${middle}%`, translate: `${-middle}% 0` }}>
          {formatTime(shown.time, 'dateTime', zone)} · {shown.void ? t('risk.void') : rate(shown.rate)}
        </span>
      )}
    </div>
  );
}

/** The same rates as a list. */
function RoundTable({ rounds, rate, asset }: { rounds: readonly Round[]; rate: (value: string) => string; asset: string }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <details className={styles.details}>
      <summary>{t('risk.asTable', { count: rounds.length })}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('risk.round')}</th>
            <th scope="col">{t('risk.rate')}</th>
            <th scope="col">{t('risk.paid', { asset })}</th>
          </tr>
        </thead>
        <tbody>
          {[...rounds].reverse().map((round) => (
            <tr key={round.round}>
              <td>{formatTime(round.time, 'dateTime', zone)}</td>
              <td>
                <bdi dir="ltr">{round.void ? t('risk.void') : rate(trimZeros(round.rate))}</bdi>
              </td>
              <td>
                <Amount public value={round.paid} decimals={2} fraction="plain" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
