import {
  Button,
  Checkbox,
  IconBell,
  IconButton,
  IconDeposit,
  IconSearch,
  IconStar,
  Kbd,
  NumberField,
  PasswordField,
  Segmented,
  Select,
  Slider,
  Switch,
  Tabs,
  TextArea,
  TextField,
} from '@bourse/ui';
import { useState } from 'react';
import styles from './Gallery.module.css';
import { Section } from './Section.tsx';

export function Buttons() {
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

export function Fields() {
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

export function ChoicesSample() {
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
        label="Lists"
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
