import type { Logger } from 'pino';
import type { Command } from '../bot/command.ts';
import type { Tickets } from '../message/custom-id.ts';
import { declare } from '../bot/declare.ts';
import { createDiscord } from '../discord/create-discord.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { discordSettings, platformSettings } from './part-settings.ts';
import { createPlatform } from '../platform/create-platform.ts';
import { TOKEN_OPERATION } from '../platform/failure.ts';
import { createStateWatch } from '../platform/state.ts';
import type { Setting } from '../settings/setting.ts';
import { settings, type Config } from '../settings/settings.ts';
import { VERSION } from '../version.ts';
import type { Words } from '../words/words.ts';

interface ConnectionsDeps {
  config: Config;
  commands: readonly Command[];
  words: Words;
  ticketsOf: (ownerId: string) => Tickets;
  metrics: Pick<Metrics, 'onRateLimited' | 'onPlatformCall'>;
  onTournamentGone: (tournamentId: string) => void;
  log: Logger;
  now: () => number;
}

/** The clients of Discord and of the platform. A client id or secret that either refuses is logged, since then nobody can link. */
export function createConnections({
  config,
  commands,
  words,
  ticketsOf,
  metrics,
  onTournamentGone,
  log,
  now,
}: ConnectionsDeps) {
  const logRefused = (by: string, wrong: readonly Setting<unknown>[]): void =>
    log.error(
      { settings: wrong.map(({ name }) => name) },
      `${by} refuses this bot's client: nobody can link`,
    );

  const discord = createDiscord({
    ...discordSettings(config),
    version: VERSION,
    declared: commands.map((command) => declare(command, words)),
    ticketsOf,
    onRateLimited: metrics.onRateLimited,
    onClientRefused: () => logRefused('Discord', [settings.discord.clientSecret]),
    log,
  });

  const platformState = createStateWatch(now);
  const platform = createPlatform({
    ...platformSettings(config),
    now,
    onTournamentGone,
    onCall(event) {
      platformState.note(event);
      metrics.onPlatformCall(event);
      log.debug(event, 'platform call');
      if (event.operation === TOKEN_OPERATION && event.outcome === 'unauthorised')
        logRefused('the platform', [settings.platform.clientId, settings.platform.clientSecret]);
    },
  });
  return { discord, platform, platformState };
}
