import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { readPlaces } from './places.ts';

const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const whole = {
  nodes: { ethereum: ['https://one.example', 'https://two.example:8545/key'], bitcoin: ['http://10.0.0.1:8332', 'http://10.0.0.2:8332'] },
  chainIds: { ethereum: '1' },
  tokens: { 'ethereum:USDT': usdt, 'tron:USDT': 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  gateway: { url: 'https://gateway.example', key: 'secret', merchantId: '300' },
  bank: { url: 'https://bank.example' },
};
const read = (content: unknown) => {
  const file = join(temporaryFolder(), 'outside.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readPlaces(file);
};

describe('the file of the places outside', () => {
  it('is read, and whatever it leaves out is nowhere', () => {
    expect(read(whole)).toEqual(whole);
    expect(read({})).toEqual({ nodes: {}, chainIds: {}, tokens: {} });
  });

  it.each([
    ['one address in place of two', { nodes: { bitcoin: 'https://one.example' } }, 'nodes.bitcoin'],
    ['one node', { nodes: { bitcoin: ['https://one.example'] } }, 'nodes.bitcoin: name two different nodes'],
    [
      'the same node twice',
      { nodes: { bitcoin: ['https://one.example', 'https://one.example'] } },
      'nodes.bitcoin: name two different nodes',
    ],
    ['a network that does not exist', { nodes: { etherium: whole.nodes.ethereum } }, 'nodes'],
    ['a place that is none', { bank: { url: 'bank.example' } }, 'bank.url: write an address'],
    ['another protocol', { gateway: { ...whole.gateway, url: 'ftp://gateway.example' } }, 'gateway.url: write an address'],
    ['nodes without the number of their chain', { nodes: { ethereum: whole.nodes.ethereum } }, 'chainIds.ethereum: it is missing'],
    ['a number of a chain that is none', { ...whole, chainIds: { ethereum: 'mainnet' } }, 'chainIds.ethereum: write a whole number'],
    ['a contract that is none', { tokens: { 'ethereum:USDT': '0xdAC17' } }, 'tokens.ethereum:USDT: write the address'],
    ['a word that means nothing', { ...whole, token: {} }, 'token'],
    ['no JSON', '{"nodes":', 'cannot be read as JSON'],
  ])('with %s is refused in words', (_, content, said) => {
    expect(() => read(content)).toThrow(said);
    expect(() => read(content)).toThrow(/outside\.json has 1 problem:/);
  });

  it('names everything that is wrong with it at once', () => {
    expect(() => read({ nodes: { xrp: [] }, bank: {} })).toThrow(/has 2 problems:\n {2}nodes\.xrp: .*\n {2}bank\.url: /);
  });
});
