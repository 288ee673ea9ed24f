import type { APIEmbed } from 'discord.js';
import { commands } from '../../commands/index.ts';
import type { Services } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { renderReply } from '../../src/message/render.ts';
import { createOrganizerCalls } from '../../src/guilds/organizer-calls.ts';
import { createAnnounced } from '../../src/guilds/announced.ts';
import { createWakes } from '../../src/guilds/wakes.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { Match, Tournament } from '../../src/reading/records.ts';
import { createVault } from '../../src/accounts/vault.ts';
import type { Standing } from '../../src/members/naming.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import type { WriteResult } from '../../src/platform/write-result.ts';
import type { ResultEvent } from '../../src/results/ports.ts';
import { createResults } from '../../src/results/create-results.ts';
import { createPressTickets } from '../../src/store/press-tickets.ts';
import type { SendOutcome } from '../../src/message/channels.ts';
import type { Post, ReplyFile } from '../../src/message/reply.ts';
import {
  accountOf,
  failing,
  fakeAccounts,
  fakeGuilds,
  fakeMember,
  fakePlatform,
  fakeServices,
  silent,
} from './fakes.ts';
import { press as pressOf, slash, submit } from './interactions.ts';
import { memoryStores } from './memory-stores.ts';
import { plainSpaces } from './plain-spaces.ts';

export const PEOPLE = {
  ana: { userId: '501', playerId: 'u1' },
  bruno: { userId: '502', playerId: 'u2' },
  olga: { userId: '503', playerId: 'u3', roles: ['77'] },
  chris: { userId: '504', playerId: 'u4' },
} as const;
export type Person = keyof typeof PEOPLE;

interface Body {
  content?: string;
  embeds?: readonly APIEmbed[];
  components?: readonly { components?: readonly Component[] }[];
  allowed_mentions?: { users?: readonly string[]; roles?: readonly string[] };
  flags?: number;
}
interface Component {
  label?: string;
  custom_id?: string;
  options?: readonly { label: string; value: string }[];
}
export interface Message {
  channelId: string;
  body: Body;
  files: readonly ReplyFile[];
}

interface Given {
  settings?: GuildSettings;
  /** Settings of further servers, by id; one that is not listed has those of `settings`. */
  servers?: Readonly<Record<string, GuildSettings>>;
  hidden?: readonly Person[];
  match?: Partial<Match>;
  services?: Partial<Services>;
}

const START = Date.UTC(2027, 0, 1, 12);

/** Files are known by their names here. */
const fileIdsOf = (message: Pick<Message, 'files'> | undefined) =>
  message === undefined || message.files.length === 0
    ? {}
    : { fileIds: message.files.map(({ name }) => name) };

/** A server with a match of Ana and Bruno, organized by Olga; the commands of the product, over any number of replicas. */
export function resultWorld({
  settings = {},
  servers = {},
  hidden = [],
  match: given = {},
  services: more = {},
}: Given = {}) {
  const clock = { time: START };
  const now = () => clock.time;
  const stores = memoryStores({ now });
  const home = fakeGuilds({ organizerRoleId: '77', ...settings });
  const others = new Map(
    Object.entries(servers).map(([guildId, own]) => [guildId, fakeGuilds(own).settings]),
  );
  const settingsOf = (guildId: string) => others.get(guildId) ?? home.settings;
  const guilds: typeof home = {
    ...home,
    settings: {
      noteLocale: (guildId, locale) => settingsOf(guildId).noteLocale(guildId, locale),
      recent: (guildId = '') => settingsOf(guildId).recent(guildId),
      read: (guildId = '') => settingsOf(guildId).read(guildId),
      change: (guildId, edit) => settingsOf(guildId).change(guildId, edit),
    },
  };
  const messages = new Map<string, Message>();
  const events: ResultEvent[] = [];
  /** Tournaments that the server announced. */
  const announced = new Set<string>();
  let match: Match = {
    id: 'm1',
    tournament: { id: 't1', name: 'Cup' },
    phase: 'open',
    sides: [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }],
    ...given,
  };
  const writes: { playerId: string; score: string }[] = [];
  const platform = {
    /** It answers no read. */
    isDown: false,
    /** Runs before each write. */
    before: (): Promise<unknown> => Promise.resolve(),
    /** What the platform does with a write instead. */
    instead: undefined as undefined | (() => Promise<WriteResult<Match>>),
    /** The matches in everybody's history; `undefined`: it cannot be read. */
    history: [] as Match[] | undefined,
    tournament: { id: 't1', name: 'Cup' } as Tournament,
  };
  const read = async <T>(value: T): Promise<{ value: T }> => {
    if (platform.isDown) throw failing('unavailable');
    return { value };
  };
  /** Discord takes no message in a channel, or answers nothing at all. */
  const discord = {
    refuses: new Set<string>(),
    /** Deleted channels. */
    gone: new Set<string>(),
    isDown: false,
    /** Runs before each request about a message. */
    before: (): Promise<unknown> => Promise.resolve(),
  };

  function show(player1: number, player2: number): void {
    const [first, second] = match.sides;
    match = {
      ...match,
      phase: 'finished',
      sides: [
        { ...first, score: player1 },
        { ...second, score: player2 },
      ],
    };
  }

  const linked = Object.values(PEOPLE).map(({ userId, playerId }) => {
    const member = fakeMember({
      reportScore: async (_matchId, { player1, player2 }) => {
        await platform.before();
        writes.push({ playerId, score: `${player1}-${player2}` });
        if (platform.instead !== undefined) return platform.instead();
        show(player1, player2);
        return { outcome: 'done', now: match };
      },
    });
    return [userId, { state: 'linked', account: accountOf(userId, { playerId, platform: member }) }] as const;
  });
  const owners = new Map<string, string>(
    Object.values(PEOPLE).map(({ userId, playerId }) => [playerId, userId]),
  );
  /** The servers where everybody was seen. */
  const seenIn = new Set(['700']);
  /** Of whom Discord has not said yet whether they are there. */
  const slow = new Set<string>();
  const vault = createVault([{ id: 'test', key: Buffer.alloc(32, 1) }]);
  const mayBeNamed = (id: string) => !hidden.some((person) => PEOPLE[person].userId === id);

  let lastId = 7000;
  const add = (channelId: string, message: Omit<Message, 'channelId'>): string => {
    const id = String((lastId += 1));
    messages.set(id, { channelId, ...message });
    return id;
  };
  const byNonce = new Map<string, Promise<string>>();
  const rendered = async (post: Post) => {
    const { body, files } = await renderReply(post, {
      tickets: { keep: () => Promise.reject(new Error('too long')) },
    });
    return { body: body as Body, files };
  };
  const posts = {
    async post(channelId: string, post: Post, nonce = `none ${(lastId += 1)}`): Promise<SendOutcome> {
      await discord.before();
      if (discord.isDown) throw new Error('no answer');
      if (discord.gone.has(channelId)) return { refused: 'channel-gone' };
      if (discord.refuses.has(channelId)) return { refused: 'forbidden' };
      const sent = byNonce.get(nonce) ?? rendered(post).then((message) => add(channelId, message));
      byNonce.set(nonce, sent);
      const id = await sent;
      return { id, ...fileIdsOf(messages.get(id)) };
    },
    openDirect: async (discordId: string): Promise<SendOutcome> =>
      discord.refuses.has(`direct ${discordId}`) ? { refused: 'closed' } : { id: `direct ${discordId}` },
    since: async (channelId: string) =>
      [...messages].flatMap(([id, message]) =>
        message.channelId === channelId ? [{ id, content: message.body.content ?? '' }] : [],
      ),
    async remove(_channelId: string, id: string): Promise<SendOutcome> {
      await discord.before();
      if (discord.isDown) throw new Error('no answer');
      return messages.delete(id) ? { id } : { refused: 'post-gone' };
    },
    async edit(channelId: string, id: string, post: Post): Promise<SendOutcome> {
      await discord.before();
      if (discord.isDown) throw new Error('no answer');
      if (discord.gone.has(channelId)) return { refused: 'channel-gone' };
      const before = messages.get(id);
      if (before === undefined) return { refused: 'post-gone' };
      const { body, files } = await rendered(post);
      const { keepsFiles = false } = post;
      const keeps = (name: string) =>
        typeof keepsFiles === 'boolean' ? keepsFiles : keepsFiles.includes(name);
      const kept = before.files.filter(({ name }) => keeps(name));
      messages.set(id, { channelId, body, files: [...kept, ...files] });
      return { id, ...fileIdsOf(messages.get(id)) };
    },
  };

  /** `onRead`: for each match that the background reads. */
  function replica(onRead: () => void = () => undefined) {
    const store = stores.replica();
    const known = {
      ...guilds,
      claimMention: createOrganizerCalls({
        settings: guilds.settings,
        calls: store.namespace('calls'),
        channels: posts,
        log: silent,
      }).claimMention,
      announced: createAnnounced(store.namespace('announced')),
      wakes: createWakes(store.namespace('wakes'), now),
    };
    const built = fakeServices(commands, {
      accounts: {
        ...fakeAccounts(Object.fromEntries(linked)),
        ownerOf: (playerId: string) => Promise.resolve(owners.get(playerId)),
      },
      guilds: known,
      channels: posts,
      platform: fakePlatform({
        match: () => read(structuredClone(match)),
        userMatches: () =>
          platform.history === undefined
            ? Promise.reject(failing('unavailable'))
            : read(structuredClone(platform.history)),
        user: () => Promise.reject(failing('not-found')),
        tournament: () => read(platform.tournament),
        tournaments: () => Promise.resolve({ value: [] }),
        bracket: () => Promise.resolve({ value: { rounds: [{ section: 'main', matches: [match] }] } }),
      }),
      now,
      ticketsOf: createPressTickets({ stores: store, now }),
      ...more,
    });
    const naming = {
      ...built.naming,
      nameable: (guildId: string | undefined, ids: readonly string[]) =>
        Promise.resolve(new Set(guildId === undefined ? [] : ids.filter(mayBeNamed))),
      standings: (guildId: string | undefined, ids: readonly string[]) =>
        Promise.resolve(
          new Map(
            ids.map((id): [string, Standing] => [
              id,
              slow.has(id) ? 'pending' : guildId !== undefined && mayBeNamed(id) ? 'nameable' : 'unknown',
            ]),
          ),
        ),
      serversOf: () => Promise.resolve([...seenIn]),
    };
    const { deadlines, forgetMember, lookAt, ...results } = createResults({
      ...built,
      vault,
      naming,
      stores: store,
      isAnnounced: () => Promise.resolve(announced.has('t1')),
      readMatch: async () => {
        onRead();
        return (await read(structuredClone(match))).value;
      },
      readTournament: async () => (await read(platform.tournament)).value,
      channels: posts,
      onResult: (event) => void events.push(event),
      log: silent,
      sleep: async () => {},
    });
    const services = { ...built, naming, results, rooms: { ...built.rooms, results } };

    /** What the presser is shown, the last answer first to last. */
    async function send(raw: object): Promise<Message[]> {
      const answers: Message[] = [];
      const answer = (body: object, files: readonly ReplyFile[] = []) =>
        void answers.push({ channelId: 'private', body: body as Body, files });
      await createDispatcher({
        ...services,
        log: silent,
        routes: {
          callback: (_interaction, { body, files }) => {
            if (
              'data' in body &&
              body.data !== undefined &&
              Object.keys(body.data).some((key) => key !== 'flags')
            )
              answer(body.data, files);
            return Promise.resolve('ours');
          },
          editOriginal: async (_token, { body, files }) => answer(body, files),
          editFollowUp: async (_token, _id, { body, files }) => answer(body, files),
          followUp: async (_token, { body, files }) => {
            if (((body.flags ?? 0) & 64) === 0) {
              await discord.before();
              const { channel_id: here } = raw as { channel_id: string };
              if (discord.isDown || discord.refuses.has(here)) throw new Error('Missing Access');
              return add(here, { body: body as Body, files });
            }
            answer(body, files);
            return undefined;
          },
          deleteOriginal: () => Promise.resolve(),
        },
      }).dispatch(raw);
      return answers;
    }

    async function last(raw: object): Promise<Message> {
      const answer = (await send(raw)).at(-1);
      if (answer === undefined) throw new Error('no answer');
      return answer;
    }

    const press = (who: Person, id: string, values?: string[], place: object = {}): Promise<Message> =>
      last({
        ...pressOf(id, {
          ...PEOPLE[who],
          ownerId: PEOPLE[who].userId,
          ephemeral: true,
          ...(values && { values }),
        }),
        ...place,
      });
    const fill = (
      who: Person,
      form: Message,
      fields: Record<string, string>,
      place: object = {},
    ): Promise<Message> =>
      last({ ...submit(formId(form), fields, { ...PEOPLE[who], ownerId: PEOPLE[who].userId }), ...place });

    return {
      services,
      deadlines: () => deadlines(posts),
      forgetMember,
      lookAt,
      send,
      press,
      fill,
      type: (who: Person, name: string, options: Record<string, string | number>, place: object = {}) =>
        last({ ...slash(name, options, PEOPLE[who]), ...place }),
      /** Reports by /score, and confirms the question. */
      async report(who: Person, player1: number, player2: number, place: object = {}): Promise<Message> {
        const asked = await last({
          ...slash('score', { match: 'm1', player1_score: player1, player2_score: player2 }, PEOPLE[who]),
          ...place,
        });
        return press(who, buttonIn(asked, 'Confirm'), undefined, place);
      },
      /** "That's wrong", with the other score. */
      async dispute(
        who: Person,
        id: string,
        player1: number,
        player2: number,
        place: object = {},
      ): Promise<Message> {
        const form = await press(who, id, undefined, place);
        if (!('custom_id' in form.body)) return form;
        return fill(who, form, { first: String(player1), second: String(player2) }, place);
      },
      /** A button of a ruling, with its reason. */
      async rule(
        who: Person,
        id: string,
        fields: Record<string, string>,
        place: object = {},
      ): Promise<Message> {
        const form = await press(who, id, undefined, place);
        return 'custom_id' in form.body ? fill(who, form, fields, place) : form;
      },
    };
  }

  return {
    clock,
    guilds,
    stores,
    announced,
    messages,
    events,
    writes,
    platform,
    discord,
    owners,
    seenIn,
    slow,
    replica,
    show,
    /** Other players have the match now. */
    redraw: () => {
      match = {
        ...match,
        phase: 'open',
        sides: [{ player: { id: 'u8', name: 'Xu' } }, { player: { id: 'u9', name: 'Yi' } }],
      };
    },
    /** The platform shows the match open again. */
    reopen: () => {
      const sides = match.sides.map(({ score: _gone, ...side }) => side);
      match = { ...match, phase: 'open', sides: [sides[0] ?? {}, sides[1] ?? {}] };
    },
    match: () => match,
    /** The platform shows the players the other way round. */
    swapSides: () => {
      const [first, second] = match.sides;
      match = { ...match, sides: [second, first] };
    },
    refuse: (message: string, kind: PlatformError['kind'] = 'forbidden') => {
      platform.instead = () => Promise.resolve({ outcome: 'refused', failure: failing(kind, message) });
    },
    lines: () => guilds.notes.map(({ text }) => plainSpaces(text)),
    /** The messages of results and to organizers, oldest first. */
    public: () => [...messages.values()].filter((message) => !isNotice(message)),
    /** What tells members of disputes and rulings, oldest first. */
    notices: () => [...messages.values()].filter(isNotice),
  };
}

/** A notice has no buttons, and names members or is a direct message. */
const isNotice = ({ body, channelId }: Message): boolean =>
  channelId.startsWith('direct ') ||
  ((body.components ?? []).length === 0 && (body.allowed_mentions?.users ?? []).length > 0);

const formId = ({ body }: Message): string => {
  if ('custom_id' in body && typeof body.custom_id === 'string') return body.custom_id;
  throw new Error(`no form, but: ${textOf({ channelId: '', body, files: [] })}`);
};

export const labelsOf = ({ body }: Message): string[] =>
  (body.components ?? []).flatMap(({ components = [] }) => components.flatMap(({ label }) => label ?? []));

export function buttonIn(message: Message, label: string): string {
  const found = (message.body.components ?? [])
    .flatMap(({ components = [] }) => components)
    .find((one) => one.label?.startsWith(label) === true);
  if (found?.custom_id === undefined)
    throw new Error(`no button ${label} in: ${textOf(message)} ${labelsOf(message).join()}`);
  return found.custom_id;
}

/** All words of a message. */
export const textOf = ({ body }: Message): string =>
  plainSpaces(
    [
      body.content,
      ...(body.embeds ?? []).flatMap(({ title, description, fields = [] }) => [
        title,
        description,
        ...fields.flatMap(({ name, value }) => [name, value]),
      ]),
    ]
      .filter((text) => text !== undefined && text !== '')
      .join('\n'),
  );
