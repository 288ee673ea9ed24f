import type { Spread } from '../measure/spread.ts';

/** A slash command as a member sends it. `#` in a text stands for the number of the interaction: another one each time. */
export interface SlashInput {
  name: string;
  options?: readonly { name: string; text: string }[];
}

export interface Load {
  /** The token of the bot that is asked. */
  token: string;
  /** Taken in turn. */
  asked: readonly SlashInput[];
  /** What is sent at most, and for how long. */
  count: number;
  seconds: number;
  /** So many wait for their final answer at any time, or so many are sent a second. */
  pace: { inFlight: number } | { perSecond: number };
  /** So many different members ask, in turn. */
  callers?: number;
  /** By members' own installation: the bot itself is not in the server. */
  absent?: boolean;
  /** Over HTTP, signed, to this address, instead of the gateway. */
  endpoint?: string;
  /** Begins with the bot's next session instead of with the one that it has. */
  atNextSession?: boolean;
}

export interface LoadResult {
  answers: number;
  /** Final answers without an embed: failures told to members, for the most part. */
  plain: number;
  /** Not answered within 10 s after the last answer. */
  lost: number;
  seconds: number;
  /** Milliseconds from the interaction being sent. */
  firstMs: Spread;
  finalMs: Spread;
  /** CPU that the stand-in used beside: near the whole time, it is the bottleneck. */
  driverCpuMs: number;
}

/** What the stand-in for Discord can be asked. */
export interface DiscordQuestions {
  /** Where it listens: the API's base without a version, and the public key that its interactions are signed with. */
  open: (settings: object) => Promise<{ api: string; publicKey: string }>;
  /** Applies to bots that connect from now on. */
  set: (settings: { guilds?: number; restDelayMs?: number }) => void;
  /** Resolves when this bot has a session and got all of its servers; tells what was sent to it. */
  session: (token: string) => Promise<{ guildsSent: number; intents: number }>;
  load: (load: Load) => Promise<LoadResult>;
}
