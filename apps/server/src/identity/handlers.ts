import type { Handlers } from '../calls/handlers.ts';
import type { Documents } from '../documents/documents.ts';
import { pictureBytesAtMost } from '../people/member/pictures.ts';
import type { Identity } from './identity.ts';

type IdentityCalls =
  | 'POST infra/file-config/temporary-credential'
  | 'POST infra/file/evidence/{ticket}'
  | 'POST system/member-sign/upload'
  | 'GET pay/realname/get'
  | 'POST pay/realname/create';

export const identityHandlers = ({ identity, documents }: { identity: Identity; documents: Documents }): Handlers<IdentityCalls> => ({
  'POST infra/file-config/temporary-credential': async ({ purpose }, { session }) => {
    const { id, expiresAt } = await documents.ticket(session.customerId, purpose);
    return {
      ticket: id,
      path: `infra/file/evidence/${id}`,
      expiresAt,
      bytesAtMost: pictureBytesAtMost,
      types: ['image/png', 'image/jpeg', 'image/webp'],
    };
  },
  'POST infra/file/evidence/{ticket}': ({ ticket }, context) =>
    documents.upload(context.session.customerId, ticket, async () => (await context.file()).bytes),
  'POST system/member-sign/upload': async (_input, context) =>
    documents.keep(context.session.customerId, 'signature', (await context.file()).bytes),
  'GET pay/realname/get': (_input, { session }) => identity.state(session),
  'POST pay/realname/create': (input, { session }) => identity.apply(input, session),
});
