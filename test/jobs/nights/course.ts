import { MINUTE_MS, STEP_MS, type Night, type NightServer } from './context.ts';
import { announce, followsItself } from './series.ts';
import { topicsOf } from './topics.ts';
import type { Truth } from './truth.ts';

export async function follow(
  night: Night,
  cup: Truth,
  { guildId, settings }: NightServer,
  at: number,
): Promise<void> {
  const { about, chance, pass, tell, world } = night;
  const topics = topicsOf(chance);
  const channelId = `${guildId}${at}`;
  if (night.follows.some((one) => one.channelId === channelId && one.cup === cup)) return;
  about('follow');
  // Who asks meanwhile is told to try again.
  while (world.stores.control.down) await pass(STEP_MS);
  await world.follow(guildId, {
    tournamentId: cup.id,
    channelId,
    topics,
    ...(topics.event && { eventHours: 3 }),
  });
  const earlier = night.follows.filter((one) => one.guildId === guildId && one.cup === cup);
  const isSecond = earlier.length > 0;
  const isUnclear = earlier.some((one) => one.leadsCalls === undefined);
  const leadsCalls = isUnclear ? undefined : !earlier.some((one) => one.topics.calls);
  night.follows.push({
    guildId,
    channelId,
    cup,
    topics,
    at: world.now(),
    settings,
    isSecond,
    leadsCalls,
    resumes: [],
  });
  tell(`channel ${channelId} follows ${cup.name}: ${JSON.stringify(topics)}`);
}

/** Each tournament in one server at least; some channels follow two. */
export async function followAll(night: Night): Promise<void> {
  const { chance, cups, servers, unlisted } = night;
  for (const [at, cup] of cups.entries()) {
    if (unlisted.has(cup)) continue;
    const [home, ...others] = chance.shuffled(servers);
    if (home !== undefined) await follow(night, cup, home, chance.is(0.5) ? 0 : at);
    for (const server of others) if (chance.is(0.4)) await follow(night, cup, server, 0);
  }
}

/** From registration to the first matches. */
export async function begin(night: Night): Promise<void> {
  const { about, chance, cups, later, pass, seconds, servers, show, tell, unlisted, world } = night;
  for (const cup of cups) {
    if (unlisted.has(cup)) await announce(night, cup);
    if (chance.is(0.25)) {
      const chosen = chance.pick(['closed', 'postponed', 'draft', 'seeding'] as const);
      // A draft is new once it is published, and would be followed by itself.
      const isNews = chosen === 'draft' && servers.some((server) => followsItself(server, cup));
      const registration = isNews ? 'closed' : chosen;
      cup.setRegistration(registration);
      if (registration === 'postponed') cup.postpone(10 * MINUTE_MS);
      tell(`${cup.name}: registration ${registration}`);
      show();
      await pass(seconds(30, 120));
      cup.setRegistration(undefined);
    }
    if (chance.is(0.3)) {
      tell(`${cup.name} is drawn ahead`);
      cup.draw();
      show();
      await pass(gapOf(night));
    }
    if (cup.dialect.record === 'known' && chance.is(0.15)) {
      // Discord has started its event by then.
      await pass(Math.max(0, cup.startsAt() - world.now()) + seconds(60, 120));
      cup.postpone(30 * MINUTE_MS);
      tell(`${cup.name} starts half an hour later`);
      show();
      await pass(8 * MINUTE_MS);
    }
    about('start');
    cup.setPhase('running');
    if (!cup.isDrawn()) cup.draw();
    tell(`${cup.name} begins`);
    show();
    if (cup.dialect.record === 'late') later(seconds(20, 300), cup.noteStarted);
    await pass(gapOf(night));
  }
}

/** The second stage may be listed much later. */
export async function betweenStages(night: Night): Promise<void> {
  const { about, extras, pass, seconds, tell } = night;
  const [cup] = night.cups.filter((one) => one.isBetweenStages());
  if (cup === undefined) return;
  about('next stage');
  if (extras.is(0.5)) await pass(seconds(600, 900));
  tell(`the second stage of ${cup.name} is listed`);
}

export function end(night: Night, cup: Truth): void {
  const { about, chance, tell } = night;
  about('end');
  const isPlayed = !cup.goOn();
  // What decides nothing, or what there is no time for, is not played any more.
  const isEarly = !isPlayed && (cup.isDecided() || night.wants('early end') || chance.is(0.3));
  const isOver = isPlayed || isEarly;
  const isCancelled = !isOver && chance.is(0.3);
  if (isEarly) about('early end');
  if (isOver) cup.setPhase('finished');
  if (isCancelled) cup.setPhase('cancelled');
  tell(
    `${cup.name} ${isOver ? `is over${isEarly ? ' early' : ''}` : isCancelled ? 'is canceled for good' : 'goes on'}`,
  );
}

/** Until the next thing happens. */
export function gapOf({ chance, seconds }: Night): number {
  const [min, max] = chance.pick([
    [1, 15],
    [20, 70],
    [60, 200],
    [200, 420],
  ] as const);
  return seconds(min, max);
}
