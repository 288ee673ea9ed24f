import { present } from '../../../src/present.ts';
import {
  DISCORD_RECOVERY_MS,
  HOUR_MS,
  MINUTE_MS,
  PLATFORM_RECOVERY_MS,
  SECOND_MS,
  type Night,
  type Process,
} from './context.ts';
import { createChance } from './chance.ts';
import type { Disturbance } from './reach.ts';
import { FAILURES, MAINTENANCE, type Failure } from './wire.ts';

export const isAlive = (one: Process): boolean => !one.isDead() && !one.isAsleep();

function failPlatform(
  { chance, later, seconds, tell, trouble, world }: Night,
  what: RegExp,
  kind: Failure['kind'] = chance.pick(FAILURES),
): void {
  const ms = chance.is(0.15) ? seconds(900, 1200) : seconds(20, 400);
  const retryAfterMs = kind === 'rate-limited' ? seconds(10, 300) : undefined;
  world.platform.control.failure = (one) =>
    what.test(one) ? { kind, ...present({ retryAfterMs }) } : undefined;
  trouble('platform', ms + (retryAfterMs ?? 0), PLATFORM_RECOVERY_MS);
  later(ms, () => void (world.platform.control.failure = () => undefined));
  tell(`${what.source} fails for ${ms / SECOND_MS} s: ${kind} ${retryAfterMs ?? ''}`);
}

function failDiscord(night: Night, how: 'fail' | 'lose'): void {
  const { chance, later, seconds, tell, trouble, world } = night;
  const ms = seconds(10, 300);
  const share = chance.pick([1, 0.5, 0.2]);
  world.control[how] = () => chance.is(share);
  trouble('discord', ms, DISCORD_RECOVERY_MS);
  later(ms, () => void (world.control[how] = () => false));
  tell(`Discord ${how}s for ${ms / SECOND_MS} s, ${share} of calls`);
}

/** The bot may not post in a channel any more, until an organizer notices. */
function refuse(night: Night): void {
  const { chance, follows, later, seconds, tell, trouble, world } = night;
  if (follows.length === 0) return;
  const { channelId, guildId } = chance.pick(follows);
  const ms = seconds(30, 600);
  world.forbidden.add(channelId);
  trouble('discord', ms, DISCORD_RECOVERY_MS, { guildId });
  tell(`the bot may not post in ${channelId} for ${ms / SECOND_MS} s`);
  async function resume(): Promise<void> {
    // Who asks meanwhile is told to try again.
    if (world.stores.control.down) return later(SECOND_MS, resume);
    world.forbidden.delete(channelId);
    for (const { cup, resumes, topics } of follows.filter((one) => one.channelId === channelId)) {
      resumes.push(world.now());
      await world.follow(guildId, {
        tournamentId: cup.id,
        channelId,
        topics,
        ...(topics.event && { eventHours: 3 }),
      });
    }
    tell(`${channelId} is resumed`);
  }
  /** What was refused just before may stop it just after. */
  async function resumeAgain(): Promise<void> {
    if (world.stores.control.down) return later(SECOND_MS, resumeAgain);
    const follows = Object.values(await world.front().services.guilds.follows.read(guildId));
    if (follows.some((one) => one.channelId === channelId && one.stopped?.reason === 'forbidden'))
      await resume();
  }
  later(ms, resume);
  later(ms + MINUTE_MS, resumeAgain);
  // Another channel of the server may have led meanwhile, and leads on.
  for (const one of follows.filter((other) => other.guildId === guildId)) one.leadsCalls = undefined;
}

/** A person deletes one of the bot's messages. */
function remove({ chance, follows, removed, tell, world }: Night): void {
  const channels = new Set(follows.map(({ channelId }) => channelId));
  const own = world.messages.filter(
    ({ channelId, post }) => channels.has(channelId) && /\s–\s| beat |ready\.$/m.test(post.content),
  );
  if (own.length === 0) return;
  const { id, channelId, post } = chance.pick(own);
  removed.set(id, world.now());
  world.remove(id);
  tell(`somebody deletes ${id} in ${channelId}: ${post.content.split('\n')[0]}`);
}

/**
 * An outside failure. It has separate chances, so that a night without it goes on as it would; `spared`: by
 * their numbers, what does not go wrong this time.
 */
export function disturb(
  whole: Night,
  processes: { alive: Process[]; start: () => void },
  kind: Disturbance,
  spared: ReadonlySet<number>,
): void {
  const number = whole.reach.disturbed(kind);
  if (spared.has(number)) return;
  const chance = createChance(whole.seed * 1009 + number);
  const seconds = (min: number, max: number): number => chance.int(min, max) * SECOND_MS;
  const night: Night = { ...whole, chance, seconds, tell: (text) => whole.tell(`[${number}] ${text}`) };
  const { jumps, later, tell, trouble, world } = night;
  const { alive } = processes;
  const process = alive.length > 0 ? chance.pick(alive) : undefined;
  switch (kind) {
    case 'record':
      return failPlatform(night, /^tournament /);
    case 'bracket':
      return failPlatform(night, /^bracket/);
    case 'platform':
      return failPlatform(night, /./);
    case 'maintenance':
      return failPlatform(night, chance.pick([/^tournament /, /^bracket/, /./]), chance.pick(MAINTENANCE));
    case 'fail':
    case 'lose':
      return failDiscord(night, kind);
    case 'refuse':
      return refuse(night);
    case 'delete':
      return remove(night);
    case 'look-ups': {
      const ms = seconds(60, 600);
      world.pace.lookUpMs = chance.pick([350, 900, 2000]);
      later(ms, () => void (world.pace.lookUpMs = 150));
      return tell(`Discord looks a member up in ${world.pace.lookUpMs} ms for ${ms / SECOND_MS} s`);
    }
    case 'store': {
      const ms = seconds(5, 60);
      world.stores.control.down = true;
      trouble('store', ms, DISCORD_RECOVERY_MS);
      later(ms, () => void (world.stores.control.down = false));
      return tell(`the store is down for ${ms / SECOND_MS} s`);
    }
    case 'kill':
      if (process === undefined) return;
      process.killAt(chance.int(1, 8), chance.is(0.5));
      return tell(`${process.id} is to be killed`);
    case 'restart':
      if (process === undefined || world.stores.control.down) return;
      trouble('process', 20 * SECOND_MS, DISCORD_RECOVERY_MS);
      world.stop(process);
      later(seconds(0, 90), processes.start);
      return tell(`${process.id} stops`);
    case 'sleep': {
      if (process === undefined) return;
      const ms = seconds(5, 200);
      process.sleep(true);
      trouble('process', ms, DISCORD_RECOVERY_MS);
      later(ms, () => process.sleep(false));
      return tell(`${process.id} sleeps for ${ms / SECOND_MS} s`);
    }
    case 'hang': {
      if (process === undefined) return;
      const ms = seconds(5, 120);
      process.hangAt(chance.int(1, 30), ms);
      trouble('process', ms + 2 * MINUTE_MS, DISCORD_RECOVERY_MS);
      return tell(`${process.id} is to hang for ${ms / SECOND_MS} s`);
    }
    case 'jump': {
      const ms = chance.pick([1, -1]) * chance.pick([20 * SECOND_MS, 10 * MINUTE_MS, HOUR_MS]);
      world.jumpClock(ms);
      jumps.push({ at: world.now(), ms: (jumps.at(-1)?.ms ?? 0) + ms });
      trouble('clock', 0, MINUTE_MS);
      return tell(`the wall clock jumps by ${ms / SECOND_MS} s`);
    }
    case 'standby':
      if (alive.length < 3) processes.start();
  }
}
