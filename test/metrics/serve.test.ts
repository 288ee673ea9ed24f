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

describe('the metrics server', () => {
  it('serves /metrics, uncached, in Prometheus’ format', async () => {
    const { url } = await serving();
    const response = await fetch(`${url}/metrics?x=1`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, page.contentType]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(page.text);
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/metrics/x', 404],
    ['POST', '/metrics', 405],
  ])('serves nothing else: %s %s is %i', async (method, path, status) => {
    const { url } = await serving();
    expect((await fetch(`${url}${path}`, { method })).status).toBe(status);
  });

  it('answers 500 if the metrics cannot be read, and reports why only in the log', async () => {
    const { url, errors } = await serving(() => Promise.reject(new Error('broken inside')));
    const response = await fetch(`${url}/metrics`);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('');
    expect(errors).toEqual([new Error('broken inside')]);
  });

  it('fails to start on a port in use, with the port in the error', async () => {
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

  it('closes at once, with connections still open', async () => {
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
