import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import type { Follow } from '../../tools/judge/night.ts';
import type { Person } from '../../tools/judge/person.ts';
import type { Playground } from '../start.ts';
import { Browser } from '../tour/browser.ts';
import { goThroughLinking, linkAddress } from '../tour/link-member.ts';
import { sayIn } from '../wording.ts';
import { componentOf } from './eventually.ts';

type CastWorld = Pick<Playground, 'discord'>;

/** Members who play, and the players whom they are at the platform. */
export const PLAYING = [
  { discord: 'Ana', player: CAST.contender },
  { discord: 'Bruno', player: CAST.rival },
  { discord: 'Chloé', player: CAST.newcomer },
] as const;
export const PLAYER_IDS = PLAYING.map(({ player }) => player);

/** A server that follows the night. */
export interface NightPlace {
  /** Of the server in the world. */
  guild: number;
  owner: string;
  host: string;
  /** Where the organizers read. */
  organizers: string;
  /** Of the server's own role for organizers. */
  role: string | undefined;
  /** Those who play and are in the server. */
  members: readonly string[];
  agreement: 'at-once' | 'both';
  /** Words of a series, and the channel in which its tournaments are announced and followed and its season stands. */
  series?: { words: string; channel: string };
}

/** One side's word counts, and all members are there. */
export const ARENA: NightPlace = {
  guild: 0,
  owner: 'Ana',
  host: 'Bruno',
  organizers: 'organizers',
  role: 'Organizer',
  members: ['Ana', 'Bruno', 'Chloé'],
  agreement: 'at-once',
  series: { words: 'owl', channel: 'results' },
};
/** Both sides have to agree. */
export const BACKYARD: NightPlace = {
  guild: 1,
  owner: 'Chloé',
  host: 'Chloé',
  organizers: 'bot-log',
  role: undefined,
  members: ['Bruno', 'Chloé'],
  agreement: 'both',
};
export const HOST = ARENA.host;
export const ORGANIZERS = ARENA.organizers;
/** A ruling is written with the host's own token. */
export const HOST_PLAYERS = [CAST.rival, CAST.newcomer];
const EVENT_HOURS = '2';

/** Those who play, as the judge knows them. */
export const peopleIn = ({ discord, platform }: Pick<Playground, 'discord' | 'platform'>): Person[] =>
  PLAYING.map(({ discord: name, player }) => ({
    discordId: discord.member(name).id,
    playerId: player,
    name: platform.world.players.get(player)?.name ?? '',
    isLinked: true,
    isHidden: false,
    how: 'mention',
    isClosed: false,
    guildIds: [ARENA, BACKYARD].flatMap(({ guild, members }) =>
      members.includes(name) ? (discord.guilds[guild]?.id ?? []) : [],
    ),
    past: [],
  }));

/** What a server's owner sets, as the judge knows it. */
export function settingsOf(
  { organizers, series }: NightPlace,
  idOf: (channel: string) => string,
): Follow['settings'] {
  const channelId = idOf(series?.channel ?? '');
  const rule = { announceChannelId: channelId, followChannelId: channelId, seasonChannelId: channelId };
  return {
    logChannelId: idOf(organizers),
    ...(series && { series: [{ words: [series.words], ...rule }] }),
  };
}

/** The members who play in a match. */
export const playersIn = ({ seats }: Pick<WorldMatch, 'seats'>): string[] =>
  PLAYING.filter(({ player }) => seats.some(({ playerId }) => playerId === player)).map(
    ({ discord }) => discord,
  );

/** Each member links in a separate browser; in direct messages, where the channel is not filled with it. */
export async function linkPlayers({ discord }: CastWorld): Promise<void> {
  for (const person of PLAYING) {
    const answer = await discord.member(person.discord).slash('link', {}, { place: 'dm' }).answer();
    const last = await goThroughLinking(new Browser(), linkAddress(answer), person);
    if (last.status !== 200)
      throw new Error(`${person.discord} could not link: ${last.status} ${last.heading}`);
  }
}

/** The owner says who organizes, who has to agree to a result, and what belongs to a series. */
export async function settleServer({ discord }: CastWorld, place: NightPlace): Promise<void> {
  const owner = discord.member(place.owner);
  const say = sayIn(discord.guilds[place.guild]?.locale);
  let panel = await owner.slash('settings', {}, { place: place.organizers }).answer();
  if (place.role !== undefined)
    panel = await owner.select(panel, componentOf(panel, 'settings:organizerRole'), [place.role]).answer();
  await owner.select(panel, componentOf(panel, 'settings:logChannel'), [place.organizers]).answer();
  if (place.series !== undefined) await addSeries({ discord }, place, place.series);
  if (place.agreement === 'at-once') return;
  const opened = await owner.slash('settings', {}, { place: place.organizers }).answer();
  const page = await owner.press(opened, say('server.pages.results')).answer();
  await owner
    .select(page, componentOf(page, 'settings:agreement'), say(`server.choices.${place.agreement}`))
    .answer();
}

async function addSeries(
  { discord }: CastWorld,
  place: NightPlace,
  { words, channel }: NonNullable<NightPlace['series']>,
): Promise<void> {
  const owner = discord.member(place.owner);
  const say = sayIn(discord.guilds[place.guild]?.locale);
  const panel = await owner.slash('settings', {}, { place: place.organizers }).answer();
  const page = await owner.press(panel, say('server.pages.series')).answer();
  const form = owner.press(page, componentOf(page, 'settings:seriesForm'));
  await form.opened();
  let rule = await owner.submitModal(form, { words }).answer();
  for (const menu of ['settings:seriesAnnounce', 'settings:seriesFollow', 'settings:seriesSeason'])
    rule = await owner.select(rule, componentOf(rule, menu), [channel]).answer();
}

/** An organizer lets a channel follow a tournament. `isFull`: with everything that the usual ones switch on. */
export async function followTournament(
  { discord }: CastWorld,
  { id }: WorldTournament,
  { channelId, host: name, isFull = false }: { channelId: string; host: string; isFull?: boolean },
): Promise<void> {
  const host = discord.member(name);
  let draft = await host.slash('follow', { tournament: id }, { place: channelId }).answer();
  if (isFull) {
    const asked = host.press(draft, componentOf(draft, 'follow:form'));
    await asked.opened();
    draft = await host.submitModal(asked, { hours: EVENT_HOURS }).answer();
  }
  await host.press(draft, componentOf(draft, 'follow:start')).answer();
}
