import { BlockList, isIP } from 'node:net';

/** IPv4 addresses that are nobody's on the public internet (IANA special-purpose registry), multicast included. */
const notPublic4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic4.addSubnet(network, prefix, 'ipv4');
}

/**
 * IPv6 is public only inside 2000::/3: loopback, link-local, unique local, mapped (::ffff:), NAT64 (64:ff9b::) and
 * multicast lie outside. A list of its own, since a list that mixes both kinds judges mapped addresses wrongly.
 */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Inside it: Teredo and other protocol assignments, documentation, and 6to4, which carries any IPv4 address. */
const notPublic6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  notPublic6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address, as text, is one that anybody on the internet could be meant by. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4');
    case 6:
      // A zone ("%eth0") belongs to this machine's own links.
      return !address.includes('%') && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
    default:
      return false;
  }
}
