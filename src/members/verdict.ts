import type { LinkRecord } from '../accounts/links.ts';
import { DAY_MS } from '../durations.ts';
import type { MemberRecord } from './members.ts';

/** How long a sighting proves membership. */
const PROOF_MS = DAY_MS;

export type KnownLink = Pick<LinkRecord, 'playerId' | 'playerName' | 'namingShown'>;

/** Whether a user may be named in a server, by what is stored. `unproved`: only if Discord says that they are a member. */
export type NamingVerdict = 'yes' | 'no' | 'unproved';

export function verdictOf(stored: {
  guildId: string;
  record: MemberRecord | undefined;
  link: KnownLink | undefined;
  now: number;
}): NamingVerdict {
  const { guildId, record, link, now } = stored;
  if (link === undefined || record?.hidden === true) return 'no';
  const sighting = record?.guilds[guildId];
  if (link.namingShown !== true && sighting?.used !== true) return 'no';
  return sighting !== undefined && now - sighting.at < PROOF_MS ? 'yes' : 'unproved';
}
