import { isIPv6 } from 'node:net';

/** What limits per address count by, the narrowest first; each wider one may do some more. */
export interface CallerNetwork {
  name: string;
  /** How many times the limit of one address. */
  times: number;
}

/**
 * An IPv4 address; of IPv6 the first 64 bits, since whoever has one address of those has them all, and the first 48, since
 * many providers give a customer so many of the former.
 */
export function callerNetworks(address: string): readonly [CallerNetwork, ...CallerNetwork[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return [{ name: mapped, times: 1 }];
  if (!isIPv6(address)) return [{ name: address, times: 1 }];
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...back];
  const first = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.replace(/^0+(?=.)/, ''))
      .join(':');
  return [
    { name: `${first(4)}/64`, times: 1 },
    { name: `${first(3)}/48`, times: 2 },
  ];
}
