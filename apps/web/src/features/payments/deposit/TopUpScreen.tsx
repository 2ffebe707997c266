import type { Channel } from '@bourse/protocol';
import { RechargeChannel } from '@bourse/protocol/enums';
import { buttonClass, EmptyState, IconCoins } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useOwnRead } from '../model/own-read.ts';
import { wayName } from '../model/way-name.ts';
import { Chosen, Question } from '../parts/Choices.tsx';
import { Columns } from '../parts/Columns.tsx';
import { Identified } from '../parts/Gate.tsx';
import { ChainDeposit } from './ChainDeposit.tsx';
import { OnTheirWay } from './OnTheirWay.tsx';
import { OrderForm } from './OrderForm.tsx';
import { Rules } from './Rules.tsx';
import { useWays } from './ways.ts';

type Search = { asset?: string; channel?: string };

/** Pay in: which asset, which way, and then where to. */
export function TopUpScreen() {
  const t = useT();
  const search = useSearch({ strict: false }) as Search;
  const channels = lastValue(useOwnRead('GET pay/recharge-channel/list', {}));
  const chosen = channels?.find(({ id }) => String(id) === search.channel);
  return (
    <Columns
      title={t('moneyIn.title')}
      aside={
        <>
          {chosen && <Rules of={chosen} />}
          <OnTheirWay />
        </>
      }
    >
      <Identified>
        <Steps search={search} />
      </Identified>
    </Columns>
  );
}

function Steps({ search }: { search: Search }) {
  const t = useT();
  const navigate = useNavigate();
  const { assets, choicesOf, remote } = useWays();
  const go = (next: Search) => void navigate({ to: '/funds/topUp', search: next });
  if (!assets) return <Unread remote={remote} rows={5} height={64} />;
  if (assets.length === 0)
    return (
      <EmptyState icon={<IconCoins size={28} strokeWidth={1.5} aria-hidden />} title={t('moneyIn.noWays')}>
        {t('moneyIn.noWaysText')}
      </EmptyState>
    );
  const asset = assets.find(({ code }) => code === search.asset);
  if (!asset)
    return (
      <Question
        title={t('moneyIn.whichAsset')}
        choices={assets.map(({ code, name, ways }) => ({
          ...{ key: code, title: code, under: name, picture: code },
          endUnder: t('moneyIn.ways', { count: ways.length }),
        }))}
        onChoose={(code) => go({ asset: code })}
      />
    );
  const channel = asset.ways.find(({ id }) => String(id) === search.channel);
  const again = <Chosen label={t('journey.asset')} value={asset.code} aside={asset.name} onChange={() => go({})} />;
  if (!channel)
    return (
      <>
        {again}
        <Question title={t('moneyIn.whichWay')} choices={choicesOf(asset.ways)} onChoose={(id) => go({ asset: asset.code, channel: id })} />
      </>
    );
  return (
    <>
      {again}
      <Chosen label={t('moneyIn.way')} value={wayName(t, channel)} onChange={() => go({ asset: asset.code })} />
      <Way key={channel.id} channel={channel} />
    </>
  );
}

function Way({ channel }: { channel: Channel }) {
  const t = useT();
  if (channel.channel !== RechargeChannel.cryptoCallback) return <OrderForm channel={channel} />;
  // An address that many share is told apart by its tag: it has a page of its own, where both are equally big.
  if (channel.network?.startsWith('xrp'))
    return (
      <Link to="/xrp_topup" className={buttonClass({ size: 'large', wide: true })}>
        {t('moneyIn.showAddress')}
      </Link>
    );
  return <ChainDeposit channel={channel} />;
}
