import { RechargeChannel } from '@bourse/protocol/enums';
import { buttonClass, EmptyState, IconTransfer } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useOwnRead } from '../model/own-read.ts';
import { Chosen, Question } from '../parts/Choices.tsx';
import { Columns } from '../parts/Columns.tsx';
import { Identified } from '../parts/Gate.tsx';
import { OrderForm } from './OrderForm.tsx';
import { Rules } from './Rules.tsx';
import { useWays } from './ways.ts';

const c2c = RechargeChannel.c2cService;

/** Pay a currency to a desk and get an asset, at a rate that is promised before anything is paid. */
export function C2cBuyScreen() {
  const t = useT();
  const { channel: wish } = useSearch({ strict: false }) as { channel?: string };
  const chosen = lastValue(useOwnRead('GET pay/recharge-channel/list', {}))?.find(({ id }) => String(id) === wish);
  return (
    <Columns
      title={t('moneyIn.buyTitle')}
      aside={chosen ? <Rules of={chosen} /> : undefined}
      actions={
        <Link to="/c2c/list" className={buttonClass({ kind: 'link', size: 'small' })}>
          {t('moneyIn.c2cTitle')}
        </Link>
      }
    >
      <Identified>
        <Desk wish={wish} />
      </Identified>
    </Columns>
  );
}

function Desk({ wish }: { wish: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const { assets, choicesOf, remote } = useWays();
  const desks = assets?.flatMap(({ ways }) => ways).filter(({ channel }) => channel === c2c);
  if (!desks) return <Unread remote={remote} rows={4} height={64} />;
  if (desks.length === 0)
    return (
      <EmptyState
        icon={<IconTransfer size={28} strokeWidth={1.5} aria-hidden />}
        title={t('moneyIn.noDesks')}
        action={
          <Link to="/funds/topUp" className={buttonClass()}>
            {t('moneyIn.otherWays')}
          </Link>
        }
      >
        {t('moneyIn.noDesksText')}
      </EmptyState>
    );
  const desk = desks.find(({ id }) => String(id) === wish);
  const pair = ({ pays, asset }: { pays: string; asset: string }) => t('moneyIn.pair', { pays, asset });
  if (!desk)
    return (
      <Question
        title={t('moneyIn.whichDesk')}
        choices={choicesOf(desks).map((choice, index) => ({ ...choice, title: pair(desks[index]!) }))}
        onChoose={(channel) => void navigate({ to: '/c2c/buy', search: { channel } })}
      />
    );
  return (
    <>
      <Chosen label={t('moneyIn.way_3')} value={pair(desk)} onChange={() => void navigate({ to: '/c2c/buy', search: {} })} />
      <OrderForm key={desk.id} channel={desk} />
    </>
  );
}
