import type { Logger } from 'pino';
import type { Command } from '../bot/command.ts';
import type { Tickets } from '../message/custom-id.ts';
import { declare } from '../bot/declare.ts';
import { MINUTE_MS } from '../durations.ts';
import { createDiscord } from '../discord/create-discord.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { discordSettings, platformSettings } from './part-settings.ts';
import { createPlatform } from '../platform/create-platform.ts';
import type { OnRanks } from '../platform/reads.ts';
import { TOKEN_OPERATION } from '../platform/failure.ts';
import { createStateWatch, isKeyRefusal } from '../platform/state.ts';
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
  /** An answer of the platform shows ranks. */
  onRanks: OnRanks;
  onPlayerName: (playerId: string, name: string) => void;
  log: Logger;
  now: () => number;
}

/** How often a refusal is logged: every call meets it. */
const REFUSED_LOG_MS = MINUTE_MS;

/** The clients of Discord and of the platform. A key, client id or secret that either refuses is logged: nothing works then. */
export function createConnections({
  config,
  commands,
  words,
  ticketsOf,
  metrics,
  onTournamentGone,
  onRanks,
  onPlayerName,
  log,
  now,
}: ConnectionsDeps) {
  const refusalLog = (message: string, ...wrong: readonly Setting<unknown>[]) => {
    let loggedAt = -Infinity;
    return (): void => {
      if (now() - loggedAt < REFUSED_LOG_MS) return;
      loggedAt = now();
      log.error({ settings: wrong.map(({ name }) => name) }, message);
    };
  };
  const { clientId, clientSecret, apiKey } = settings.platform;
  const onKeyRefused = refusalLog("the platform refuses this bot's API key: nothing can be read", apiKey);
  const onPlatformClientRefused = refusalLog(
    "the platform refuses this bot's client: nobody can link",
    clientId,
    clientSecret,
  );

  const discord = createDiscord({
    ...discordSettings(config),
    version: VERSION,
    declared: commands.map((command) => declare(command, words)),
    ticketsOf,
    onRateLimited: metrics.onRateLimited,
    onClientRefused: refusalLog(
      "Discord refuses this bot's client: nobody can link",
      settings.discord.clientSecret,
    ),
    log,
  });

  const platformState = createStateWatch(now);
  const platform = createPlatform({
    ...platformSettings(config),
    now,
    onTournamentGone,
    onRanks,
    onPlayerName,
    onCall(event) {
      platformState.note(event);
      metrics.onPlatformCall(event);
      log.debug(event, 'platform call');
      if (isKeyRefusal(event)) onKeyRefused();
      if (event.operation === TOKEN_OPERATION && event.outcome === 'unauthorised') onPlatformClientRefused();
    },
  });
  return { discord, platform, platformState };
}
