import {
  Age,
  Amount,
  AreaCurve,
  Avatar,
  Button,
  Change,
  Checkbox,
  Chip,
  Confirm,
  Dialog,
  EmptyState,
  ErrorState,
  Facts,
  Fingerprint,
  IconBell,
  IconButton,
  IconCoins,
  IconDeposit,
  IconSearch,
  IconStar,
  Kbd,
  List,
  Menu,
  NumberField,
  OfflineBar,
  PasswordField,
  Price,
  ProgressBar,
  Ring,
  RingLegend,
  Row,
  Segmented,
  Select,
  Sheet,
  Skeleton,
  SkeletonRows,
  Slider,
  Sparkline,
  Switch,
  Tabs,
  TextArea,
  TextField,
  Total,
  toast,
  UiProvider,
  useUi,
  Wordmark,
} from '@bourse/ui';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Gallery.module.css';
import { SampleTable } from './SampleTable.tsx';

function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'selected', 'line', 'line-strong', 'edge', 'muted', 'text-2', 'text', 'solid'];
const meanings = [
  'accent',
  'accent-weak',
  'up',
  'up-fill',
  'up-weak',
  'down',
  'down-fill',
  'down-weak',
  'ok',
  'ok-weak',
  'error',
  'error-weak',
  'warn',
  'warn-weak',
];
const sizes = ['t-11', 't-12', 't-13', 't-15', 't-17', 't-22', 't-28', 't-40'];
const day = [8, 9, 7, 8.2, 7.4, 9.6, 11, 10.1, 12, 12.6, 11, 10.2, 10.6, 9, 8.4, 7.2, 6.4, 8, 8.8, 9.4, 10.4, 10, 12, 13, 12.4, 13.4];
const parts = [
  { label: 'Cash', share: 52.58 },
  { label: 'Bitcoin', share: 23.26 },
  { label: 'Stocks', share: 13.21 },
  { label: 'Ethereum', share: 8.06 },
  { label: 'Solana', share: 2.89 },
];

export function Samples({ theme }: { theme: string }) {
  return (
    <>
      <Section name="Colour">
        <div className={styles.swatches}>
          {[...surfaces, ...meanings].map((name) => (
            <div key={name}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </div>
          ))}
        </div>
      </Section>
      <Section name="Type">
        <div className={styles.scale}>
          {sizes.map((size) => (
            <span key={size} style={{ fontSize: `var(--${size})` }}>
              {size} 68,412.50 BTC-PERP
            </span>
          ))}
        </div>
      </Section>
      <Buttons />
      <Fields />
      <ChoicesSample />
      <Figures />
      <Pictures />
      <Rows />
      <States />
      <Overlays theme={theme} />
      <Section name="Table">
        <SampleTable name={theme} />
      </Section>
    </>
  );
}

function Buttons() {
  const [starred, setStarred] = useState(true);
  return (
    <Section name="Button">
      <div className={styles.row}>
        <Button size="large">Deposit</Button>
        <Button size="large" kind="outline">
          See 480 samples
        </Button>
        <Button size="large" kind="quiet" icon={<IconDeposit size={18} />}>
          Withdraw
        </Button>
      </div>
      <div className={styles.row}>
        <Button kind="up">Buy 0.050 BTC at 68,400.0</Button>
        <Button kind="down">Sell / Short</Button>
        <Button kind="danger">Refuse</Button>
      </div>
      <div className={styles.row}>
        <Button size="small">Close</Button>
        <Button size="small" kind="outline">
          Columns
        </Button>
        <Button size="small" kind="quiet">
          25%
        </Button>
        <Button size="small" kind="plain">
          CSV
        </Button>
        <Button size="small" kind="link">
          Verify a receipt
        </Button>
      </div>
      <div className={styles.row}>
        <Button busy>Sending</Button>
        <Button kind="up" busy>
          Buy
        </Button>
        <Button disabled>Not now</Button>
        <Button kind="outline" disabled>
          Not now
        </Button>
      </div>
      <div className={styles.row}>
        <IconButton label="Search">
          <IconSearch size={22} />
        </IconButton>
        <IconButton label="Messages">
          <IconBell size={22} />
        </IconButton>
        <IconButton label="Favourite" aria-pressed={starred} onClick={() => setStarred(!starred)}>
          <IconStar size={22} fill={starred ? 'currentColor' : 'none'} />
        </IconButton>
        <IconButton label="Search" small>
          <IconSearch size={18} />
        </IconButton>
        <IconButton label="Search" disabled>
          <IconSearch size={22} />
        </IconButton>
        <Kbd>⌘K</Kbd>
        <Kbd>B</Kbd>
      </div>
    </Section>
  );
}

function Fields() {
  const [price, setPrice] = useState('68400.0');
  const [quantity, setQuantity] = useState('0.050');
  const [name, setName] = useState('Aina Rahman');
  const [password, setPassword] = useState('correct horse');
  const [reason, setReason] = useState('');
  return (
    <Section name="Field">
      <div className={styles.grid}>
        <NumberField label="Price, USDT" value={price} onChange={setPrice} step="0.5" decimals={1} />
        <NumberField label="Quantity, BTC" value={quantity} onChange={setQuantity} decimals={3} unit="≈ 3,420" />
      </div>
      <NumberField label="Price" layout="inline" dense value={price} onChange={setPrice} unit="USDT" />
      <div className={styles.grid}>
        <TextField label="Name" value={name} onChange={setName} hint="Shown to people you invite" />
        <PasswordField label="Password" value={password} onChange={setPassword} />
      </div>
      <div className={styles.grid}>
        <NumberField label="Amount" value="0.0001" onChange={() => {}} error="The smallest quantity is 0.001." />
        <TextField label="E-mail" value="" onChange={() => {}} placeholder="you@example.com" disabled />
      </div>
      <TextArea label="Your reason" value={reason} onChange={setReason} placeholder="Kept in the audit log" />
    </Section>
  );
}

function ChoicesSample() {
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [type, setType] = useState<'limit' | 'market' | 'stop'>('limit');
  const [tab, setTab] = useState<'positions' | 'orders' | 'fills' | 'funding'>('positions');
  const [post, setPost] = useState(true);
  const [hide, setHide] = useState(false);
  const [share, setShare] = useState(24);
  const [wallet, setWallet] = useState('coin');
  return (
    <Section name="Choice">
      <Segmented
        label="Side"
        value={side}
        onChange={setSide}
        options={[
          { value: 'buy', label: '▲ Buy / Long', tone: 'up' },
          { value: 'sell', label: '▼ Sell / Short', tone: 'down' },
        ]}
      />
      <Segmented
        label="Type"
        value={type}
        onChange={setType}
        options={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
          { value: 'stop', label: 'Stop', disabled: true },
        ]}
      />
      <Tabs
        label="Dock"
        value={tab}
        onChange={setTab}
        options={[
          { value: 'positions', label: 'Positions', count: 2 },
          { value: 'orders', label: 'Open orders', count: 12 },
          { value: 'fills', label: 'Fills' },
          { value: 'funding', label: 'Funding' },
        ]}
      />
      <div className={styles.row}>
        <Checkbox checked={post} onChange={setPost}>
          Post-only
        </Checkbox>
        <Checkbox checked={false} indeterminate onChange={() => {}}>
          Some
        </Checkbox>
        <Checkbox small checked={!post} onChange={(on) => setPost(!on)}>
          Reduce-only
        </Checkbox>
        <Checkbox checked disabled onChange={() => {}}>
          Fixed
        </Checkbox>
      </div>
      <div className={styles.row}>
        <Switch checked={hide} onChange={setHide}>
          Hide amounts
        </Switch>
        <Switch checked disabled onChange={() => {}}>
          Always on
        </Switch>
        <Select
          label="Wallet"
          value={wallet}
          onChange={setWallet}
          options={[
            { value: 'coin', label: 'Spot' },
            { value: 'contract', label: 'Contract' },
          ]}
        />
        <Select small bare label="Step" value="0.5" onChange={() => {}} options={[{ value: '0.5', label: '0.5' }]} />
      </div>
      <Slider
        label="Share of free margin"
        value={share}
        onChange={setShare}
        text={`${share}% of free margin`}
        start="0"
        middle={`${share}% of free margin`}
        end="0.206 max"
      />
    </Section>
  );
}

function Ticker() {
  const [price, setPrice] = useState('68412.5');
  useEffect(() => {
    const timer = setInterval(() => setPrice((Math.round((68_400 + Math.random() * 30) * 2) / 2).toFixed(1)), 1_500);
    return () => clearInterval(timer);
  }, []);
  return <Price value={price} decimals={1} />;
}

function Figures() {
  const settings = useUi();
  return (
    <Section name="Figures">
      <div className={styles.row}>
        <Amount value="15294.80" size="total" decimals={2} unit="USDT" />
      </div>
      <div className={styles.row}>
        <Total large>
          <Amount value="15294.80" size="total" decimals={2} />
        </Total>
      </div>
      <div className={styles.row}>
        <Amount value="186.42" tone="direction" decimals={2} />
        <Amount value="-31.32" tone="direction" decimals={2} />
        <Change value="1.84" />
        <Change value="-0.62" />
        <Change value="0" />
        <Change value="186.42" unit="" mark="both" />
        <Change value="-0.39" mark="sign" />
        <Ticker />
      </div>
      <div className={styles.row}>
        <Total>
          <Amount value="343.71" decimals={2} unit="USDT" fraction="plain" />
        </Total>
        <Amount value="467.89" decimals={2} currency={{ sign: 'RM', position: 1 }} />
        <Amount value="467.89" decimals={2} currency={{ sign: '$', position: 0 }} />
        <UiProvider {...settings} amountsHidden>
          <Amount value="15294.80" decimals={2} />
        </UiProvider>
      </div>
      <div className={styles.row}>
        <Wordmark large />
        <Chip>10× isolated</Chip>
        <Chip tone="up">Long 10×</Chip>
        <Chip tone="down">Short 5×</Chip>
        <Chip tone="ok">Agrees</Chip>
        <Chip tone="warn">Demo</Chip>
        <Chip tone="error">Rejected</Chip>
        <Chip tone="yours">Your order</Chip>
      </div>
      <div className={styles.row}>
        <Avatar name="Aina Rahman" />
        <Avatar name="李娜" size={40} />
        <Avatar name="Broken" src="data:image/png;base64," />
        <Age state="live">0.4 s ago</Age>
        <Age state="late">12 s ago</Age>
        <Age state="lost">Offline</Age>
        <Fingerprint hash="0d995c837e7fa3c6" label="Hash 0d99 5c83" />
        <span>=</span>
        <Fingerprint hash="0d995c837e7fa3c6" label="Hash 0d99 5c83" />
        <Fingerprint hash="f38371f46d190301" />
      </div>
    </Section>
  );
}

function Pictures() {
  return (
    <Section name="Pictures">
      <div className={styles.row}>
        <Sparkline values={day} />
        <Sparkline values={[...day].reverse()} />
        <Sparkline values={day} tone="accent" width={120} height={32} />
        <Sparkline values={[1, 1, 1]} tone="muted" />
      </div>
      <AreaCurve
        label="Total value since 00:00 UTC, up 1.23 percent"
        points={day.map((value, at) => ({ at, value }))}
        baseline={8}
        read={(point) => point.value.toFixed(2)}
      />
      <div className={styles.row}>
        <Ring parts={parts} label="Five kinds, cash 52.58 percent">
          <b>5</b>
          <br />
          kinds
        </Ring>
        <RingLegend parts={parts} value={(part) => `${part.share.toFixed(2)}%`} />
      </div>
      <ProgressBar label="Verifying 48,213 lines" share={0.62} text="62%" />
      <ProgressBar label="Asking again" />
    </Section>
  );
}

function Rows() {
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

function States() {
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

function Overlays({ theme }: { theme: string }) {
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
