import { callTable } from '@bourse/protocol';
import type { CallArguments } from '@bourse/protocol/calls';
import sharp from 'sharp';
import { z } from 'zod';
import type { Session } from '../calls/session.ts';
import { customerCaseHandlers } from '../cases/customer-calls.ts';
import type { CaseKindName } from '../cases/kinds.ts';
import { openCase } from '../cases/machine.ts';
import { createDocuments } from '../documents/documents.ts';
import type { TestConsole } from './console.ts';
import { context } from './people.ts';

/** The customers' side of the cases of a test console. */
export function exchangeFor({ database, clock }: Pick<TestConsole, 'database' | 'clock'>) {
  const stored = new Map<string, Buffer>();
  const documents = createDocuments({
    ...{ database, clock, key: new Uint8Array(32).fill(7) },
    files: {
      put: async (key, bytes) => void stored.set(key, bytes),
      get: async (key) => stored.get(key),
      remove: async (key) => void stored.delete(key),
    },
  });
  const handlers = customerCaseHandlers({ database, clock, documents });
  const as = (session: Session) => ({ ...context(), session });
  return {
    create: (session: Session, input: CallArguments<'POST system/feedback/create'>) =>
      handlers['POST system/feedback/create'](input, as(session)),
    answer: (session: Session, input: CallArguments<'POST system/case/answer'>) => handlers['POST system/case/answer'](input, as(session)),
    get: (session: Session, id: string) => handlers['GET system/case/get']({ id }, as(session)),
    list: (session: Session) => handlers['GET system/case/list']({ pageNo: 1, pageSize: 50 }, as(session)),
    kinds: () => handlers['GET system/case/reason-codes']({}, context()),
    /** The fields that the gateway refuses. */
    problemsOf(input: unknown): string[] {
      const read = z.safeParse(callTable['POST system/feedback/create']!.input as z.ZodType, input);
      return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
    },
    async picture(session: Session): Promise<string> {
      const { id: ticket } = await documents.ticket(session.customerId, 'feedback');
      const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
        .png()
        .toBuffer();
      return (await documents.upload(session.customerId, ticket, async () => bytes)).id;
    },
    async open(kind: CaseKindName, { customerId, venue, account }: Session) {
      const row = await database.transaction((tx) =>
        openCase(tx, { kind, venue, customer: customerId, account, subject: {}, evidence: [] }, { kind: 'customer' }, clock.now()),
      );
      return { id: String(row!.id) };
    },
  };
}
