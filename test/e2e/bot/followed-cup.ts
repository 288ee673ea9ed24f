import { createHash } from 'node:crypto';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { collectPosts } from './posts.ts';
import { openCup } from '../../../tools/platform-stand-in/world/cup.ts';
import { startPlayground } from '../../../playground/start.ts';
import { CAST, linked } from '../../support/members.ts';
import { quickClock } from '../../support/quick-clock.ts';

const MINUTE_MS = 60_000;

/** Ana is in Arena alone, Chloé hides, and Guest 1 is not linked yet. */
export const PLAYERS = {
  ana: CAST.contender,
  bruno: CAST.rival,
  chloe: CAST.newcomer,
  guest: '1100',
  kim: '1101',
  lea: '1102',
} as const;
const SHORT_NAMES = { [PLAYERS.guest]: 'Gus', [PLAYERS.kim]: 'Kim', [PLAYERS.lea]: 'Lea' };

/** One state of a post: when it came, and its picture's bytes. */
interface State {
  at: number;
  hasPicture: boolean;
  picture: Promise<string | undefined>;
}

async function hashOf({ embedded: [picture] }: ChatMessage): Promise<string | undefined> {
  if (picture === undefined) return undefined;
  const bytes = Buffer.from(await (await fetch(picture.url)).arrayBuffer());
  return createHash('sha256').update(bytes).digest('hex');
}

/** In quick time, a cup of six whose registration is open, and all that the bot posts in a channel of either server. */
export async function startFollowedCup() {
  const clock = quickClock();
  const world = await startPlayground({
    platform: clock.standIns.platform,
    discord: { ...clock.standIns.discord, crowd: 1 },
    env: clock.env,
  });
  const { discord, platform } = world;
  for (const [id, name] of Object.entries(SHORT_NAMES))
    Object.assign(platform.world.players.get(id)!, { name });
  const cup = openCup(platform.world, {
    name: 'Quick Cup',
    startsAt: Math.floor(clock.now() / 1000) * 1000 + 40 * MINUTE_MS,
    entrantIds: [PLAYERS.ana, PLAYERS.chloe, PLAYERS.kim],
    capacity: 6,
  });
  const collect = (channel: string) =>
    collectPosts(discord, discord.channels.find(({ name }) => name === channel)!.id);
  const arena = collect('match-night');
  const backyard = collect('lobby');
  const states: State[] = [];
  const eventStarts = new Set<string>();
  discord.onEvent((event) => {
    if (event.type === 'event-changed') eventStarts.add(event.event.scheduled_start_time);
    if (event.type !== 'message-edited' || event.message.id !== arena.all()[0]?.id) return;
    const hasPicture = event.message.embedded.length > 0;
    states.push({ at: clock.now(), hasPicture, picture: hashOf(event.message) });
  });
  await linked(world, 'Ana', PLAYERS.ana);
  await linked(world, 'Bruno', PLAYERS.bruno);
  await linked(world, 'Chloé', PLAYERS.chloe);
  const [ana, chloe] = [discord.member('Ana'), discord.member('Chloé')];
  await chloe.press(await chloe.slash('privacy').answer(), 'Hide me').answer();
  await ana.select(await ana.slash('settings').answer(), 'Log channel: none', ['organizers']).answer();
  return {
    clock,
    world,
    cup,
    collect,
    arena,
    backyard,
    /** Of Arena's live post. */
    states,
    /** Of the scheduled event, as ISO texts. */
    eventStarts,
  };
}
