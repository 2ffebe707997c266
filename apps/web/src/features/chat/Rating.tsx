import { Button, IconStar, TextArea } from '@bourse/ui';
import { useState } from 'react';
import type { ChatClient } from '../../data/chat/index.ts';
import { type CallInput, useAction, useNow, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Chat.module.css';

const scores = [1, 2, 3, 4, 5] as const;
const ratingReasons = ['fast', 'friendly', 'solved', 'slow', 'unclear', 'unsolved'] as const satisfies readonly NonNullable<
  CallInput<'POST im/work-order/evaluation'>['reasons']
>[number][];
type Reason = (typeof ratingReasons)[number];

/** The rating of a conversation that has ended. It may be changed for a day. */
export function Rating({ client, groupId }: { client: ChatClient; groupId: string }) {
  const t = useT();
  const zone = useTimeZone();
  const now = useNow();
  const order = client.workOrder(groupId);
  const given = order?.rating;
  const [changing, setChanging] = useState(false);
  const [score, setScore] = useState(0);
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const [text, setText] = useState('');
  const rate = useAction(async () => {
    await client.rate(groupId, { score, reasons: [...reasons], text: text.trim() });
    setChanging(false);
  });
  if (!order || (order.state !== 'finished' && order.state !== 'rated')) return null;
  if (given && !changing)
    return (
      <p className={styles.note}>
        {given.changeableUntil > now
          ? t('chat.rated', { count: given.score, time: formatTime(given.changeableUntil, 'dateTime', zone) })
          : t('chat.ratedLast', { count: given.score })}{' '}
        {given.changeableUntil > now && (
          <Button kind="link" size="small" onClick={() => setChanging(true)}>
            {t('chat.rateChange')}
          </Button>
        )}
      </p>
    );
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        void rate.run(undefined);
      }}
    >
      <fieldset className={styles.stars}>
        <legend>{t('chat.rate')}</legend>
        {scores.map((count) => (
          <label key={count} data-on={count <= score}>
            <input
              className="visually-hidden"
              type="radio"
              name="score"
              value={count}
              checked={score === count}
              onChange={() => setScore(count)}
            />
            <IconStar size={24} aria-hidden />
            <span className="visually-hidden">{t('chat.rateScore', { count })}</span>
          </label>
        ))}
      </fieldset>
      {score > 0 && (
        <>
          <div className={styles.acts}>
            {ratingReasons.map((reason) => (
              <Button
                key={reason}
                size="small"
                kind={reasons.includes(reason) ? 'solid' : 'outline'}
                aria-pressed={reasons.includes(reason)}
                onClick={() => setReasons((old) => (old.includes(reason) ? old.filter((one) => one !== reason) : [...old, reason]))}
              >
                {t(`chat.reason_${reason}`)}
              </Button>
            ))}
          </div>
          <TextArea label={t('chat.rateText')} rows={2} value={text} onChange={setText} maxLength={500} />
          {rate.error && <Problem>{rate.error.message || t('common.noResponse')}</Problem>}
          <Button type="submit" size="small" busy={rate.busy}>
            {t('chat.rateSend')}
          </Button>
        </>
      )}
    </form>
  );
}
