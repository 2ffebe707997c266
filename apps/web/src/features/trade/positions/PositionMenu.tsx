import { InstrumentKind } from '@bourse/protocol/enums';
import { IconButton, IconMore, Menu, type MenuItem } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import type { Position } from './positions.ts';
import type { PositionAct } from './usePositionSheets.tsx';

type Props = { position: Position; onAct: (what: PositionAct, position: Position) => void; small?: boolean };

/** The other actions on a position, in one menu. */
export function PositionMenu({ position, onAct, small = false }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const label = t('leverage.moreActions', { symbol: position.symbol });
  const items: MenuItem[] = [
    { key: 'limit', label: t('leverage.closeLimit'), onSelect: () => onAct('closeLimit', position) },
    { key: 'stops', label: t('leverage.editStops'), onSelect: () => onAct('stops', position) },
    ...(position.kind === InstrumentKind.contract
      ? [
          { key: 'reverse', label: `${t('leverage.reverse')}…`, onSelect: () => onAct('reverse', position) },
          ...(position.marginMode === 2
            ? [
                { key: 'add', label: t('leverage.addMargin'), onSelect: () => onAct('addMargin', position) },
                { key: 'take', label: t('leverage.takeMargin'), onSelect: () => onAct('takeMargin', position) },
              ]
            : []),
        ]
      : []),
    'rule',
    {
      key: 'share',
      label: t('leverage.share'),
      onSelect: () => void navigate({ to: '/contractTrade/contractSharing', search: { id: position.id, kind: String(position.kind) } }),
    },
  ];
  return (
    <Menu
      label={label}
      align="end"
      items={items}
      trigger={(button) => (
        <IconButton small={small} label={label} {...button}>
          <IconMore size={small ? 16 : 20} aria-hidden />
        </IconButton>
      )}
    />
  );
}
