import type { Logger } from 'pino';
import type { Clock } from '../async/clock.ts';
import type { Tickets } from '../message/custom-id.ts';
import type { Declaration } from '../bot/declare.ts';
import { MINUTE_MS } from '../durations.ts';
import { createDiscord } from '../discord/create-discord.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { discordSettings, platformSettings } from './part-settings.ts';
import { createPlatform } from '../platform/create-platform.ts';
import { TOKEN_OPERATION } from '../platform/failure.ts';
import { createOutageLog } from '../platform/outage-log.ts';
import { createStateWatch, isKeyRefusal } from '../platform/state.ts';
import type { Setting } from '../settings/setting.ts';
import { settings, type Config } from '../settings/settings.ts';
import { VERSION } from '../version.ts';
import type { Ports } from './ports.ts';

interface ConnectionsDeps {
  config: Config;
  /** The commands, as Discord takes them. */
  declared: readonly Declaration[];
  ticketsOf: (discordId: string) => Tickets;
  metrics: Pick<Metrics, 'onRateLimited' | 'onPlatformCall'>;
  log: Logger;
  clock: Pick<Clock, 'monotonic' | 'now'>;
}

/** How often a refusal is logged, since every call gets one. */
const REFUSED_LOG_MS = MINUTE_MS;

/** The clients of Discord and of the platform. A refused key, client id or secret is logged: nothing works then. */
export function createConnections({ config, declared, ticketsOf, metrics, log, clock }: ConnectionsDeps) {
  const { monotonic, now } = clock;
  const refusalLog = (message: string, ...wrong: readonly Setting<unknown>[]) => {
    let loggedAt = -Infinity;
    return (): void => {
      if (monotonic() - loggedAt < REFUSED_LOG_MS) return;
      loggedAt = monotonic();
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
    declared,
    ticketsOf,
    onRateLimited: metrics.onRateLimited,
    onClientRefused: refusalLog(
      "Discord refuses this bot's client: nobody can link",
      settings.discord.clientSecret,
    ),
    log,
  });

  const openPlatform: Ports['platform'] = (tell) => {
    const state = createStateWatch(monotonic);
    const noteOutage = createOutageLog({ log, now });
    const platform = createPlatform({
      ...platformSettings(config),
      now,
      monotonic,
      onTournamentGone: (tournamentId) => void tell.tournamentGone(tournamentId),
      onRanks: (ranks) => void tell.ranksSeen(ranks),
      onPlayerName: (playerId, name) => void tell.playerNamed(playerId, name),
      onCall(event) {
        state.note(event);
        noteOutage(event);
        metrics.onPlatformCall(event);
        log.debug(event, 'platform call');
        if (isKeyRefusal(event)) onKeyRefused();
        if (event.operation === TOKEN_OPERATION && event.outcome === 'unauthorised')
          onPlatformClientRefused();
      },
    });
    return { ...platform, state: () => state.read() };
  };
  return { discord, openPlatform };
}
