import { boardRowsOver, NOTHING_LEFT } from './people-world.ts';
import { randomBytes } from 'node:crypto';
import type { Account } from '../../src/accounts/accounts.ts';
import type { NewLink, LinkRequest } from '../../src/linking/link-flow.ts';
import { createPeople } from '../../src/app/create-people.ts';
import { createLinks } from '../../src/accounts/links.ts';
import type { OnLink } from '../../src/accounts/ports.ts';
import type { ConsentSettings } from '../../src/linking/ports.ts';
import { createVault } from '../../src/accounts/vault.ts';
import type { Me } from '../../src/reading/records.ts';
import { NAMESPACES } from '../../src/app/namespaces.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { DISCORD, fakeDiscord } from './fake-discord.ts';
import { fakePlatform } from './fake-platform.ts';
import { memoryStores } from './memory-stores.ts';
import { pageBrowser } from './page-browser.ts';
import { pageWords } from './page-words.ts';
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

interface Options {
  extras?: ('redirect_uri' | 'pkce')[];
  publicUrl?: string;
  /** A real store, which answers in real time: the clock is the real one then, too. */
  stores?: OpenedStores;
  platform?: Parameters<typeof fakePlatform>[0];
  onLink?: OnLink;
}

/** The whole of linking behind its pages, with stand-ins for Discord and the platform. */
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
  const discord = fakeDiscord();
  const keys = [{ id: 'k1', key: randomBytes(32) }];
  const vault = createVault(keys);
  const unexpected = () => Promise.reject(new Error('nobody asks for ranks'));
  const log = recordingLog();
  const newLinks: NewLink[] = [];
  const consent: ConsentSettings = {
    authorizeUrl: new URL(`${PLATFORM}/consent?theme=dark`),
    clientId: 'client',
    extras: new Set(extras),
    settings: ['SCOPE'],
  };
  const control = { onLinked: async (_made: NewLink): Promise<void> => {} };
  const sleep = async (ms: number) => {
    clock.time += ms;
    await new Promise<void>((resolve) => (stores ? setTimeout(resolve, ms) : setImmediate(resolve)));
  };

  /** One bot of several that share the store. */
  function replica(over: OpenedStores = memory.replica()) {
    const { createLinking, ...people } = createPeople({
      stores: over,
      keys,
      keysSetting: 'KEYS',
      namespaces: NAMESPACES,
      platform: Object.assign(platform, { rankings: unexpected, userRank: unexpected }),
      lookUp: () => Promise.resolve(false),
      boardRows: boardRowsOver(over, now),
      now,
      sleep,
      random: randomBytes,
      onChange: () => Promise.resolve(),
      leaving: NOTHING_LEFT,
      log,
      onLink,
    });
    const linking = createLinking({
      discord: discord.identity,
      consent,
      publicUrl: new URL(publicUrl),
      onLinked: async (link) => {
        newLinks.push(link);
        await control.onLinked(link);
      },
    });
    const web = createWeb({
      linking,
      readiness: async () => ({ ready: true, gateway: 'ready', store: 'ready' }),
      words: pageWords,
      platformName: 'Arena <One>',
      publicUrl: new URL(publicUrl),
      trustedProxies: [],
      now,
      log,
    });
    return { ...people, links: createLinks({ stores: over, now, log }), linking, web };
  }
  const first = replica(stores);

  const request = (user = ana): LinkRequest => ({
    discordId: user.discordId,
    interactionToken: 'secret-interaction-token',
    locale: 'en-US',
    resume: { command: 'register', options: { tournament: 't1' } },
    place: { guildId: '5', channelId: '7' },
    serverId: '5',
  });
  /** What /link gives to `user`. */
  const begin = async (user = ana) => (await first.linking.begin(request(user))).url;

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
      back.searchParams.set('code', discord.code(person.discord, callback));
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
    discord,
    log,
    made: newLinks,
    control,
    consent,
    vault,
    replica,
    request,
    begin,
    browser,
    linkedTo,
  };
}

export type LinkWorld = ReturnType<typeof linkWorld>;
