import { decimalSign } from '@bourse/money';
import type { Channel } from '@bourse/protocol';
import { lastValue, type Remote } from '../../../data/index.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { useDuration } from '../model/durations.ts';
import { useFigure } from '../model/figure.ts';
import { useOwnRead } from '../model/own-read.ts';
import { wayName } from '../model/way-name.ts';
import type { Choice } from '../parts/Choices.tsx';

/** From which amount on people look at a deposit. */
export const reviewFrom = (t: Translate, figure: ReturnType<typeof useFigure>, from: string, asset: string): string =>
  decimalSign(from) === 0 ? t('moneyIn.reviewAll') : figure(from, asset);

type AssetWays = { code: string; name: string; ways: Channel[] };

/** Ways in, by what they credit. */
export function useWays(): {
  remote: Remote<Channel[]>;
  assets: AssetWays[] | undefined;
  choicesOf: (ways: readonly Channel[]) => Choice[];
} {
  const t = useT();
  const figure = useFigure();
  const duration = useDuration();
  const remote = useOwnRead('GET pay/recharge-channel/list', {});
  const assets = lastValue(remote)?.reduce<AssetWays[]>((all, way) => {
    if (way.in === null) return all;
    const known = all.find(({ code }) => code === way.asset);
    if (known) known.ways.push(way);
    else all.push({ code: way.asset, name: way.assetName, ways: [way] });
    return all;
  }, []);
  const choicesOf = (ways: readonly Channel[]) =>
    ways.map((way) => ({
      key: String(way.id),
      title: wayName(t, way),
      under: way.in?.typicalSeconds ? t('moneyIn.usually', { time: duration(way.in.typicalSeconds) }) : t('moneyIn.noMedian'),
      endUnder: way.in ? t('moneyIn.from', { min: figure(way.in.min, way.pays) }) : undefined,
      closed: way.openIn ? undefined : t('journey.closed'),
    }));
  return { remote, assets, choicesOf };
}
