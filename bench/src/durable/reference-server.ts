import { hash } from 'node:crypto';
import Fastify from 'fastify';
import { importJWK, type JWK, jwtVerify } from 'jose';
import { type Request as Ask, customers, instruments } from './load.ts';
import { openReferenceLedger } from './reference-ledger.ts';

/**
 * The transaction-per-order server of the durable benches, as its own process. Same HTTP library, a strict schema, and what signing in costs the real
 * endpoint: a signed token verified once and remembered by its hash, the session looked up in memory for each call. Arguments: port, connection string, public key.
 */
const [, , port, connectionString, key] = process.argv;
if (!port || !connectionString || !key) throw new Error('usage: reference-server PORT CONNECTION KEY');

const ledger = await openReferenceLedger({ connectionString }, customers, instruments);
const publicKey = await importJWK(JSON.parse(key) as JWK, 'EdDSA');
const tokens = new Map<string, { account: number; expiresAt: number }>();

async function accountOf(authorization: string | undefined): Promise<number> {
  const token = authorization?.slice('Bearer '.length) ?? '';
  const digest = hash('sha256', token, 'base64');
  const known = tokens.get(digest);
  if (known && known.expiresAt > Date.now()) return known.account;
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ['EdDSA'] });
  tokens.set(digest, { account: Number(payload.sub), expiresAt: (payload.exp ?? 0) * 1000 });
  return Number(payload.sub);
}

const app = Fastify({ logger: false });
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['clientId', 'instrument', 'side', 'price', 'lots'],
  properties: {
    clientId: { type: 'string', format: 'uuid' },
    instrument: { type: 'integer', minimum: 1 },
    side: { type: 'integer', enum: [0, 1] },
    price: { type: 'integer', minimum: 1 },
    lots: { type: 'integer', minimum: 1 },
  },
} as const;
app.post<{ Body: Omit<Extract<Ask, { kind: 'place' }>, 'kind' | 'account'> }>('/order', { schema: { body } }, async (request, reply) => {
  const account = await accountOf(request.headers.authorization);
  const answer = await ledger.handle({ kind: 'place', account, ...request.body });
  if ('refused' in answer) return reply.code(400).send({ code: 3013, data: null, msg: answer.refused });
  return { code: 0, data: { orderId: answer.order }, msg: '' };
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.send?.('ready');
console.log('ready');
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => ledger.close())
      .then(() => process.exit(0)),
);
