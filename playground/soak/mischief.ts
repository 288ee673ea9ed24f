import { setTimeout as wait } from 'node:timers/promises';
import { RESTJSONErrorCodes } from 'discord.js';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { RestRefusal } from '../../tools/discord-stand-in/refusal.ts';
import type { Mishap } from '../../tools/discord-stand-in/rest/mishaps.ts';
import type { Random } from '../../tools/platform-stand-in/random.ts';
import type { Fault } from '../../tools/platform-stand-in/http/fault.ts';
import type { PlatformStandIn } from '../../tools/platform-stand-in/server.ts';

/** What went wrong on purpose. */
export interface Injected {
  /** How often, by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether a call about the interaction with this token was struck. */
  struck(token: string): boolean;
}

const FAULTS: readonly Fault[] = [
  { kind: 'error500', times: 4 },
  { kind: 'slow', ms: 1800, times: 4 },
  { kind: 'slow', ms: 6000, times: 2 },
  { kind: 'dropped', times: 4 },
  { kind: 'rate-limited', retryAfterSeconds: 1, times: 3 },
  { kind: 'lost-writes', times: 1 },
  { kind: 'error500', times: 2, match: { method: 'POST', path: /^\/v1\// } },
];
const FAULT_EVERY_MS = { least: 700, most: 2500 };

const OF_INTERACTION = /^\/(?:interactions\/\d+|webhooks\/\d+)\/([^/]+)/;
const MISHAP_SHARE = 0.03;
const MISHAPS: readonly (readonly [string, Omit<Mishap, 'path'>])[] = [
  ['Discord: 502', { status: 502 }],
  ['Discord: 502, done all the same', { status: 502, applied: true }],
  ['Discord: connection closed', { drop: true }],
  ['Discord: connection closed, done all the same', { drop: true, applied: true }],
  ['Discord: slow', { delayMs: 800 }],
  ['Discord: slow', { delayMs: 2000 }],
  ['Discord: past its own deadline', { delayMs: 4000 }],
];

const TWICE_SHARE = 0.05;
const TWICE_AFTER_MS = { least: 0, most: 400 };
const GATEWAY_EVERY_MS = { least: 4000, most: 9000 };

/** Makes both sides fail at random until `isOver`. */
export function makeMischief(
  { discord, platform }: { discord: DiscordStandIn; platform: PlatformStandIn },
  { random, isOver, gateway }: { random: Random; isOver: () => boolean; gateway: boolean },
): Injected {
  const counts = new Map<string, number>();
  const struck = new Set<string>();
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const every = async (ms: { least: number; most: number }, strike: () => void) => {
    for (;;) {
      await wait(random.integer(ms.least, ms.most), undefined, { ref: false });
      if (isOver()) return;
      strike();
    }
  };

  void every(FAULT_EVERY_MS, () => {
    const fault = random.pick(FAULTS);
    count(`platform: ${fault.kind}`);
    platform.setFault(fault);
  });
  if (gateway)
    void every(GATEWAY_EVERY_MS, () => {
      const way = random.pick(['drop', 'cut', 'askReconnect'] as const);
      count(`gateway: ${way}`);
      discord.gateway[way]();
    });

  discord.mishaps.take = (_method, path) => {
    const token = OF_INTERACTION.exec(path)?.[1];
    if (isOver() || token === undefined || random.next() >= MISHAP_SHARE) return undefined;
    const [name, mishap] = random.pick(MISHAPS);
    count(name);
    struck.add(token);
    return { ...mishap, path: OF_INTERACTION };
  };

  const { deliver } = discord;
  /** That another delivery was answered already is no failure of this one. */
  const once = async (raw: Parameters<typeof deliver>[0]) => {
    try {
      return await deliver(raw);
    } catch (error) {
      const other =
        error instanceof RestRefusal &&
        error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;
      if (other) return undefined;
      throw error;
    }
  };
  discord.deliver = async (raw) => {
    if (isOver() || random.next() >= TWICE_SHARE) return deliver(raw);
    count('Discord: delivered twice');
    const again = wait(random.integer(TWICE_AFTER_MS.least, TWICE_AFTER_MS.most)).then(() => once(raw));
    again.catch(() => {}); // the first delivery is the one that counts
    return once(raw);
  };

  return { counts, struck: (token) => struck.has(token) };
}
