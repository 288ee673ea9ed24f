import type { PlaygroundBot } from '../bot.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import type { PlatformStandIn } from '../../tools/platform-stand-in/server.ts';

/** Tokens of the stand-ins, by how each kind of them begins. */
const TOKENS = /aW50ZXJhY3Rpb24[\w-]{20,}|\b(?:at|rt|code)_[\w-]{32}/;
const BROKEN = /unhandled|uncaught|UnhandledPromise|^\s+at .*\.js:\d+/im;

/** What must not stand in a log: secrets, and signs of a process that lost hold of a failure. */
export function faultsOfLogs(
  bots: readonly PlaygroundBot[],
  { discord, platform }: { discord: DiscordStandIn; platform: PlatformStandIn },
): string[] {
  return bots.flatMap((bot) => {
    const log = bot.log();
    const secrets = [
      discord.token,
      discord.clientSecret,
      platform.apiKey,
      platform.clientSecret,
      bot.env['ENCRYPTION_KEYS']?.split(':')[1] ?? '',
    ];
    const leaks = secrets.some((secret) => secret !== '' && log.includes(secret)) || TOKENS.test(log);
    const broken = log.split('\n').find((line) => BROKEN.test(line));
    return [
      ...(leaks ? [`the log of ${bot.url} holds a secret`] : []),
      ...(broken === undefined ? [] : [`the log of ${bot.url} says: ${broken.slice(0, 500)}`]),
    ];
  });
}
