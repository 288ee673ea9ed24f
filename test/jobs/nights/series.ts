import type { SeriesRule } from '../../../src/guilds/series.ts';
import { isAbout, ruleIn } from '../../../tools/judge/series.ts';
import { T0 } from '../../support/night-records.ts';
import type { Chance } from './chance.ts';
import { MINUTE_MS, SECOND_MS, type Night, type NightServer } from './context.ts';
import { topicsOf } from './topics.ts';
import type { Truth } from './truth.ts';

const channel = (guildId: string, at: number): string => `${guildId}${at}`;

/** Words that match each tournament, those of the night, another one, and none. */
const FILTERS = [[], ['cup'], ['Fresh'], ['league', 'Swiss']];

/** What a server does by itself with new tournaments. `follows`: it follows those of the night in any case. */
export function ruleOf(chance: Chance, guildId: string, follows: boolean): SeriesRule {
  const words = chance.pick(follows ? FILTERS.slice(0, 2) : FILTERS);
  const announceChannelId = channel(guildId, 9);
  const topics = topicsOf(chance);
  return {
    id: 's1',
    announceChannelId,
    ...(words.length > 0 && { words }),
    ...((follows || chance.is(0.5)) && {
      followChannelId: chance.is(0.5) ? announceChannelId : channel(guildId, 4),
      topics,
      ...(topics.event && { eventHours: 3 }),
    }),
    ...(chance.is(0.6) && { seasonChannelId: channel(guildId, 3) }),
  };
}

/** Where a server follows a tournament by itself once it is listed. */
export function followsItself(server: NightServer, { name }: Pick<Truth, 'name'>): SeriesRule | undefined {
  const rule = ruleIn(server);
  return rule?.followChannelId !== undefined && isAbout(rule, name) ? rule : undefined;
}

const OTHERS = 70;

/** Many more tournaments on the platform, of which one is new, and one is of a registrant who wants to be reminded. */
export async function listOthers(night: Night): Promise<void> {
  const { chance, later, news, seconds, tell, world } = night;
  if (!night.servers.some(({ settings }) => settings.series !== undefined) && chance.is(0.7)) return;
  const { listed, unlisted } = world.platform;
  const listing = (id: string, name: string, startsAt: number) => ({
    id,
    name,
    phase: 'open' as const,
    startsAt: { epochMs: startsAt, precision: 'second' as const },
  });
  for (let at = 0; at < OTHERS; at++)
    listed.push(listing(`o${at}`, `Old cup ${at}`, T0 + (15 + 20 * at) * MINUTE_MS));
  later(seconds(600, 2400), () => {
    const at = chance.is(0.5) ? 10 : 60 * 24 * 60;
    listed.push(listing('fresh', 'Fresh cup', world.now() + at * MINUTE_MS + 90 * MINUTE_MS));
    news.push({ at: world.now(), name: 'Fresh cup' });
    tell('Fresh cup is new on the platform');
  });
  // It leaves the list once it asks its players to check in.
  const own = listing('own', 'Own cup', T0 + 85 * MINUTE_MS);
  listed.push(own);
  later(10 * MINUTE_MS, () => void unlisted.add('own'));
  const person = world.people.add({ playerId: 'reminded', name: 'Rita' });
  await world.settle(person);
  const { reminders, registrations } = world.front().services;
  await reminders.set(person.discordId, true);
  await registrations.note(person, 'own');
  night.reminder = { discordId: person.discordId, name: 'Own cup', startsAt: T0 + 85 * MINUTE_MS };
}

/** By then, the list that the servers know has been read. */
const KNOWN_MS = 4 * MINUTE_MS;
/** So long after a tournament is listed, whoever follows it by itself does. */
const FOLLOWED_MS = 6 * MINUTE_MS;
const AGAIN_MS = 12 * MINUTE_MS;

/** A tournament of the night is listed while it goes on, and followed by the rules that are about it. */
export async function announce(night: Night, cup: Truth): Promise<void> {
  const { about, faults, follows, news, pass, servers, show, tell, troubles, world } = night;
  await pass(Math.max(0, T0 + KNOWN_MS - world.now()));
  about('announce');
  // What should have started already is not listed as upcoming.
  cup.postpone(Math.max(0, world.now() + AGAIN_MS - cup.startsAt()));
  night.unlisted.delete(cup);
  show();
  tell(`${cup.name} is new on the platform`);
  const listedAt = world.now();
  news.push({ at: listedAt, name: cup.name });
  const { guilds } = world.front().services;
  const isFollowed = async (server: NightServer, { followChannelId = '' }: SeriesRule): Promise<boolean> =>
    Object.values(await guilds.follows.read(server.guildId)).some(
      ({ channelId, tournamentId }) => tournamentId === cup.id && channelId === followChannelId,
    );
  let wanted = servers.filter((server) => followsItself(server, cup) !== undefined);
  while (wanted.length > 0 && world.now() - listedAt < AGAIN_MS) {
    await pass(10 * SECOND_MS);
    const left: NightServer[] = [];
    for (const server of wanted) {
      const { guildId, settings } = server;
      const rule = followsItself(server, cup);
      const { followChannelId: channelId } = rule ?? {};
      if (rule === undefined || channelId === undefined) continue;
      if (world.stores.control.down || !(await isFollowed(server, rule))) left.push(server);
      else {
        const topics = topicsOfRule(rule);
        tell(`channel ${channelId} follows ${cup.name} by itself: ${JSON.stringify(topics)}`);
        const at = world.now();
        follows.push({
          guildId,
          channelId,
          cup,
          topics,
          at,
          settings,
          isSecond: false,
          leadsCalls: true,
          resumes: [],
        });
      }
    }
    wanted = left;
  }
  const isHindered = troubles.some(({ kind, to }) => kind !== 'quiet' && to >= listedAt - FOLLOWED_MS);
  for (const { guildId } of isHindered ? [] : wanted)
    faults.push(`server ${guildId} does not follow ${cup.name} by itself`);
}

const topicsOfRule = ({ topics }: SeriesRule) => ({
  calls: topics?.calls === true,
  results: topics?.results === true,
  event: topics?.event === true,
  late: topics?.late ?? 0,
  threads: topics?.threads === true,
  spoilers: topics?.spoilers === true,
  ...(topics?.ping !== undefined && { ping: topics.ping }),
});
