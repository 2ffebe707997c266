import { xrpAccount } from '@bourse/chains';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decode, encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, sign, verify } from 'ripple-keypairs';
import { answerRpc, type Fault, type Method, type RunningNode, type StandInOptions, serve } from '../node.ts';
import { bytesFrom, hexFrom } from '../seed.ts';

export interface XrpStandIn extends RunningNode {
  /** What waits is validated. */
  closeLedger(ledgers?: number): void;
  /** "Send me test coins", in drops. With `delivered` it is a partial payment: it names `units` and brings less. Answers the hash. */
  pay(payment: { to: string; tag?: number; units: bigint; delivered?: bigint }): string;
  /** Takes a signed transaction, as its node does. Answers its hash. */
  submit(raw: string): string;
  height(): number;
}

interface Sent {
  hash: string;
  fields: Record<string, unknown>;
  result: string;
  delivered: bigint;
  height: number;
}

interface Ledger {
  height: number;
  hash: string;
  parent: string;
  time: number;
  sent: Sent[];
}

const partialPayment = 0x0002_0000;
const epochSeconds = Date.UTC(2000, 0, 1) / 1000;
const firstSequence = 70;

/** A ledger that speaks rippled's JSON-RPC: payments with tags, partial payments, true signatures and sequences. It holds everything in memory. */
export async function startXrpLedger({ seed, port = 0, clock = Date.now, told }: StandInOptions): Promise<XrpStandIn> {
  const richSecret = bytesFrom(seed, 'rich xrp');
  const richPublic = secp256k1.getPublicKey(richSecret, true);
  const rich = xrpAccount(richPublic);
  const accounts = new Map<string, { drops: bigint; sequence: number }>([[rich, { drops: 10n ** 17n, sequence: firstSequence }]]);
  const ledgers: Ledger[] = [];
  const found = new Map<string, Sent>();
  let waiting: Sent[] = [];

  const closeOne = () => {
    const before = ledgers.at(-1);
    const height = (before?.height ?? 999) + 1;
    const sent = waiting.map((one) => ({ ...one, height }));
    waiting = [];
    for (const one of sent) found.set(one.hash, one);
    const hash = hexFrom(seed, `ledger ${height}`).toUpperCase();
    ledgers.push({ height, hash, parent: before?.hash ?? '0'.repeat(64), time: Math.floor(clock() / 1000) - epochSeconds, sent });
  };
  closeOne();
  const head = () => ledgers.at(-1)!;

  /** What a payment does. `brought`: how much of a partial payment arrives. */
  const submit = (raw: string, brought?: bigint): { result: string; hash: string } => {
    const hash = bytesToHex(sha512(Buffer.from(`54584E00${raw}`, 'hex')).slice(0, 32)).toUpperCase();
    const fields = decode(raw) as Record<string, unknown>;
    if (found.has(hash)) return { result: 'tefPAST_SEQ', hash };
    if (waiting.some((one) => one.hash === hash)) return { result: 'tefALREADY', hash };
    const { TxnSignature, ...unsigned } = fields;
    const key = String(fields['SigningPubKey']);
    const sender = accounts.get(String(fields['Account']));
    if (deriveAddress(key) !== fields['Account'] || !verify(encodeForSigning(unsigned), String(TxnSignature), key))
      return { result: 'temBAD_SIGNATURE', hash };
    if (sender === undefined) return { result: 'terNO_ACCOUNT', hash };
    const sequence = Number(fields['Sequence']);
    if (sequence < sender.sequence) return { result: 'tefPAST_SEQ', hash };
    if (sequence > sender.sequence) return { result: 'terPRE_SEQ', hash };
    if (Number(fields['LastLedgerSequence'] ?? Number.MAX_SAFE_INTEGER) <= head().height) return { result: 'tefMAX_LEDGER', hash };
    const [amount, fee] = [BigInt(String(fields['Amount'])), BigInt(String(fields['Fee']))];
    const isPartial = (Number(fields['Flags'] ?? 0) & partialPayment) !== 0;
    const delivered = isPartial ? (brought ?? amount) : amount;
    sender.sequence += 1;
    sender.drops -= fee;
    const result = sender.drops < delivered ? 'tecUNFUNDED_PAYMENT' : 'tesSUCCESS';
    if (result === 'tesSUCCESS') {
      const to = String(fields['Destination']);
      const receiver = accounts.get(to) ?? { drops: 0n, sequence: firstSequence };
      accounts.set(to, receiver);
      sender.drops -= delivered;
      receiver.drops += delivered;
    }
    told?.(raw);
    waiting.push({ hash, fields, result, delivered: result === 'tesSUCCESS' ? delivered : 0n, height: 0 });
    return { result, hash };
  };

  const failed = (error: string) => ({ status: 'error', error, error_message: error });
  const shown = ({ hash, fields, result, delivered }: Sent, fault: Fault | undefined) => ({
    tx: { ...fields, hash },
    meta: { TransactionResult: result, delivered_amount: String(fault === 'lying' ? delivered * 10n : delivered) },
  });
  const ledgerAt = (at: unknown) => (at === 'validated' || at === undefined ? head() : ledgers[Number(at) - ledgers[0]!.height]);
  const methods: Record<string, Method> = {
    ledger: ([params], fault) => {
      const { ledger_index: at, transactions } = (params ?? {}) as { ledger_index?: unknown; transactions?: boolean };
      const ledger = ledgerAt(at);
      if (ledger === undefined) return failed('lgrNotFound');
      const height = fault === 'wrongHeight' && at === 'validated' ? ledger.height + 1000 : ledger.height;
      const entries = ledger.sent.map((one) => ({ ...shown(one, fault).tx, metaData: shown(one, fault).meta }));
      const text = {
        ledger_index: String(height),
        ledger_hash: ledger.hash,
        parent_hash: ledger.parent,
        close_time: ledger.time,
        closed: true,
      };
      return {
        status: 'success',
        validated: true,
        ledger_index: height,
        ledger: { ...text, ...(transactions ? { transactions: entries } : {}) },
      };
    },
    tx: ([params], fault) => {
      const hash = String((params as { transaction?: unknown }).transaction);
      const sent = found.get(hash);
      const unsealed = waiting.find((one) => one.hash === hash);
      if (sent === undefined)
        return unsealed === undefined ? failed('txnNotFound') : { status: 'success', ...shown(unsealed, fault).tx, validated: false };
      return { status: 'success', ...shown(sent, fault).tx, meta: shown(sent, fault).meta, ledger_index: sent.height, validated: true };
    },
    account_info: ([params]) => {
      const { account } = params as { account: string };
      const known = accounts.get(account);
      if (known === undefined) return failed('actNotFound');
      return {
        status: 'success',
        validated: true,
        ledger_index: head().height,
        account_data: { Account: account, Balance: String(known.drops), Sequence: known.sequence },
      };
    },
    account_tx: ([params], fault) => {
      const { account } = params as { account: string };
      const mine = [...found.values()].filter(({ fields }) => fields['Destination'] === account || fields['Account'] === account);
      return {
        status: 'success',
        account,
        transactions: mine.map((one) => ({ ...shown(one, fault), ledger_index: one.height, validated: true })),
      };
    },
    submit: ([params]) => {
      try {
        const { result } = submit(String((params as { tx_blob?: unknown }).tx_blob));
        return { status: 'success', engine_result: result, engine_result_message: result };
      } catch (error) {
        return { ...failed('invalidTransaction'), error_message: (error as Error).message };
      }
    },
    fee: () => ({ status: 'success', drops: { base_fee: '10', open_ledger_fee: '10' } }),
  };
  const node = await serve(port, (request, fault) => answerRpc(methods, request, fault));
  return {
    ...node,
    submit: (raw) => submit(raw).hash,
    height: () => head().height,
    closeLedger: (count = 1) => {
      for (let at = 0; at < count; at += 1) closeOne();
    },
    pay: ({ to, tag, units, delivered }) => {
      const payment = {
        ...{ TransactionType: 'Payment', Account: rich, Destination: to, Amount: String(units), Fee: '10' },
        ...(tag === undefined ? {} : { DestinationTag: tag }),
        ...{
          Sequence: accounts.get(rich)!.sequence,
          Flags: delivered === undefined ? 0 : partialPayment,
          SigningPubKey: bytesToHex(richPublic).toUpperCase(),
        },
      };
      const TxnSignature = sign(encodeForSigning(payment), `00${bytesToHex(richSecret).toUpperCase()}`);
      return submit(encode({ ...payment, TxnSignature }), delivered).hash;
    },
  };
}
