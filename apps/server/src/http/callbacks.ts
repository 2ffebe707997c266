import type { FastifyInstance } from 'fastify';

/** Hears gateways and providers of payments. The answer is in their own protocol, not in ours. */
export type Callbacks = (provider: string, form: Record<string, string>) => Promise<{ status: number; code: number; message: string }>;

const formLimitBytes = 32 * 1024;

/** `POST /api/gateway/{provider}` takes a form. A scope of its own: no other route reads forms. */
export async function registerCallbacks(app: FastifyInstance, callbacks: Callbacks): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimitBytes },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    scope.post('/api/gateway/:provider', async (request, reply) => {
      const form = request.body;
      const { provider } = request.params as { provider: string };
      const isForm = typeof form === 'object' && form !== null && Object.values(form).every((value) => typeof value === 'string');
      const { status, code, message } = await callbacks(provider, isForm ? (form as Record<string, string>) : {});
      return reply.code(status).header('cache-control', 'no-store').send({ code, message });
    });
  });
}
