import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../playground/bot.ts';
import { createMetricsServer } from '../../src/metrics/serve.ts';

const page = { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: 'up 1\n' };

async function serving(read = () => Promise.resolve(page)) {
  const errors: unknown[] = [];
  const server = createMetricsServer({ read, onError: (error) => errors.push(error) });
  const port = await freePort();
  await server.listen({ host: '127.0.0.1', port });
  onTestFinished(() => server.close());
  return { server, errors, port, url: `http://127.0.0.1:${port}` };
}

describe('the port for metrics', () => {
  it('gives them at /metrics, uncached, in Prometheus’ format', async () => {
    const { url } = await serving();
    const answer = await fetch(`${url}/metrics?x=1`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, page.contentType]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(page.text);
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/metrics/x', 404],
    ['POST', '/metrics', 405],
  ])('has nothing else: %s %s is %i', async (method, path, status) => {
    const { url } = await serving();
    expect((await fetch(`${url}${path}`, { method })).status).toBe(status);
  });

  it('answers 500 where they cannot be read, and says why in the log alone', async () => {
    const { url, errors } = await serving(() => Promise.reject(new Error('broken inside')));
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe('');
    expect(errors).toEqual([new Error('broken inside')]);
  });

  it('that is taken rejects the start with the port in the error', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const server = createMetricsServer({ read: () => Promise.resolve(page), onError: () => undefined });
    await expect(server.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      syscall: 'listen',
      port,
    });
    await server.close();
  });

  it('closes at once, whoever still holds a connection to it', async () => {
    const { server, url, port } = await serving();
    await fetch(`${url}/metrics`);
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const ended = new Promise((resolve) => idle.once('close', resolve));
    idle.resume();
    await server.close();
    await ended;
    await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed');
  });
});
