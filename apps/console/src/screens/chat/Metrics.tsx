import { useState } from 'react';
import type { AdminOutput } from '../../data/api.ts';
import { useRead } from '../../data/use-read.ts';
import { FactList, Remote } from '../../parts/Screen.tsx';
import { lengthText, named, t } from '../../words.ts';

type Clock = AdminOutput<'GET chat/metrics'>['types'][number]['first'];
const seconds = (value: number | null) => (value === null ? '–' : lengthText(value));
const clockText = ({ answered, medianS, slowestTenthS, withinPromise }: Clock) =>
  t('console.chat.clock', { count: answered, median: seconds(medianS), slowest: seconds(slowestTenthS), within: String(withinPromise) });

/** How long customers really waited in the last seven days. It is computed from the logs, so it is asked for only when it is opened. */
export function Metrics() {
  const [open, setOpen] = useState(false);
  const read = useRead('GET chat/metrics', open ? { days: 7 } : undefined);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('console.chat.metrics')}</summary>
      {open && (
        <Remote read={read}>
          {({ waiting, active, answered, types, ratings }) => (
            <>
              <p>{t('console.chat.metricsNow', { waiting: String(waiting), active: String(active), answered: String(answered) })}</p>
              <FactList
                facts={types.map(({ groupType, first, next, promiseS, nextPromiseS }) => [
                  named('chat', `type.${groupType}`),
                  t('console.chat.metricsType', {
                    ...{ first: clockText(first), promise: lengthText(promiseS) },
                    ...{ next: clockText(next), nextPromise: lengthText(nextPromiseS) },
                  }),
                ])}
              />
              <p>{t('console.chat.ratings', { count: ratings.count, average: String(ratings.average ?? '–') })}</p>
            </>
          )}
        </Remote>
      )}
    </details>
  );
}
