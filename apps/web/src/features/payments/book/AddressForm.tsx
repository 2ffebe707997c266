import type { Channel, NetworkInfo } from '@bourse/protocol';
import { Checkbox, Chip, Segmented, TextField } from '@bourse/ui';
import { useState } from 'react';
import { type CallInput, lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { addressLook, tagOk } from '../model/address-look.ts';
import { sameEnd } from '../model/ends.ts';
import { useOwnRead } from '../model/own-read.ts';
import { Added, AgainField, BookForm, exact, useAdding } from './adding.tsx';

type Input = CallInput<'POST pay/virtual-wallet/create'>;

interface Props {
  channel: Channel;
  onAdded: (id: string, label: string) => Promise<void>;
}

/** An address of a chain. Nobody can type one before the form of the network's addresses is known. */
export function AddressForm(props: Props) {
  const remote = useOwnRead('GET pay/virtual-network/list', {}, { staleMs: 600_000 });
  const network = lastValue(remote)?.find((one) => one.network === props.channel.network);
  return network ? <Fields {...props} network={network} /> : <Unread remote={remote} rows={4} height={64} />;
}

/** The form of an address is compared with the network's while it is typed; the exchange checks the rest. */
function Fields({ channel, network, onAdded }: Props & { network: NetworkInfo }) {
  const t = useT();
  const [address, setAddress] = useState('');
  const [again, setAgain] = useState('');
  const [tag, setTag] = useState('');
  const [noTag, setNoTag] = useState(false);
  const [label, setLabel] = useState('');
  const [owner, setOwner] = useState<Input['whose']>('self');
  const [tried, setTried] = useState(false);
  const adding = useAdding('POST pay/virtual-wallet/create', {
    about: (input: Input) => (
      <Added
        title={t('moneyOut.addedAddress')}
        address={input.address}
        facts={[
          { name: t('moneyOut.network'), value: channel.networkName ?? channel.code },
          ...(input.tag === undefined ? [] : [{ name: t('moneyIn.tag'), value: String(input.tag) }]),
        ]}
      />
    ),
    onAccepted: (settled, input) => onAdded(settled.data?.address.id ?? '', input.label),
  });
  const typed = address.trim();
  const look = addressLook(typed, network.pattern, network.example);
  const asksTag = network.tag !== 'none';
  const problems = {
    address:
      typed === ''
        ? t('moneyOut.problem_address')
        : look === 'wrong'
          ? t('moneyOut.addressWrong', { network: network.name, example: network.example })
          : undefined,
    again: sameEnd(typed, again) ? undefined : t('moneyOut.againWrong'),
    tag:
      tag !== '' && !tagOk(tag)
        ? t('moneyOut.tagWrong')
        : asksTag && tag === '' && (network.tag === 'required' || !noTag)
          ? t(network.tag === 'required' ? 'moneyOut.tagRequired' : 'moneyOut.tagAsk')
          : undefined,
    label: label.trim() === '' ? t('moneyOut.problem_label') : undefined,
  };
  const shown = (name: keyof typeof problems) => (tried ? problems[name] : undefined);
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some((one) => one !== undefined)) return;
    adding.ask({
      ...{ channel: channel.id, address: typed, label: label.trim(), whose: owner },
      ...(asksTag && tag !== '' ? { tag: Number(tag) } : {}),
    });
  };
  const { typing } = adding;
  return (
    <BookForm adding={adding} label={{ value: label, onChange: typing(setLabel), error: shown('label') }} onSubmit={submit}>
      <TextField
        label={t('moneyOut.address')}
        hint={look === 'fits' ? <Chip tone="ok">{t('moneyOut.addressFits', { network: network.name })}</Chip> : t('moneyOut.addressHint')}
        value={address}
        onChange={typing(setAddress)}
        error={(look === 'wrong' && problems.address) || shown('address')}
        {...exact}
        maxLength={120}
      />
      <AgainField value={again} onChange={typing(setAgain)} error={problems.again} tried={tried} />
      {asksTag && (
        <>
          <TextField
            label={t('moneyIn.tag')}
            hint={t('moneyOut.tagHint')}
            value={tag}
            onChange={typing(setTag)}
            error={shown('tag')}
            inputMode="numeric"
            {...exact}
            maxLength={10}
          />
          {network.tag === 'optional' && (
            <Checkbox checked={noTag} onChange={setNoTag}>
              {t('moneyOut.noTag')}
            </Checkbox>
          )}
        </>
      )}
      <Segmented
        label={t('moneyOut.whose')}
        value={owner}
        onChange={setOwner}
        options={[
          { value: 'self', label: t('moneyOut.owner_self') },
          { value: 'provider', label: t('moneyOut.owner_provider') },
        ]}
      />
    </BookForm>
  );
}
