import type { ChatEntry, PaymentInstructions } from '@bourse/protocol/chat';
import { cardEnds, cardLookMs } from '@bourse/protocol/chat-cards';
import { Amount, Chip, type ChipTone } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ChatClient } from '../../data/chat/index.ts';
import { on, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { tMaybe, useT } from '../../i18n/index.ts';
import { neat } from '../funds/model/figures.ts';
import styles from './Chat.module.css';

type About = 'recharge' | 'withdrawal' | 'order';
type Facts = { status: string; amount: string | null; asset: string | null; digest: string };

/** A deposit may still be taken back after it was credited, but nobody waits for that. */
const isOver = (about: About, of: Facts | null | undefined) => of === null || cardEnds[about].includes(of?.status ?? '');

const wellEnded = ['credited', 'completed'];
const toneOf = (about: About, status: string): ChipTone =>
  wellEnded.includes(status) ? 'ok' : cardEnds[about].includes(status) ? 'error' : 'plain';

/** How the screens of deposits, payouts and orders call a state. */
export function stateWords(about: About, status: string): string {
  if (about === 'order') return tMaybe(`trade.status${status}`) ?? status;
  if (about === 'recharge') return tMaybe(`journey.in_${status}`) ?? status;
  return tMaybe(`journey.out_${status === 'waiting' ? 'review' : status}`) ?? status;
}

/** The subject of a card as the books have it now; undefined: not read yet, null: it cannot be read any more. A notice about it reads it at once. */
function useCardNow(client: ChatClient, { groupId, id }: ChatEntry, about: About): Facts | null | undefined {
  const [now, setNow] = useState<Facts | null>();
  const over = isOver(about, now);
  useEffect(() => {
    let gone = false;
    const look = () =>
      client.ports.call('GET im/message/card', { groupId, id }).then(
        (read) => gone || setNow(read.now),
        // What was read before stays.
        () => undefined,
      );
    void look();
    const heard = on('notice', ({ kind }) => {
      if (kind.startsWith(about === 'recharge' ? 'deposit.' : 'withdrawal.')) void look();
    });
    const timer = over ? undefined : setInterval(() => document.hidden || void look(), cardLookMs);
    return () => {
      gone = true;
      heard();
      clearInterval(timer);
    };
  }, [client, groupId, id, about, over]);
  return now;
}

/** A card is read from the books: as it was when it was sent, and as it is now. */
export function Card({
  entry,
  about,
  id,
  sent,
  instructions,
  client,
}: {
  entry: ChatEntry;
  about: About;
  id: string;
  sent: Facts;
  instructions?: PaymentInstructions | undefined;
  client: ChatClient;
}) {
  const t = useT();
  const now = useCardNow(client, entry, about);
  const same = now?.digest === sent.digest;
  return (
    <div className={styles.card}>
      <strong>{t(`chat.card_${about}`, { id })}</strong>
      <dl>
        <div>
          <dt>{t('chat.cardThen')}</dt>
          <dd>
            <CardFacts about={about} of={sent} />
          </dd>
        </div>
        {now !== undefined && !same && (
          <div>
            <dt>{t('chat.cardNow')}</dt>
            <dd>
              <span className={styles.now} role="status">
                {now ? <CardFacts about={about} of={now} /> : t('chat.cardGone')}
              </span>
            </dd>
          </div>
        )}
      </dl>
      {instructions && !isOver(about, now) && <Pay {...instructions} />}
      {same && <small>{t('chat.cardSame')}</small>}
      {about !== 'order' && (
        <Link to={about === 'recharge' ? '/funds/top_up_order' : '/funds/withdraw/success'} search={{ id } as never}>
          {t('chat.cardOpen')}
        </Link>
      )}
    </div>
  );
}

/** How the exchange asks to be paid. Nobody at the desk can type this. */
function Pay({ pays, currency, reference, expiresAt }: PaymentInstructions) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <ul className={styles.pay}>
      <li>
        <span>{t('chat.cardPays')}</span> <Amount value={pays} decimals={neat(pays)} unit={currency} />
      </li>
      <li>
        <span>{t('chat.cardReference')}</span> <bdi className="tnum">{reference}</bdi>
      </li>
      <li>
        <span>{t('chat.cardUntil')}</span>{' '}
        <time dateTime={new Date(expiresAt).toISOString()}>{formatTime(expiresAt, 'dateTime', zone)}</time>
      </li>
    </ul>
  );
}

function CardFacts({ about, of: { status, amount, asset } }: { about: About; of: Facts }) {
  return (
    <>
      <Chip tone={toneOf(about, status)}>{stateWords(about, status)}</Chip>
      {amount !== null && <Amount value={amount} decimals={neat(amount)} {...(asset ? { unit: asset } : {})} />}
    </>
  );
}
