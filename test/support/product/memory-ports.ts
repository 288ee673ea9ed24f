import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { DiscordPort, Ports, ProductSettings } from '../../../src/app/ports.ts';
import { createPressTickets } from '../../../src/store/press-tickets.ts';
import type { Tickets } from '../../../src/message/custom-id.ts';
import { createWords } from '../../../src/words/words.ts';
import { OLD } from '../filled-store.ts';
import { recordingLog } from '../recording-log.ts';

const ignore = (): void => undefined;
export const SILENT_METRICS: Ports['metrics'] = {
  onHandled: ignore,
  onLink: ignore,
  onResult: ignore,
  onRole: ignore,
  background: { onPoll: ignore, onPost: ignore, onStop: ignore },
};

const words = createWords({ strict: true, platformName: 'Arena' });

export const SETTINGS: ProductSettings = {
  platformName: 'Arena',
  regions: [],
  pollsPerMinute: 60,
  keys: [OLD],
  keysSetting: 'ENCRYPTION_KEYS',
  isLinkedRolesOn: true,
  supportUrl: undefined,
  linking: {
    consent: {
      authorizeUrl: new URL('https://platform.test/consent'),
      clientId: 'client',
      extras: new Set(),
      settings: [],
    },
    publicUrl: new URL('https://bot.test'),
  },
  addresses: {
    privacy: 'https://bot.test/privacy',
    calendar: 'https://bot.test/calendar.ics',
    linkedRole: 'https://bot.test/linked-role',
    tournament: (id) => `https://bot.test/t/${id}`,
  },
};

interface PortsSetup
  extends
    Pick<Ports, 'stores' | 'platform'>,
    Partial<Pick<Ports, 'words' | 'metrics' | 'pictures' | 'random'>> {
  clock: Pick<Ports['clock'], 'now'> & Partial<Ports['clock']>;
  discord: { port: (ticketsOf: (ownerId: string) => Tickets) => DiscordPort };
  log?: Pick<Logger, 'info' | 'warn' | 'error'> | ReturnType<typeof recordingLog>;
}

/** The ports of one process. What a test does not give is silent, and takes no time. */
export function memoryPorts({ clock: { now, ...clock }, discord, stores, log, ...given }: PortsSetup): Ports {
  return {
    stores,
    clock: { now, monotonic: now, sleep: () => Promise.resolve(), ...clock },
    discord: discord.port(createPressTickets({ stores, now })),
    random: randomBytes,
    words,
    log: (log ?? recordingLog()) as unknown as Logger,
    metrics: SILENT_METRICS,
    pictures: {
      bracket: async ({ name }) => ({ name: 'bracket.png', bytes: Buffer.from(name), description: name }),
      card: () => Promise.resolve(undefined),
      podium: () => Promise.resolve(undefined),
      takeCard: () => true,
    },
    ...given,
  };
}
