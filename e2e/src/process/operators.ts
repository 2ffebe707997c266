import assert from 'node:assert/strict';
import { freePort, startServer } from '../harness/server.ts';

const documents = ['/metrics', '/api/reference', '/api/reference.js', '/api/openapi.json'];

/** What is for operators is served at their port, and with their token; a stranger at the customers' port gets none of it. */
export async function operatorsOnly(): Promise<void> {
  const operatorsPort = await freePort();
  const token = 'a-secret-of-the-operators';
  const server = await startServer({
    timeoutMs: 180_000,
    env: {
      BOURSE_ENV: 'production',
      BOURSE_PUBLIC_URL: 'https://bourse.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      BOURSE_OPERATORS_PORT: String(operatorsPort),
      BOURSE_OPERATORS_TOKEN: token,
    },
  });
  try {
    const operators = `http://127.0.0.1:${operatorsPort}`;
    const ask = async (url: string, authorization?: string) => {
      const response = await fetch(url, { headers: authorization === undefined ? {} : { authorization } });
      return { status: response.status, text: await response.text() };
    };
    for (const path of documents) {
      const stranger = await ask(`${server.origin}${path}`);
      const served = await ask(`${operators}${path}`);
      assert.deepEqual([path, stranger.status, served.status], [path, 404, 200]);
      for (const guess of ['Bearer a-guess-of-the-secret', token, `Bearer ${token}.`, 'Bearer '])
        assert.deepEqual([guess, await ask(`${server.origin}${path}`, guess)], [guess, stranger]);
      assert.equal((await ask(`${server.origin}${path}`, `Bearer ${token}`)).status, 200);
    }
    assert.deepEqual(JSON.parse((await ask(`${server.origin}/health`)).text), { status: 'ok' });
    assert.deepEqual(JSON.parse((await ask(`${server.origin}/health`, 'Bearer a-guess-of-the-secret')).text), { status: 'ok' });
    for (const details of [await ask(`${operators}/health`), await ask(`${server.origin}/health`, `Bearer ${token}`)]) {
      const { status, reasons, prices } = JSON.parse(details.text);
      assert.deepEqual([status, reasons, typeof prices], ['ok', [], 'object']);
    }
    assert.equal((await ask(`${server.origin}/dev/outbox`)).status, 404);
  } finally {
    await server.stop();
    server.discard();
  }
}
