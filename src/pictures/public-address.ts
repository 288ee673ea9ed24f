import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
