import { formatAmount, plotNumber, trimZeros } from '@bourse/money';
import { Amount, Facts, Meter, useUi } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { evenAt, percentOf } from '../model.ts';
import type { Risk } from '../RiskScreen.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';

/** The house is the counterparty of every timed contract: the terms it offers, what it could owe, and its result so far. */
export function TimedHouse({ risk }: { risk: Risk }) {
  const t = useT();
  const { locale } = useUi();
  const { timed } = risk;
  if (!timed) return null;
  const percent = (value: string) => `${formatAmount(trimZeros(value), { locale })}%`;
  const share = (count: number) => percent(percentOf(String(count), String(timed.played)));
  const money = (value: string, tone?: 'direction') => (
    <Amount public value={value} decimals={2} unit={timed.asset} fraction="plain" {...(tone ? { tone } : {})} />
  );
  return (
    <Panel title={t('risk.timed')} aside={timed.offered ? undefined : t('risk.timedClosed')}>
      <p className={styles.house}>{t('risk.house')}</p>
      {timed.offers.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('risk.duration')}</th>
              <th scope="col">{t('risk.payout')}</th>
              <th scope="col">{t('risk.evenAt')}</th>
            </tr>
          </thead>
          <tbody>
            {timed.offers.map((offer) => (
              <tr key={offer.durationS}>
                <td>{t('history.seconds', { count: offer.durationS })}</td>
                <td>
                  <bdi dir="ltr">{percent(offer.payoutRate)}</bdi>
                </td>
                <td>
                  <bdi dir="ltr">{percent(evenAt(offer.payoutRate))}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Exposure name={`▲ ${t('risk.owedUp')}`} owed={timed.owedUp} limit={timed.exposureLimit} asset={timed.asset} />
      <Exposure name={`▼ ${t('risk.owedDown')}`} owed={timed.owedDown} limit={timed.exposureLimit} asset={timed.asset} />
      <Facts
        facts={[
          { key: 'played', name: t('risk.played'), value: formatAmount(String(timed.played), { locale, decimals: 0 }) },
          { key: 'won', name: t('risk.won'), value: `${timed.won} · ${share(timed.won)}` },
          { key: 'lost', name: t('risk.lost'), value: `${timed.lost} · ${share(timed.lost)}` },
          { key: 'even', name: t('risk.evenVoid'), value: String(timed.equal + timed.void) },
          { key: 'staked', name: t('risk.staked'), value: money(timed.staked) },
          { key: 'paid', name: t('risk.paidOut'), value: money(timed.paidOut) },
          { key: 'result', name: t('risk.houseResult'), value: money(timed.houseResult, 'direction'), strong: true },
        ]}
      />
    </Panel>
  );
}

/** What the house owes if all contracts on one side win, out of the maximum it accepts. */
function Exposure({ name, owed, limit, asset }: { name: string; owed: string; limit: string; asset: string }) {
  const t = useT();
  const percent = percentOf(owed, limit);
  return (
    <div className={styles.meter}>
      <p className={styles.meterHead}>
        <span>{name}</span>
        <span>
          <Amount public value={owed} decimals={2} fraction="plain" /> /{' '}
          <Amount public value={limit} decimals={0} fraction="plain" unit={asset} />
        </span>
      </p>
      <Meter label={t('risk.exposureOf', { side: name })} share={plotNumber(percent)} />
    </div>
  );
}
