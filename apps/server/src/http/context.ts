import { Refusal } from '@bourse/protocol/errors';
import type { FastifyRequest } from 'fastify';
import type { CallContext, RequestSignature } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import type { OperatorSession } from '../operators/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { UsedProof } from '../proofs/port.ts';
import type { AddressOf } from './client-address.ts';
import { newCommandId } from './command-id.ts';
import { readUpload } from './upload.ts';

/** What a handler may know about its request. Anything costly is computed when it is first used. */
export class RequestContext implements CallContext {
  readonly session: Session | null;
  readonly operator: OperatorSession | null;
  readonly proof: UsedProof | null;
  readonly language: string;
  readonly readAfter: number | undefined;
  readonly signature: RequestSignature | undefined;
  asOf: number | undefined;
  leaf: string | undefined;
  private readonly request: FastifyRequest;
  private key: string | undefined;
  private readonly nowMs: number;
  private readonly addressOf: AddressOf;

  constructor(
    request: FastifyRequest,
    caller: Session | OperatorSession | null,
    language: string,
    commandId: string | undefined,
    { clock, addressOf }: { clock: Pick<Clock, 'now'>; addressOf: AddressOf },
    { proof = null, signature }: { proof?: UsedProof | null; signature?: RequestSignature | undefined } = {},
  ) {
    this.request = request;
    this.addressOf = addressOf;
    const operates = caller !== null && 'operatorId' in caller;
    this.session = operates ? null : caller;
    this.operator = operates ? caller : null;
    this.proof = proof;
    this.signature = signature;
    this.language = language;
    this.key = commandId;
    this.nowMs = clock.now();
    this.readAfter = readSequence(request.headers['x-read-after']);
  }

  get commandId(): string {
    this.key ??= newCommandId(this.nowMs);
    return this.key;
  }

  get ip(): string {
    return this.addressOf(this.request.raw);
  }

  get userAgent(): string {
    return (this.request.headers['user-agent'] ?? '').slice(0, 400);
  }

  get device(): string | undefined {
    const sent = this.request.headers['x-device'];
    return typeof sent === 'string' && /^[\w-]{22,64}$/.test(sent) ? sent : undefined;
  }

  get requestId(): string {
    return this.request.id;
  }

  file(): Promise<{ bytes: Buffer; filename: string; mimeType: string }> {
    return readUpload(this.request);
  }
}

function readSequence(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[0-9]{1,15}$/.test(header))
    throw new Refusal('badRequest', { field: 'X-Read-After', problem: 'format', example: '1234' });
  return Number(header);
}
