import { setTimeout as wait } from 'node:timers/promises';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { Browser } from '../tour/browser.ts';
import { goThroughLinking, linkAddress } from '../tour/link-member.ts';
import { createRandom, type Random } from '../../tools/platform-stand-in/random.ts';
import { ACTS, type Actor } from './acts.ts';
import type { Grounds } from './grounds.ts';
import type { Ledger } from './ledger.ts';

/** A member and the player that they are at the platform. */
export interface SoakMember {
  name: string;
  playerId: string;
}

/** No attackers: three a second at most, acts of several steps included. */
const PAUSE_MS = { least: 350, most: 1500 };

interface Pause {
  least: number;
  most: number;
}

/** Types /link and goes through all pages as each of these; throws where that does not end in a link. */
export async function linkAll(
  discord: DiscordStandIn,
  seats: readonly SoakMember[],
  apartMs = 0,
): Promise<void> {
  for (const { name, playerId } of seats) {
    const invitation = await discord.member(name).slash('link').answer();
    const person = { discord: name, player: playerId };
    const page = await goThroughLinking(new Browser(), linkAddress(invitation), person);
    if (page.status !== 200) throw new Error(`linking ${name} ended with ${page.status}: ${page.text}`);
    await wait(apartMs);
  }
}

interface CrowdParts {
  discord: DiscordStandIn;
  ledger: Ledger;
  grounds: Grounds;
  playerIds: readonly string[];
  random: Random;
  isOver: () => boolean;
  /** Between two acts of one member; that between two steps of an act unless told. */
  restMs?: Pause;
}

/** Lets everybody act at their own pace until it is over; resolves when the last has their answer. */
export async function letThemAct(seats: readonly SoakMember[], parts: CrowdParts): Promise<void> {
  const { discord, ledger, grounds, random, isOver, restMs = PAUSE_MS } = parts;
  let scores = 0;
  const weighted = ACTS.flatMap(({ act, weight }) => Array.from({ length: weight }, () => act));

  async function live(seat: SoakMember, own: Random): Promise<void> {
    const actor: Actor = {
      member: discord.member(seat.name),
      playerId: seat.playerId,
      others: parts.playerIds,
      names: seats.map(({ name }) => name),
      random: own,
      note: (sent, deed) => ledger.note(sent, deed),
      tournaments: own.shuffle(grounds.tournamentIds),
      matchId: grounds.matchIdOf.get(seat.playerId) ?? '',
      nextScore: () => (scores += 1),
      pause: () => wait(own.integer(PAUSE_MS.least, PAUSE_MS.most)).then(() => {}),
    };
    await wait(own.integer(0, restMs.most));
    while (!isOver()) {
      await own.pick(weighted)(actor);
      await wait(own.integer(restMs.least, restMs.most));
    }
  }
  // A random source each: what one draws does not depend on how fast the others are answered.
  await Promise.all(seats.map((seat) => live(seat, createRandom(random.integer(0, 2 ** 31)))));
}
