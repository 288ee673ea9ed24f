import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import type { LedgerEntry } from './ledger.ts';

/** A channel of each server in which members act. */
export const PLACES = ['general', 'lobby'] as const;
type SoakPlace = (typeof PLACES)[number];

/** What each server did, and what its channels show of another's reports. */
export interface ServerCounts {
  /** By the server's name: confirmed reports, and announcements that stand in its channels. */
  counts: ReadonlyMap<string, { reports: number; announcements: number }>;
  faults: readonly string[];
}

type Servers = Pick<DiscordStandIn, 'guilds' | 'member' | 'messages'>;

const serverOf = ({ guilds }: Pick<Servers, 'guilds'>, place: SoakPlace) =>
  guilds.find(({ channels }) => channels.some(({ name }) => name === place));

/** Lets these members into every server in which they will act. */
export function joinAll(discord: Servers, names: readonly string[]): void {
  const servers = PLACES.map((place) => serverOf(discord, place));
  for (const { id } of names.map((name) => discord.member(name))) {
    const own = servers.map((server) => server?.members.get(id)).find((member) => member !== undefined);
    for (const server of servers)
      if (own !== undefined && server?.members.has(id) === false)
        server.members.set(id, { ...own, roles: [] });
  }
}

const SCORE = /(\d+)\s–\s(\d+)/;
const KEY = /^score \S+ (\d+)-(\d+)$/;

/** Counts by server. No two reports of a soak have one score, so each shows where it was made. */
export function countServers(discord: Servers, entries: readonly LedgerEntry[]): ServerCounts {
  const counts = new Map<string, { reports: number; announcements: number }>();
  const faults: string[] = [];
  const placeOf = new Map(
    entries.flatMap(({ deed }) => {
      const [, first, second] = KEY.exec(deed?.key ?? '') ?? [];
      return deed?.place === undefined || first === undefined ? [] : [[`${first}-${second}`, deed.place]];
    }),
  );
  for (const place of PLACES) {
    const server = serverOf(discord, place);
    if (server === undefined) continue;
    const reports = [...placeOf.values()].filter((one) => one === place).length;
    const announced = server.channels
      .flatMap(({ id }) => discord.messages(id))
      .map(({ content }) => content.replaceAll(/~~[^~]*~~/g, ''))
      .filter((text) => text.includes('Reported by'));
    for (const text of announced) {
      const [, first, second] = SCORE.exec(text) ?? [];
      const made = placeOf.get(`${first}-${second}`) ?? placeOf.get(`${second}-${first}`);
      if (made !== undefined && made !== place)
        faults.push(`${server.name} shows a report that was made in another server: ${text.slice(0, 100)}`);
    }
    counts.set(server.name, { reports, announcements: announced.length });
  }
  return { counts, faults };
}
