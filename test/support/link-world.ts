import { randomBytes } from 'node:crypto';
import { commands } from '../../commands/index.ts';
import type { Account } from '../../src/accounts/accounts.ts';
import { createLinks } from '../../src/accounts/links.ts';
import type { OnLink } from '../../src/accounts/ports.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { compose } from '../../src/app/compose.ts';
import type { LinkRequest } from '../../src/linking/link-flow.ts';
import type { ConsentSettings } from '../../src/linking/ports.ts';
import type { Message } from '../../src/message/render.ts';
import type { Me } from '../../src/reading/records.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { createWords } from '../../src/words/words.ts';
import { DISCORD } from './fake-discord.ts';
import { fakePlatform } from './fake-platform.ts';
import { fakePlatform as fakeReads } from './fakes.ts';
import { memoryStores } from './memory-stores.ts';
import { pageBrowser } from './page-browser.ts';
import { memoryDiscord } from './product/memory-discord.ts';
import { memoryPorts, SETTINGS, SILENT_METRICS } from './product/memory-ports.ts';
import { recordingLog } from './recording-log.ts';

export const PLATFORM = 'https://platform.test';
export const ana = { discordId: '100', name: 'Ana on Discord' };
export const eve = { discordId: '666', name: 'Eve on Discord' };
export const anaMe: Me = { id: 'p1', name: 'Ana Souza' };
export const eveMe: Me = { id: 'p6', name: 'Eve Stone' };

export interface Person {
  /** Signed in at Discord as; `deny` presses no there. */
  discord: typeof ana | 'deny';
  platform: Me | 'deny';
}
export const asAna: Person = { discord: ana, platform: anaMe };
export const asEve: Person = { discord: eve, platform: eveMe };

const PLATFORM_NAME = 'Arena <One>';
const INTERACTION_TOKEN = 'secret-interaction-token';

interface Options {
  extras?: ('redirect_uri' | 'pkce')[];
  publicUrl?: string;
  /** A real store, which answers in real time: the clock is the real one then, too. */
  stores?: OpenedStores;
  platform?: Parameters<typeof fakePlatform>[0];
  onLink?: OnLink;
}

/** The product behind its pages, on a platform that gives codes and tokens. */
export function linkWorld({
  extras = [],
  publicUrl = 'https://bot.test',
  stores,
  platform: options,
  onLink,
}: Options = {}) {
  const clock = { time: 1_800_000_000_000 };
  const now = () => (stores ? Date.now() : clock.time);
  const memory = memoryStores({ now });
  const platform = fakePlatform(options);
  const discord = memoryDiscord(now);
  const keys = [{ id: 'k1', key: randomBytes(32) }];
  const log = recordingLog();
  const words = createWords({ strict: true, platformName: PLATFORM_NAME });
  const welcomes: Message['body'][] = [];
  const consent: ConsentSettings = {
    authorizeUrl: new URL(`${PLATFORM}/consent?theme=dark`),
    clientId: 'client',
    extras: new Set(extras),
    settings: ['SCOPE'],
  };
  const control = { onWelcome: async (): Promise<void> => {} };
  discord.routes.editOriginal = async (token, { body }) => {
    if (token !== INTERACTION_TOKEN) throw new Error('another interaction');
    welcomes.push(body);
    await control.onWelcome();
  };
  const sleep = async (ms: number) => {
    clock.time += ms;
    await new Promise<void>((resolve) => (stores ? setTimeout(resolve, ms) : setImmediate(resolve)));
  };
  const reads = Object.assign(
    fakeReads({
      ...platform,
      tournament: (id) => Promise.resolve({ value: { id, name: 'Open Cup' } }),
      close: () => Promise.resolve(),
    }),
    { state: () => undefined },
  );

  /** One bot of several that share the store. */
  function replica(over: OpenedStores = memory.replica()) {
    const { linking, openWeb, services } = compose(
      memoryPorts({
        stores: over,
        discord,
        platform: () => reads,
        clock: { now, sleep },
        words,
        log,
        ...(onLink && { metrics: { ...SILENT_METRICS, onLink } }),
      }),
      { ...SETTINGS, keys, linking: { consent, publicUrl: new URL(publicUrl) } },
      commands,
    );
    const web = openWeb({
      readiness: async () => ({ ready: true, gateway: 'ready', store: 'ready' }),
      platformName: PLATFORM_NAME,
      publicUrl: new URL(publicUrl),
      trustedProxies: [],
      now,
    });
    return { ...services, links: createLinks({ stores: over, now, log }), linking, web };
  }
  const first = replica(stores);

  const request = (user = ana): LinkRequest => ({
    discordId: user.discordId,
    interactionToken: INTERACTION_TOKEN,
    locale: 'en-US',
    resume: { command: 'register', options: { tournament: 't1' } },
    place: { guildId: '5', channelId: '7' },
    serverId: '5',
  });
  /** What /link gives to `user`, in a separate message. */
  async function begin(user = ana): Promise<string> {
    const { url, placed } = await first.linking.begin(request(user));
    await placed('@original');
    return url;
  }

  /** A consent page, as `person` goes through it: where the browser is sent next. */
  function consented(url: URL, person: Person): URL | undefined {
    const query = url.searchParams;
    const isDiscord = url.origin === DISCORD;
    if (!isDiscord && url.origin !== PLATFORM) return undefined;
    const callback = `${publicUrl}${isDiscord ? '/link/discord' : '/link/callback'}`;
    const back = new URL(query.get('redirect_uri') ?? callback);
    back.searchParams.set('state', query.get('state') ?? '');
    if ((isDiscord ? person.discord : person.platform) === 'deny')
      back.searchParams.set('error', 'access_denied');
    else if (isDiscord && person.discord !== 'deny')
      back.searchParams.set('code', discord.consents.code(person.discord, callback));
    else if (person.platform !== 'deny') {
      back.searchParams.set('code', platform.code(person.platform, query.get('code_challenge') ?? undefined));
    }
    return back;
  }
  const browser = (person: Person = asAna, at = first, remoteAddress = '127.0.0.1') =>
    pageBrowser(at.web, { publicUrl, through: (url) => consented(url, person), remoteAddress });

  const linkedTo = async (user: typeof ana): Promise<Account['playerId'] | undefined> => {
    const lookup = await first.accounts.find(user.discordId);
    return lookup.state === 'linked' ? lookup.account.playerId : undefined;
  };
  return {
    ...first,
    clock,
    memory,
    platform,
    discord: discord.consents,
    log,
    welcomes,
    control,
    consent,
    vault: createVault(keys),
    replica,
    request,
    begin,
    browser,
    linkedTo,
  };
}

export type LinkWorld = ReturnType<typeof linkWorld>;
