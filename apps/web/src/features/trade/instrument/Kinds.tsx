import { ChartKind } from '@bourse/protocol/enums';
import { EmptyState, IconStar, Tabs } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';

/** The tabs of the instrument list: spot, contracts, stocks, favourites, bulk. */
export function KindTabs({
  kind,
  onKind,
  dense = false,
}: {
  kind: ChartKind;
  onKind: (kind: ChartKind) => void;
  dense?: boolean | undefined;
}) {
  const t = useT();
  return (
    <Tabs
      dense={dense}
      label={t('trade.kinds')}
      value={String(kind)}
      onChange={(next) => onKind(Number(next) as ChartKind)}
      options={Object.values(ChartKind).map((each) => ({
        value: String(each),
        label:
          each === ChartKind.favourites ? (
            <>
              <IconStar size={dense ? 15 : 18} aria-hidden />
              <span className="visually-hidden">{t('trade.kind4')}</span>
            </>
          ) : (
            t(`trade.kind${each}`)
          ),
      }))}
    />
  );
}

/** An empty list explains itself. */
export function NothingOf({ kind }: { kind: ChartKind }) {
  const t = useT();
  if (kind === ChartKind.bulk)
    return (
      <EmptyState compact title={t('trade.bulkTitle')}>
        {t('trade.bulkWhy')}
      </EmptyState>
    );
  if (kind === ChartKind.favourites)
    return (
      <EmptyState compact title={t('trade.noFavourites')}>
        {t('trade.noFavouritesWhy')}
      </EmptyState>
    );
  return null;
}
