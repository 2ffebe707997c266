import { decimalSign } from '@bourse/money';
import { Amount, Arrow, cx, EmptyState, IconButton, IconChevronLeft, IconChevronRight, Total, useUi } from '@bourse/ui';
import { useState } from 'react';
import { useMoney } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { briefly, type Cell, type Day, firstDayOf, monthsOf, strengthOf } from '../model/equity.ts';
import styles from './Equity.module.css';

/** Each day's profit or loss, one month per page. An arrow and the signed figure repeat what the colour says. */
export function ProfitCalendar({ days }: { days: readonly Day[] }) {
  const t = useT();
  const money = useMoney();
  const { locale } = useUi();
  const firstDay = firstDayOf(locale);
  const months = monthsOf(
    days.map((day) => ({ ...day, pl: money.convert(day.pl) })),
    firstDay,
  );
  const [back, setBack] = useState(0);
  const month = months.at(-1 - back);
  if (!month)
    return (
      <EmptyState compact title={t('funds.equityEmpty')}>
        {t('funds.equityEmptyText')}
      </EmptyState>
    );
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month.key}-01`));
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const longWeekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 5 January 2026 is a Monday.
  const dates = Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 0, 4 + firstDay + index));
  const all = month.weeks.flat().map((cell) => cell?.pl ?? '');
  return (
    <>
      <div className={styles.monthHead}>
        <IconButton label={t('funds.monthBefore')} disabled={back >= months.length - 1} onClick={() => setBack(back + 1)}>
          <IconChevronLeft size={18} className={styles.arrow ?? ''} />
        </IconButton>
        <h3 aria-live="polite">{title}</h3>
        <IconButton label={t('funds.monthAfter')} disabled={back === 0} onClick={() => setBack(back - 1)}>
          <IconChevronRight size={18} className={styles.arrow ?? ''} />
        </IconButton>
      </div>
      <table className={styles.calendar}>
        <caption className="visually-hidden">{t('funds.calendarLabel', { month: title })}</caption>
        <thead>
          <tr>
            {dates.map((date) => (
              <th key={date} scope="col" aria-label={longWeekday.format(date)}>
                {weekday.format(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, index) => (
            <tr key={week.find((cell) => cell)?.day ?? index}>
              {week.map((cell, place) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its place
                cell ? <DayCell key={cell.day} cell={cell} all={all} /> : <td key={place} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.monthSum}>
        <span>{t('funds.profitIn')}</span>
        <Total>
          <Amount value={month.pl} decimals={money.decimals} tone="direction" fraction="plain" currency={money} />
        </Total>
      </p>
    </>
  );
}

function DayCell({ cell, all }: { cell: Cell; all: readonly string[] }) {
  const { locale, amountsHidden, labels } = useUi();
  const direction = decimalSign(cell.pl || '0');
  const strength = direction === 0 ? 0 : amountsHidden ? 1 : strengthOf(cell.pl, all);
  return (
    <td>
      <span className={cx(styles.day, direction > 0 && styles.won, direction < 0 && styles.lost, styles[`strength${strength}`])}>
        <span className={styles.date}>{cell.date}</span>
        {direction !== 0 && (
          <span className={styles.profit} dir="ltr">
            {amountsHidden ? (
              <>
                <Arrow direction={direction > 0 ? 'up' : 'down'} />
                <span className="visually-hidden">
                  {direction > 0 ? labels.up : labels.down}, {labels.hiddenAmount}
                </span>
              </>
            ) : (
              briefly(cell.pl, locale)
            )}
          </span>
        )}
      </span>
    </td>
  );
}
