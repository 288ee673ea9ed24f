import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { checkNewMessage } from '../../tools/discord-stand-in/check/message.ts';
import { channelMessage } from '../../tools/discord-stand-in/check/schemas.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { LIMITS } from '../../src/message/limits.ts';
import { createWords } from '../../src/words/words.ts';
import { checkSaid } from '../support/check-said.ts';
import { crawl, type CrawlParts, type ShownBody, type Visit } from './crawl.ts';
import { fakeRoutes, silent } from '../support/fakes.ts';
import {
  BAD_TEXT,
  BARE,
  fullServer,
  LONG,
  PEOPLE,
  postsOf,
  rendered,
  USUAL,
  type Amount,
} from './full-server.ts';
import { autocomplete, slash } from '../support/interactions.ts';
import { sentencesIn } from '../support/locale-file.ts';

const words = createWords({ strict: true, platformName: 'Playhouse' });

const OPTIONS: Readonly<Record<string, string | number>> = {
  tournament: 't1',
  match: 'm0',
  id: 'u1',
  region: 'berlin',
  player1_score: 3,
  player2_score: 1,
};
const FIELDS: Readonly<Record<string, string>> = {
  page: '2',
  hours: '3',
  player: 'Player 4',
  name: 'Ana',
  first: '3',
  second: '1',
  player1_score: '3',
  player2_score: '1',
};

const personOf = (id: string, locale: string, isDirect = false) => {
  const user = { id, username: 'ana', global_name: 'Ana', discriminator: '0', avatar: null };
  const direct = { guild_id: undefined, context: 1, authorizing_integration_owners: { '1': id } };
  const permissions = id === PEOPLE.guest ? '0' : '40';
  return isDirect
    ? { locale, user, member: undefined, ...direct }
    : { locale, guild_locale: locale, app_permissions: '8', member: { user, permissions, roles: ['601'] } };
};

/** A best-of allows no such score. */
const DOUBTFUL = {
  what: '/score …',
  raw: slash('score', { match: 'm0', player1_score: 9, player2_score: 8 }),
};

/** Each command with and without its options, and what it suggests for each. */
const typings = commands
  .filter(({ kind }) => kind === 'slash')
  .flatMap(({ name, options }) => {
    const given = Object.entries(OPTIONS).filter(([option]) => option in options);
    const texts = Object.entries(options).filter(([, { type }]) => type === 'text');
    return [
      { what: `/${name}`, raw: slash(name) },
      { what: `/${name} …`, raw: slash(name, Object.fromEntries(given)) },
      {
        what: `/${name} …`,
        raw: slash(name, Object.fromEntries(given.filter(([option]) => option !== 'match'))),
      },
      ...texts.map(([option]) => ({ what: `/${name} ${option}:`, raw: autocomplete(name, option) })),
    ];
  });

async function visitAll(
  locale: string,
  amount: Amount,
  how: Pick<CrawlParts, 'from'> & { isDown?: boolean; isDirect?: boolean; isOrganized?: boolean },
) {
  const { letTimePass, services, takePosts } = fullServer(locale, amount, how);
  const { said, routes } = fakeRoutes();
  let failure: unknown;
  const log = { ...silent, error: ({ err }: { err?: unknown }) => (failure = err) } as never;
  const dispatcher = createDispatcher({ ...services, routes, log });
  const organizers = how.isOrganized ? [PEOPLE.olga] : [];
  const people = [PEOPLE.ana, PEOPLE.bruno, ...organizers].map((id) => personOf(id, locale, how.isDirect));
  const guest = personOf(PEOPLE.guest, locale, how.isDirect);
  const posts: ShownBody[] = [];
  for (const post of postsOf(amount, words.in(locale))) {
    const { body, files } = await rendered(post);
    checkNewMessage(channelMessage, body, files.length);
    posts.push(body as ShownBody);
  }
  const visits: Visit[] = posts.map((body) => ({ what: 'a post', bodies: [body] }));
  const all = crawl({
    starts: [people[0]!, guest].flatMap((who) => [...typings, DOUBTFUL].map((typed) => ({ ...typed, who }))),
    posts,
    people,
    channelId: '800',
    roleId: '600',
    from: how.from,
    typed: (input, isGood) => (isGood ? (FIELDS[input] ?? 'cup') : BAD_TEXT),
    async send(raw) {
      said.splice(0);
      letTimePass();
      if ((await dispatcher.dispatch(raw)) === 'error') throw failure;
      checkSaid(raw, said);
      for (const post of takePosts())
        said.push({ route: 'post', channelId: '800', message: await rendered(post) });
      return [...said];
    },
  });
  for await (const visit of all) visits.push(visit);
  return visits;
}

/** Every text in it, with the name of its field. */
function textsOf(shown: unknown, field = ''): { field: string; text: string }[] {
  if (typeof shown === 'string') return [{ field, text: shown }];
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([name, part]) => textsOf(part, Array.isArray(shown) ? field : name));
}

/** What a word or a value left undone. */
const isBroken = ({ text }: { text: string }): boolean => /\{\{|\}\}|undefined|NaN|\[object/.test(text);
const LABELS = [LIMITS.buttonLabel, LIMITS.modalLabel, LIMITS.selectLabel, LIMITS.selectPlaceholder];
/** A label of ours that did not fit: some end in an ellipsis anyway. */
const isCut = ({ field, text }: { field: string; text: string }): boolean =>
  ['label', 'placeholder', 'title'].includes(field) &&
  text.endsWith('…') &&
  LABELS.some((max) => text.length <= max && text.length > max - 5);

const english = new Map(sentencesIn('en-US'));
/** Sentences of three words and without values that are other in this language. */
const englishBeside = (locale: string): string[] =>
  sentencesIn(locale).flatMap(([key, text]) => {
    const own = english.get(key) ?? text;
    return own !== text && own.split(' ').length > 2 && !own.includes('{{') ? [own] : [];
  });

const actions = commands.flatMap(({ name, actions: own }) =>
  Object.keys(own).map((action) => `${name}:${action}`),
);

describe.each(words.locales)('in %s, Discord takes all that the bot says', (locale) => {
  const visited = new Set<string>();
  const foreign = englishBeside(locale);
  const isForeign = ({ text }: { text: string }): boolean => foreign.some((one) => text.includes(one));

  it.each([
    ['names are usual', USUAL, { from: 'first', isOrganized: true }],
    ['names are usual, pressed from the end', USUAL, { from: 'last' }],
    ['everything is long', LONG, { from: 'first' }],
    ['records say next to nothing', BARE, { from: 'last' }],
    ['it is a direct message', USUAL, { from: 'first', isDirect: true }],
    ['the platform is down', USUAL, { from: 'first', isDown: true }],
  ] as const)('where %s', async (_, amount, how) => {
    const visits = await visitAll(locale, amount, how);
    for (const { what } of visits) visited.add(what);
    const texts = visits.flatMap(({ bodies }) => textsOf(bodies));
    const faults = texts.filter(
      (one) => isBroken(one) || (amount === USUAL && (isCut(one) || isForeign(one))),
    );
    expect(faults).toEqual([]);
  });

  it('in each of its actions', () => {
    expect(actions.filter((one) => !visited.has(one))).toEqual([]);
  });
});
