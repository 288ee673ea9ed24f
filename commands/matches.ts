import { encodeArgs, type ArgValues } from '../src/message/custom-id.ts';
import { LIMITS } from '../src/message/limits.ts';
import { action, defineCommand, type Context } from './shared/define.ts';
import { emptyIfNotFound } from '../src/bot/failures.ts';
import { pageOf, pagerRow } from '../src/replies/pager.ts';
import { resultFor, sideOf } from '../src/brackets/results.ts';
import type { Match } from '../src/reading/records.ts';
import { contextLabel, stateMark, versusLabel } from '../src/replies/match.ts';
import { besideTitle, matchListEmbed } from '../src/replies/matches.ts';
import { label } from '../src/words/plain.ts';
import type { Reply, ComponentRow } from '../src/message/reply.ts';
import { playerId } from './shared/options.ts';
import { FORM_LENGTH } from './shared/players.ts';
import { showChosen } from './shared/show-player.ts';

const PAGE_SIZE = 6;
/** Not a valid player id. */
const EVERYBODY = '*';

/** Identifies a list: the player and the filters. */
const LIST = { playerId: 'text', limit: 'integer', opponent: 'text' } as const;
const PAGE = { page: 'integer', ...LIST } as const;

type ListArgs = ArgValues<typeof LIST>;

const opponentOf = (match: Match, playerId: string) => {
  const own = sideOf(match, playerId);
  return own === undefined ? undefined : match.sides[own === 0 ? 1 : 0].player;
};

/** Filters by an opponent. */
function opponentSelect(matches: readonly Match[], list: ListArgs, { t }: Context): ComponentRow[] {
  const { playerId = '' } = list;
  const opponents = new Map(
    matches.flatMap((match) => {
      const opponent = opponentOf(match, playerId);
      return opponent?.id === undefined ? [] : [[opponent.id, opponent.name ?? opponent.id] as const];
    }),
  );
  if (opponents.size < 2) return [];
  const options = [...opponents]
    .slice(0, LIMITS.selectOptions - 1)
    .map(([value, name]) => ({ value, label: label(name) }));
  return [
    {
      kind: 'select',
      action: 'matches:against',
      args: encodeArgs(LIST, { ...list, opponent: undefined }),
      placeholder: t('matches.against'),
      options: [{ value: EVERYBODY, label: t('matches.everybody') }, ...options],
    },
  ];
}

/** Opens one of the matches on this page. */
function openSelect(matches: readonly Match[], { now, t }: Context): ComponentRow {
  return {
    kind: 'select',
    action: 'match:run',
    args: ['match'],
    placeholder: t('matches.open'),
    options: matches.map((match) => {
      const at = match.endsAt ?? match.startsAt;
      const facts = [stateMark(match, now(), t), at && t.date(at.epochMs, 'day'), contextLabel(match, t)];
      return { value: match.id, label: versusLabel(match, t), description: besideTitle(match, facts, t) };
    }),
  };
}

async function listReply(context: Context, list: ListArgs, pageNumber: number): Promise<Reply> {
  const { platform, t } = context;
  const { playerId = '', limit, opponent } = list;
  const partsOf = (all: readonly Match[]) => {
    const window = all.slice(0, limit);
    const listed = window.filter(
      (match) => opponent === undefined || opponentOf(match, playerId)?.id === opponent,
    );
    return { window, listed, page: pageOf(listed, pageNumber, PAGE_SIZE) };
  };
  const shown = (all: readonly Match[]) => {
    const { window, page } = partsOf(all);
    // The select lists all opponents.
    return [...page.items, ...window];
  };
  const reading = platform.user(playerId);
  const [matches, player] = await Promise.all([
    platform.userMatches(playerId, { shown }).catch(emptyIfNotFound([])),
    reading.catch(() => undefined),
  ]);
  // Some platforms return an empty list for an unknown id, others a 404 for no matches: then the player read decides.
  if (matches.value.length === 0 && player === undefined) await reading;
  const { window, listed, page } = partsOf(matches.value);
  if (listed.length === 0) return { content: t('matches.none') };
  const results = listed.map((match) => resultFor(match, playerId)).filter((result) => result !== undefined);
  const view = {
    name: player?.value.name ?? playerId,
    playerId,
    page,
    form: results.slice(0, FORM_LENGTH),
    asOf: matches.asOf,
    now: context.now(),
  };
  return {
    embeds: [matchListEmbed(view, t)],
    rows: [
      openSelect(page.items, context),
      ...opponentSelect(window, list, context),
      pagerRow('matches:page', page, encodeArgs(LIST, list), t),
    ],
  };
}

/** Another page or filter of a list, which may be of the caller's own matches. */
async function pagedReply(context: Context, list: ListArgs, pageNumber: number): Promise<Reply> {
  await context.self.check(list.playerId ?? '');
  return listReply(context, list, pageNumber);
}

export default defineCommand({
  name: 'matches',
  audience: 'public',
  options: { player: { type: 'user' }, id: playerId, limit: { type: 'integer', min: 1, max: 50 } },
  run(context) {
    const { limit } = context.options;
    return showChosen(context, {
      command: 'matches',
      show: (playerId) => listReply(context, { playerId, limit }, 1),
    });
  },
  actions: {
    page: action({
      press: 'anyone',
      args: PAGE,
      run: (context) => pagedReply(context, context.args, context.args.page ?? 1),
    }),
    against: action({
      press: 'anyone',
      args: LIST,
      run(context) {
        const chosen = context.values[0];
        return pagedReply(
          context,
          { ...context.args, opponent: chosen === EVERYBODY ? undefined : chosen },
          1,
        );
      },
    }),
  },
});
