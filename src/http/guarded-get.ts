import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { Client } from 'undici';
import { present } from '../present.ts';

/** A checked address, and the host name that the certificate must match. */
export interface Target {
  address: string;
  port: number;
  hostname: string;
}

/** The network access of a guarded request, replaceable in tests. */
export interface GuardedNetwork {
  /** All IPv4 and IPv6 addresses of a name. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  /** An established TLS connection with a verified certificate. */
  connect(target: Target, signal: AbortSignal): Promise<Socket>;
}

export interface GuardedResponse {
  status: number;
  location: string | undefined;
  body: Buffer;
}

/**
 * All global unicast addresses are in 2000::/3. Checked in addition to the library's special ranges: a range that it does not
 * know would count as public.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet (IANA special-purpose registries). */
export function isPublicAddress(address: string): boolean {
  // `ipaddr.parse` would accept "127.1"; a zone ("%eth0") is only valid for link-local addresses.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
}

class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/**
 * Sends one GET over https to a public address, so that a URL from the platform cannot reach internal hosts (SSRF). Resolves
 * the name once, checks all its addresses, and connects to a checked one: DNS rebinding has no effect.
 */
export async function guardedGet(
  url: URL,
  options: { network: GuardedNetwork; maxBytes: number; signal: AbortSignal },
): Promise<GuardedResponse> {
  const { network, maxBytes, signal } = options;
  signal.throwIfAborted();
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new RefusedAddressError('only https, without credentials');
  }
  // The URL parser has normalized decimal, octal and hexadecimal IPv4 addresses.
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(hostname) === 0 ? await network.resolve(hostname, signal) : [hostname];
  const [address] = addresses;
  if (address === undefined || !addresses.every(isPublicAddress)) {
    throw new RefusedAddressError('not a public address');
  }
  const socket = await network.connect({ address, port: Number(url.port || 443), hostname }, signal);
  const client = new Client(url.origin, {
    // Only this checked connection. Asynchronous, because the client hangs if the callback runs in the same tick.
    connect: (_, callback) => void setImmediate(callback, null, socket),
    maxResponseSize: maxBytes,
  });
  try {
    const response = await client.request({
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
      signal,
    });
    const { location } = response.headers;
    const isRedirect = response.statusCode >= 300 && response.statusCode < 400;
    return {
      status: response.statusCode,
      location: typeof location === 'string' ? location : undefined,
      // Skips the body of a redirect: destroying the client aborts it.
      body: isRedirect ? Buffer.alloc(0) : Buffer.from(await response.body.arrayBuffer()),
    };
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

/** The real network. Queries DNS servers directly, because the system's look-up would block a thread of the pool. */
export const internet: GuardedNetwork = {
  async resolve(hostname, signal) {
    const resolver = new Resolver({ timeout: 500, tries: 2 });
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  async connect({ address, port, hostname }, signal) {
    const socket = connectTls({
      host: address,
      port,
      // An IP address is not allowed as a server name (RFC 6066 §3); the certificate is checked against it anyway.
      ...present({ servername: isIP(hostname) === 0 ? hostname : undefined }),
      ALPNProtocols: ['http/1.1'],
    });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    await once(socket, 'secureConnect', { signal });
    return socket;
  },
};
