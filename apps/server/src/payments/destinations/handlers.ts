import { samePerson } from '@bourse/identity';
import type { CallArguments } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs, resultOf } from '../../calls/answers.ts';
import type { Handlers, SignedInContext } from '../../calls/handlers.ts';
import { idNumber, submit, type TradingPorts } from '../../calls/trading.ts';
import type { Rail, Rails } from '../port.ts';
import { banks } from './banks.ts';
import { type Book, type Entry, type Receiver, readAddress, readIban } from './book.ts';
import { addressOf, cardOf } from './views.ts';

type Names =
  | 'GET pay/bank/list'
  | 'POST pay/bank-card/create'
  | 'POST pay/bank-card/update'
  | 'POST pay/bank-card/remove'
  | 'GET pay/bank-card/get'
  | 'GET pay/bank-card/list'
  | 'POST pay/virtual-wallet/create'
  | 'POST pay/virtual-wallet/update'
  | 'POST pay/virtual-wallet/remove'
  | 'GET pay/virtual-wallet/get'
  | 'GET pay/virtual-wallet/list'
  | 'GET pay/virtual-wallet/curent-member-list'
  | 'GET pay/virtual-wallet/list-simple-all';

export interface DestinationParts {
  ports: TradingPorts;
  rails: Rails;
  book: Book;
  /** Tells the vault at once: its own wait begins then. */
  tellVault(digest: string): Promise<void>;
}

const paysOut = ({ rules }: Rail) => (rules.open & 2) !== 0;

export function destinationHandlers({ ports, rails, book, tellVault }: DestinationParts): Handlers<Names> {
  const { database, clock, venues } = ports;
  const assertLevel = async (account: number) => {
    const { value } = await venues.real.read((engine) => engine.standing(account).level);
    if (value < 1) throw new Refusal('identityNeeded');
  };
  const railOut = (channel: number, kind: 'chain' | 'bank'): Rail => {
    const rail = rails.get(channel);
    if (rail === undefined || rail.source.kind !== kind || !paysOut(rail)) throw new Refusal('channelUnknown');
    return rail;
  };
  const add = async (
    context: SignedInContext,
    rail: Rail,
    receiver: Receiver,
    label: string,
  ): Promise<{ entry: Entry; seq: number; repeated: boolean }> => {
    const { account, customerId } = context.session;
    const { hex, digest } = await book.write(account, customerId, rail.rail, receiver, label);
    const applied = await submit(ports, context, { kind: 'addDestination', account, rail: rail.rail, digest });
    const { destination } = resultAs(applied, 'destination');
    if (!applied.repeated) await book.describe(account, digest, label, receiver);
    // A vault that is away hears of it from the job.
    await tellVault(hex).catch(() => {});
    return { entry: await book.one(account, String(destination)), seq: applied.seq, repeated: applied.repeated };
  };
  const changed = (context: SignedInContext, seq: number, repeated: boolean) => ({
    commandId: context.commandId,
    seq: String(seq),
    repeated,
  });
  const must = <View>(view: View | undefined): View => {
    if (view === undefined) throw new Refusal('destinationUnknown');
    return view;
  };
  const verifiedName = async (customerId: string): Promise<string> => {
    const [row] = await database.query<{ real_name: string | null }>('SELECT real_name FROM customer WHERE id = $1', [customerId]);
    if (!row?.real_name) throw new Refusal('identityNeeded');
    return row.real_name;
  };
  /** An address of a customer of ours, or one that the house receives at: money would go round in circles. */
  const isOurs = async (address: string): Promise<boolean> => {
    const rows = await database.query('SELECT 1 FROM deposit_address WHERE lower(address) = lower($1) LIMIT 1', [address]);
    return rows.length > 0;
  };
  const remove = async ({ id }: { id: string }, context: SignedInContext) => {
    const destination = idNumber(id);
    if (destination === undefined) throw new Refusal('destinationUnknown');
    const applied = await submit(ports, context, { kind: 'dropDestination', account: context.session.account, destination });
    resultOf(applied);
    return changed(context, applied.seq, applied.repeated);
  };
  const relabel = async ({ id, label }: { id: string; label: string }, { session }: SignedInContext): Promise<Entry> => {
    const entry = await book.one(session.account, id);
    await book.describe(session.account, entry.engine.digest, label);
    return { ...entry, label };
  };
  const addresses = async ({ session }: SignedInContext, wanted: (entry: Entry) => boolean = () => true) =>
    (await book.all(session.account)).filter(wanted).flatMap((entry) => addressOf(entry, clock.now()) ?? []);
  const now = () => clock.now();

  return {
    'GET pay/bank/list': async ({ country }) => banks.filter((bank) => country === undefined || bank.country === country),
    'POST pay/bank-card/create': async (input, context) => {
      const rail = railOut(input.channel, 'bank');
      await assertLevel(context.session.account);
      const account = readIban(input.iban);
      const name = await verifiedName(context.session.customerId);
      if (!samePerson(name, input.holder)) throw new Refusal('holderDiffers', { name });
      const { bank, holder, label } = input;
      const receiver: Receiver = { kind: 'bank', bank, bic: input.bic || null, holder, account };
      const { entry, seq, repeated } = await add(context, rail, receiver, label);
      return { ...changed(context, seq, repeated), card: must(cardOf(entry, now())) };
    },
    'POST pay/bank-card/update': async (input, context) => must(cardOf(await relabel(input, context), now())),
    'POST pay/bank-card/remove': remove,
    'GET pay/bank-card/get': async ({ id }, { session }) => must(cardOf(await book.one(session.account, id), now())),
    'GET pay/bank-card/list': async ({ currency }, { session }) =>
      (await book.all(session.account))
        .flatMap((entry) => cardOf(entry, now()) ?? [])
        .filter((card) => currency === undefined || card.currency === currency),
    'POST pay/virtual-wallet/create': async (input: CallArguments<'POST pay/virtual-wallet/create'>, context) => {
      const rail = railOut(input.channel, 'chain');
      await assertLevel(context.session.account);
      const place = readAddress(rail, input.address, input.tag);
      if (await isOurs(place.address)) throw new Refusal('addressOurs');
      const { entry, seq, repeated } = await add(context, rail, { kind: 'address', ...place, owner: input.whose }, input.label);
      return { ...changed(context, seq, repeated), address: must(addressOf(entry, now())) };
    },
    'POST pay/virtual-wallet/update': async (input, context) => must(addressOf(await relabel(input, context), now())),
    'POST pay/virtual-wallet/remove': remove,
    'GET pay/virtual-wallet/get': async ({ id }, { session }) => must(addressOf(await book.one(session.account, id), now())),
    'GET pay/virtual-wallet/list': async ({ network, asset }, context) =>
      (await addresses(context)).filter(
        (one) => (network === undefined || one.network === network) && (asset === undefined || one.asset === asset),
      ),
    'GET pay/virtual-wallet/curent-member-list': ({ channel }, context) =>
      addresses(context, ({ rail }) => (channel === undefined || rail.rail === channel) && (rails.rules(rail.rail).open & 2) !== 0),
    'GET pay/virtual-wallet/list-simple-all': async (_input, context) =>
      (await addresses(context)).map(({ id, label, network }) => ({ id, label, network })),
  };
}
