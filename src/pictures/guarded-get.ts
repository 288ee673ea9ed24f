import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { Client } from 'undici';

/** Where a connection goes: to an address that was judged, for a name that its certificate must bear. */
export interface Target {
  address: string;
  port: number;
  hostname: string;
}

/** The network, as far as a guarded request touches it. */
export interface Network {
  /** Every address of a name, of both kinds. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  /** A connection that can be written to: over TLS, with the certificate checked. */
  connect(target: Target, signal: AbortSignal): Promise<Socket>;
}

export interface GuardedResponse {
  status: number;
  location: string | undefined;
  body: Buffer;
}

/**
 * What the internet assigns is inside 2000::/3. Asked beside the special ranges, since a range that the library does not
 * list would count as public.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, as text, belongs to a host on the public internet (IANA special-purpose registries). */
export function isPublicAddress(address: string): boolean {
  // `ipaddr.parse` also takes "127.1"; a zone ("%eth0") belongs to this machine's own links.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
}

class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/**
 * One GET over https to a public address. The name is resolved here, every address it has is judged, and the connection goes to the
 * one that was judged: a name that answers differently the next time (DNS rebinding) reaches nothing else.
 */
export async function guardedGet(
  url: URL,
  options: { network: Network; maxBytes: number; signal: AbortSignal },
): Promise<GuardedResponse> {
  const { network, maxBytes, signal } = options;
  signal.throwIfAborted();
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new RefusedAddressError('only https, without credentials');
  }
  // The URL parser has turned decimal, octal and hexadecimal spellings of IPv4 into the usual one.
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(hostname) === 0 ? await network.resolve(hostname, signal) : [hostname];
  const [address] = addresses;
  if (address === undefined || !addresses.every(isPublicAddress)) {
    throw new RefusedAddressError('not a public address');
  }
  const socket = await network.connect({ address, port: Number(url.port || 443), hostname }, signal);
  const client = new Client(url.origin, {
    // Over this one connection: a second one would have to be judged again. The client hangs when told in the same turn.
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
      // A redirect's body is of no use: closing the client ends it.
      body: isRedirect ? Buffer.alloc(0) : Buffer.from(await response.body.arrayBuffer()),
    };
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

/** The machine's own network. Names are asked of the DNS servers themselves: the system's look-up would hold a thread of the pool. */
export const internet: Network = {
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
      // An address is no server name (RFC 6066 §3); the certificate is checked against it all the same.
      ...(isIP(hostname) === 0 && { servername: hostname }),
      ALPNProtocols: ['http/1.1'],
    });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    await once(socket, 'secureConnect', { signal });
    return socket;
  },
};
