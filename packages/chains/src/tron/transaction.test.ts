import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tronText } from '../addresses/index.ts';
import { readFields } from './protobuf.ts';
import { readTron, refOfBlock, signTron, type TronRaw, tokenTransferOf, tronRawBytes, tronTransfer } from './transaction.ts';

/** The key, the two transactions and their signatures of wallet-core's tests of TRON (github.com/trustwallet/wallet-core, tests/chains/Tron/SignerTests.cpp and TestTronTransactionSigner.kt). */
const key = hexToBytes('2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54');
const [owner, token] = ['TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV'];
const about = {
  refBlockBytes: '7b3b',
  refBlockHash: 'b21ace8d6ac20e7e',
  expiration: 1_539_331_479_000,
  timestamp: 1_539_295_479_000,
  feeLimit: 0n,
};
const vectors: { name: string; content: TronRaw; rawData?: string; id: string; signature: string }[] = [
  {
    name: 'a transfer of the coin',
    content: { ...about, contract: { kind: 'coin', from: owner, to: token, units: 2_000_000n } },
    rawData:
      '0a027b3b2208b21ace8d6ac20e7e40d8abb9bae62c5a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a15415cd0fb0ab3ce40f3051414c604b27756e69e43db121541521ea197907927725ef36d70f25f850d1659c7c71880897a70d889a4a9e62c',
    id: 'dc6f6d9325ee44ab3c00528472be16e1572ab076aa161ccd12515029869d0451',
    signature:
      'ede769f6df28aefe6a846be169958c155e23e7e5c9621d2e8dce1719b4d952b63e8a8bf9f00e41204ac1bf69b1a663dacdf764367e48e4a5afcd6b055a747fb200',
  },
  {
    name: 'a call of a token',
    // That library writes the receiver with the prefix of addresses before it; contracts ignore it.
    content: {
      ...about,
      contract: {
        ...{ kind: 'call', from: owner, contract: token },
        data: '0xa9059cbb000000000000000000000041dbd7c53729b3310e1843083000fa84abad99696100000000000000000000000000000000000000000000000000000000000003e8',
      },
    },
    id: '0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058',
    signature:
      'bec790877b3a008640781e3948b070740b1f6023c29ecb3f7b5835433c13fc5835e5cad3bd44360ff2ddad5ed7dc9d7dee6878f90e86a40355b7697f5954b88c01',
  },
];

/** A payment in USDT of the main network, as docs.chainstack.com/reference/tron-getapprovedlist shows it. */
const paid = {
  id: '4ad97d49409cfff338d2f9e71d4019c70e82030b52e15e208b1808f2f3ea782e',
  rawData:
    '0a0268bd2208bc830d2c09fa23d14092a3bae4a3335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541cf2e99409d2a9a9190197ab0bff35ca87818c41e121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000415d4a41a3b0cdda5c03df72b38a20aa1b88777c7500000000000000000000000000000000000000000000000000000000f9cd95c070afceb6e4a3339001c0f4a46b',
  signature:
    'c99cdc8af6f47dc65a75aa0c6da1c5be8510736e581043162c3e8525c6e0ed8f592adaa74ba250136ea6e1fb125b3d3d024ac6abd3e24c28097d66a8e2a0c0aa01',
};

const lengthOf = (hex: string) => {
  const bytes = hex.length / 2;
  return bytes < 128
    ? bytes.toString(16).padStart(2, '0')
    : `${((bytes & 127) | 128).toString(16)}${(bytes >> 7).toString(16).padStart(2, '0')}`;
};
const whole = (rawData: string, signature: string) => `0a${lengthOf(rawData)}${rawData}1241${signature}`;

describe('a transaction of TRON', () => {
  it.each(vectors)('$name is written and signed as other wallets do it', ({ content, rawData, id, signature }) => {
    const written = bytesToHex(tronRawBytes(content));
    if (rawData !== undefined) expect(written).toBe(rawData);
    const { raw, hash } = signTron(content, key);
    expect(hash).toBe(`0x${id}`);
    // The last byte is 27 or 28 here, and 0 or 1 there. Nodes take both.
    expect(raw.slice(-130, -2)).toBe(signature.slice(0, -2));
    expect(Number.parseInt(raw.slice(-2), 16) - 27).toBe(Number.parseInt(signature.slice(-2), 16));
    expect(readTron(raw)).toMatchObject({ ...content, hash: `0x${id}`, signer: owner });
    expect(readTron(whole(written, signature))).toMatchObject({ hash: `0x${id}`, signer: owner });
  });

  it('of the main network is read, with who signed it', () => {
    const read = readTron(whole(paid.rawData, paid.signature));
    const from = tronText(hexToBytes('cf2e99409d2a9a9190197ab0bff35ca87818c41e'));
    expect(read).toMatchObject({ hash: `0x${paid.id}`, signer: from, feeLimit: 225_000_000n, expiration: 1_761_952_567_698 });
    expect(read.contract).toMatchObject({ kind: 'call', from, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    expect(bytesToHex(tronRawBytes(read))).toBe(paid.rawData);
  });

  it('names a block by the height and the hash that its id begins with', () => {
    const id = `0x${'0'.repeat(10)}2f7b3bb21ace8d6ac20e7e${'5'.repeat(32)}`;
    expect(refOfBlock(id)).toEqual({ refBlockBytes: '7b3b', refBlockHash: 'b21ace8d6ac20e7e' });
  });

  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(tronText);
  const time = fc.integer({ min: 1, max: 2 ** 43 });
  const content = fc
    .record({
      ...{ from: address, to: address, token: fc.option(address, { nil: undefined }), units: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }) },
      ...{ block: fc.uint8Array({ minLength: 32, maxLength: 32 }), expiration: time, timestamp: time },
      feeLimit: fc.bigInt({ min: 0n, max: 2n ** 40n }),
    })
    .map(({ from, to, units, block, token: of, ...rest }) => ({
      transfer: { to, units },
      content: { ...refOfBlock(bytesToHex(block)), ...rest, contract: tronTransfer(from, to, units, of) },
    }));

  it('says what it was made of', () => {
    fc.assert(
      fc.property(content, ({ content: made, transfer }) => {
        const { raw } = signTron(made, key);
        const read = readTron(raw);
        expect(read).toMatchObject({ ...made, signer: owner, size: raw.length / 2 });
        if (read.contract.kind === 'call') expect(tokenTransferOf(read.contract)).toEqual(transfer);
        else expect(read.contract).toMatchObject(transfer);
      }),
      { numRuns: 100 },
    );
  });

  it('with one byte changed is none, or somebody else signed it', () => {
    fc.assert(
      fc.property(content, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ content: made }, place, change) => {
        const { raw, hash } = signTron(made, key);
        const bytes = hexToBytes(raw);
        const at = place % bytes.length;
        bytes[at] = bytes[at]! ^ change;
        let read: ReturnType<typeof readTron> | undefined;
        try {
          read = readTron(bytesToHex(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        // The last byte has two spellings. Everything else changes who signed it.
        if (at === bytes.length - 1 && read.signer === owner) expect(read.hash).toBe(hash);
        else expect(read.signer).not.toBe(owner);
      }),
      { numRuns: 200 },
    );
  });

  it('is read in one way only', () => {
    const { content: made, rawData = '' } = vectors[0]!;
    const { raw } = signTron(made, key);
    const length = lengthOf(rawData);
    const longer = `${length.slice(0, 2)}${(Number.parseInt(length.slice(2), 16) | 128).toString(16)}00`;
    expect(raw.startsWith(`0a${length}`)).toBe(true);
    const wrong = ['', '00', raw.slice(2), `${raw}00`, raw.toUpperCase(), `${raw}${raw}`, raw.slice(0, -2), raw.replace(length, longer)];
    for (const one of wrong) expect(() => readTron(one), one.slice(0, 20)).toThrow(RangeError);
    // Beyond 63 bits others would read another number.
    expect(readFields(hexToBytes('18ffffffffffffffff7f'))).toEqual([{ number: 3, value: 2n ** 63n - 1n }]);
    expect(() => readFields(hexToBytes('1880808080808080808001'))).toThrow(RangeError);
  });
});
