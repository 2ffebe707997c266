import {
  Age,
  Amount,
  Button,
  Change,
  Chip,
  Confirm,
  Dialog,
  EmptyState,
  ErrorState,
  Facts,
  IconCoins,
  List,
  Menu,
  OfflineBar,
  Row,
  Sheet,
  Skeleton,
  SkeletonRows,
  Sparkline,
  Total,
  toast,
} from '@bourse/ui';
import { useState } from 'react';
import styles from './Gallery.module.css';
import { Section } from './Section.tsx';

const day = [8, 9, 7, 8.2, 7.4, 9.6, 11, 10.1, 12, 12.6, 11, 10.2, 10.6, 9, 8.4, 7.2, 6.4, 8, 8.8, 9.4, 10.4, 10, 12, 13, 12.4, 13.4];

export function Rows() {
  return (
    <Section name="Rows">
      <List head="Watchlist" end={<Age state="live">0.4 s ago</Age>} inset>
        <Row
          tall
          title="BTC / USDT"
          under="Bitcoin"
          middle={<Sparkline values={day} />}
          end="68,412.50"
          endUnder={<Change value="1.84" />}
          onClick={() => {}}
        />
        <Row tall chosen title="ETH / USDT" under="Ethereum" end="3,524.18" endUnder={<Change value="-0.62" />} onClick={() => {}} />
        <Row
          start={<IconCoins size={22} />}
          title="Spot"
          under="4 assets"
          end={<Amount value="8412.22" decimals={2} />}
          goes
          onClick={() => {}}
        />
      </List>
      <div className={styles.panel}>
        <Facts
          facts={[
            { name: 'Margin', value: '342.00', why: '3,420.00 ÷ 10' },
            { name: 'Fee, at most', value: '1.71', why: '0.05% if it takes; 0.684 if it rests' },
            { name: 'Cost', value: <Total>343.71 USDT</Total>, strong: true },
          ]}
        />
      </div>
    </Section>
  );
}

export function States() {
  return (
    <Section name="States">
      <div className={styles.row}>
        <Skeleton width={120} />
        <Skeleton width={40} height={40} round />
        <Skeleton width={200} height={40} />
      </div>
      <div className={styles.panel}>
        <SkeletonRows rows={2} />
      </div>
      <div className={styles.panel}>
        <EmptyState title="No open orders" action={<Button size="small">Place an order</Button>}>
          Orders that wait for their price stand here until they fill or you cancel them.
        </EmptyState>
      </div>
      <div className={styles.panel}>
        <ErrorState title="Orders could not be loaded" onRetry={() => {}}>
          The server did not answer. Your orders are safe; what you see is from 13:45:51.
        </ErrorState>
      </div>
      <OfflineBar>Offline since 13:45:51. Nothing can be sent.</OfflineBar>
    </Section>
  );
}

export function Overlays({ theme }: { theme: string }) {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'side' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section name="Overlays and toasts">
      <div className={styles.row}>
        <Button size="small" kind="outline" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button size="small" kind="outline" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Button size="small" kind="outline" onClick={() => setOpen('side')}>
          Side sheet
        </Button>
        <Button size="small" kind="outline" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Menu
          label={`Menu ${theme}`}
          items={[
            { key: 'a', label: 'Copy order number', onSelect: () => toast('success', 'Copied') },
            { key: 'b', label: 'Post-only', checked: true, onSelect: () => {} },
            'rule',
            { key: 'c', label: 'Cancel all', danger: true, onSelect: () => toast('warning', 'Cancelled 3 orders') },
          ]}
          trigger={(button) => (
            <Button size="small" kind="outline" {...button}>
              Menu
            </Button>
          )}
        />
      </div>
      <div className={styles.row}>
        {(['info', 'success', 'error', 'warning'] as const).map((kind) => (
          <Button key={kind} size="small" kind="plain" onClick={() => toast(kind, `A toast of kind ${kind}, gone in three seconds`)}>
            {kind}
          </Button>
        ))}
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Signed in on another device"
        foot={
          <Button wide onClick={close}>
            Stay signed in here
          </Button>
        }
      >
        Only one device can stay signed in.
      </Dialog>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="BTC-PERP"
        head={<Chip>10×</Chip>}
        foot={
          <Button wide kind="up" size="large" onClick={close}>
            Buy 0.050 BTC at 68,400.0
          </Button>
        }
      >
        <Facts facts={[{ name: 'Margin', value: '342.00', why: '3,420.00 ÷ 10' }]} />
      </Sheet>
      <Sheet side open={open === 'side'} onClose={close} title="Filters">
        Drag down to close on a phone.
      </Sheet>
      <Confirm
        open={open === 'confirm'}
        onClose={close}
        title="Cancel all orders?"
        confirm="Cancel 12 orders"
        cancel="Keep them"
        kind="danger"
        onConfirm={close}
      >
        12 resting orders leave the book. Their place in the queue is lost.
      </Confirm>
    </Section>
  );
}
