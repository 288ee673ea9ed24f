import ipaddr from 'ipaddr.js';

/** What limits per address count by, the narrowest first; each wider one may do some more. */
export interface CallerNetwork {
  name: string;
  /** How many times the limit of one address. */
  times: number;
}

/**
 * An IPv4 address; of IPv6 the first 64 bits, since whoever has one address of those has them all, and the first 48, since
 * many providers give a customer so many of the former. Behind a trusted proxy an address may be any text.
 */
export function callerNetworks(address: string): readonly [CallerNetwork, ...CallerNetwork[]] {
  const ip = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (!(ip instanceof ipaddr.IPv6)) return [{ name: ip?.toString() ?? address, times: 1 }];
  const first = (groups: number) =>
    ip.parts
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(':');
  return [
    { name: `${first(4)}/64`, times: 1 },
    { name: `${first(3)}/48`, times: 2 },
  ];
}
