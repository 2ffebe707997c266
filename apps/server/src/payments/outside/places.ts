import { networkNames, networks } from '@bourse/chains';
import { z } from 'zod';
import { fitting, readJson } from '../../platform/declared-file.ts';

const help = 'docs/operations.md';
const address = z.url({ protocol: /^https?$/, error: 'write an address that begins with http:// or https://' });
const ofNetworks = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(networkNames), value);

/** Families whose transactions name their chain: one that is signed for another would be valid there. */
const namesItsChain = (network: (typeof networkNames)[number]) => ['evm', 'tron'].includes(networks[network].family);

const placesFile = z
  .strictObject({
    nodes: ofNetworks(
      z.array(address).refine((list) => list.length === 2 && list[0] !== list[1], 'name two different nodes, which must agree'),
    ).default({}),
    chainIds: ofNetworks(z.string().regex(/^[1-9]\d{0,18}$/, 'write a whole number in quotes, such as "1"')).default({}),
    tokens: z
      .record(
        z.string().regex(/^[a-z-]+:[A-Z0-9]+$/, 'name a token by network and code, such as "ethereum:USDT"'),
        z.string().regex(/^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/, 'write the address of the contract'),
      )
      .default({}),
    gateway: z.strictObject({ url: address, key: z.string().min(1), merchantId: z.string().min(1) }).optional(),
    bank: z.strictObject({ url: address }).optional(),
  })
  .superRefine(({ nodes, chainIds }, context) => {
    for (const network of networkNames)
      if (nodes[network] && namesItsChain(network) && chainIds[network] === undefined)
        context.addIssue({ code: 'custom', path: ['chainIds', network], message: 'it is missing, and the network has nodes' });
  });

/** What stands around the exchange: nodes of chains, contracts by `network:code`, gateway, bank. */
export type Places = z.output<typeof placesFile>;
export const nowhere: Places = { nodes: {}, chainIds: {}, tokens: {} };

/** Reads the file of `BOURSE_OUTSIDE`. Throws one `FileProblems` with every problem. */
export const readPlaces = (file: string): Places => fitting(placesFile, readJson(file, help), { file, help });
