import { concatBytes } from '@noble/hashes/utils.js';

/** One field of a message: a number, or bytes. TRON's transactions have no other kinds. */
export interface ProtobufField {
  number: number;
  value: bigint | Uint8Array;
}

const [varintType, bytesType] = [0n, 2n];
/** Bytes of a number: 63 bits. A negative or longer one would be read otherwise elsewhere. */
const mostVarint = 9;

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
}

const key = (number: number, type: bigint) => varint((BigInt(number) << 3n) | type);

/** A number. Protobuf 3 does not write 0. */
export const numberField = (number: number, value: bigint): Uint8Array =>
  value === 0n ? new Uint8Array() : concatBytes(key(number, varintType), varint(value));

export const bytesField = (number: number, content: Uint8Array): Uint8Array =>
  concatBytes(key(number, bytesType), varint(BigInt(content.length)), content);

/** The fields of a message in the order in which they stand. Throws a RangeError for other bytes. */
export function readFields(message: Uint8Array): ProtobufField[] {
  let at = 0;
  const next = (): bigint => {
    let value = 0n;
    for (let place = 0; place < mostVarint && at < message.length; place += 1) {
      const byte = message[at]!;
      at += 1;
      value |= BigInt(byte & 127) << BigInt(7 * place);
      if (byte < 128) return value;
    }
    throw new RangeError('a number without an end, or too large');
  };
  const fields: ProtobufField[] = [];
  while (at < message.length) {
    const named = next();
    const [number, type] = [Number(named >> 3n), named & 7n];
    if (type === varintType) fields.push({ number, value: next() });
    else if (type === bytesType) {
      const length = next();
      if (length > BigInt(message.length - at)) throw new RangeError('a field without an end');
      fields.push({ number, value: message.slice(at, at + Number(length)) });
      at += Number(length);
    } else throw new RangeError(`a field of the type ${type}`);
  }
  return fields;
}
