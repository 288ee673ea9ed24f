import ipaddr from 'ipaddr.js';

/** A network that rate limits count by. A wider one has a higher limit. */
export interface CallerNetwork {
  name: string;
  /** A multiple of the limit of one address. */
  times: number;
}

/**
 * The narrowest first. IPv4: the address. IPv6: its /64, since a host has all addresses of one, and its /48, since many
 * providers give a customer a whole one. Behind a trusted proxy an address may be any text.
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
