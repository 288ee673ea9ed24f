import { outcomeOf } from '../brackets/results.ts';
import type { TournamentStage } from '../brackets/tournament-stage.ts';
import type { Match, Tournament } from '../reading/records.ts';
import { LIMITS } from '../message/limits.ts';
import type { Post } from '../message/reply.ts';
import { present } from '../present.ts';
import { escapeMarkup } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { resultLine } from './feed-results.ts';
import { factLine, lines, NAME_COLUMNS, shortMarkup, spoiler, tournamentMarkup } from './format.ts';
import { roleMentions, withRole, type Ping } from './feed-milestones.ts';
import { formatVersus, scoreText } from './match.ts';
import { settleMenu } from './rulings.ts';

const KINDS = ['dispute', 'help', 'late'] as const;
/** Leaves room for the client's menu hints, and for the number of omitted lines. */
const TEXT_LENGTH = LIMITS.content - 100;
/** The most rounds that fit one line on a phone. */
const ROUNDS_MAX = 2;
/** The most missing results listed by name. */
const MISSING_MAX = 10;

interface DeskLine {
  kind: (typeof KINDS)[number];
  match: Match;
  /** Not escaped. */
  round?: string | undefined;
  /** The link to its call, or to the message to the organizers. */
  url?: string | undefined;
  /** The organizer who helps, as its message names them. */
  handler?: string | undefined;
  /** It is settled. `reported`: its result waits for someone else's answer. */
  struck?: 'settled' | 'reported';
}

export interface DeskView {
  tournament: Tournament;
  stage: TournamentStage;
  isPostponed: boolean;
  /** The running rounds. Not escaped. */
  rounds: readonly string[];
  progress: { played: number; total: number } | undefined;
  items: readonly DeskLine[];
  /** Matches of two players without a result. */
  missing: readonly Match[];
  /** Every listed match has its result. */
  isComplete: boolean;
  /** Scores and winners are spoilered. */
  isHidden: boolean;
}

const versus = (match: Match, t: Translate): string =>
  formatVersus(match, t, { format: (name) => `**${shortMarkup(name, NAME_COLUMNS)}**` });

/** A settled match's short result, shown after its players. */
function resultText(match: Match, t: Translate): string | undefined {
  const result = outcomeOf(match);
  if (result === undefined) return undefined;
  return result.scores === undefined ? resultLine({ match, result }, t) : scoreText(result.scores, t);
}

function itemLine(item: DeskLine, { isHidden, rounds }: DeskView, t: Translate): string {
  const { handler, kind, match, round, struck, url } = item;
  if (struck !== undefined) {
    const result = struck === 'reported' ? t('feed.desk.reported') : resultText(match, t);
    const shown = isHidden && result !== undefined && struck === 'settled' ? spoiler(result) : result;
    return `- ${factLine([`~~${versus(match, t)}~~`, shown], t)}`;
  }
  const link = url && t(kind === 'late' ? 'feed.settle.call' : 'feed.desk.message', { url });
  // The first line names the round if there is only one.
  const place = rounds.length === 1 ? undefined : round && escapeMarkup(round, 40);
  return `- ${factLine([versus(match, t), place, link, handler], t)}`;
}

/** Fits sections into a message: the longest section is shortened first, with the number of omitted lines. */
function fitted(head: string, sections: readonly (readonly string[])[], t: Translate): string {
  const shown = sections.map((one) => [...one]);
  const text = (): string =>
    lines(
      head,
      ...shown.flatMap((one, at) => {
        const left = (sections[at]?.length ?? 0) - one.length;
        return left === 0 ? one : [...one, t('bracket.more', { count: left })];
      }),
    );
  while (text().length > TEXT_LENGTH) {
    const longest = shown.reduce((most, one) => (one.length > most.length ? one : most));
    if (longest.length < 2) break;
    longest.pop();
  }
  return text();
}

/** Which results a tournament lacks that is over. */
function overLine({ isComplete, items, missing }: DeskView, t: Translate): string {
  if (missing.length > 0) return t('feed.desk.missing', { count: missing.length });
  const disputed = items.filter(({ kind, struck }) => kind === 'dispute' && struck === undefined);
  if (disputed.length > 0) return t('feed.desk.disputed', { count: disputed.length });
  return t(isComplete ? 'feed.desk.complete' : 'feed.desk.over');
}

function stateLine(view: DeskView, t: Translate): string {
  const { isPostponed, progress, rounds, stage } = view;
  if (stage === 'cancelled') return t('feed.desk.canceled');
  if (stage === 'over') return overLine(view, t);
  const named = rounds.slice(0, ROUNDS_MAX).map((round) => escapeMarkup(round, 60));
  const facts = [...named, progress && t('pictures.progress', progress)];
  return factLine(isPostponed ? [t('feed.desk.postponed'), ...facts] : facts, t);
}

/** The organizers' standing message for a tournament. Its edits mention no one. */
export function deskPost(view: DeskView, t: Translate): Post {
  const { items, missing, stage, tournament } = view;
  const state = stateLine(view, t);
  const sections = KINDS.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return own.length === 0
      ? []
      : [[`**${t(`feed.desk.${kind}`)}**`, ...own.map((item) => itemLine(item, view, t))]];
  });
  const lacking =
    stage === 'over' ? missing.slice(0, MISSING_MAX).map((match) => `- ${versus(match, t)}`) : [];
  const isQuiet = stage === 'running' && sections.length === 0;
  const late = items.filter(({ kind, struck }) => kind === 'late' && struck === undefined);
  const menu = settleMenu(
    late.map(({ match }) => match),
    t,
  );
  return {
    content: fitted(
      lines(
        t('feed.desk.title', { tournament: tournamentMarkup(tournament, t) }),
        state === '' ? undefined : `-# ${state}`,
        isQuiet ? t('feed.desk.quiet') : undefined,
      ),
      [...(lacking.length > 0 ? [lacking] : []), ...sections],
      t,
    ),
    rows: [],
    ...present({ menu: menu.options.length === 0 ? undefined : menu }),
  };
}

/** The desk of a tournament that no channel of the server follows anymore. `name`: the last one read. */
export const closedDeskPost = (name: string, t: Translate): Post => ({
  content: lines(
    t('feed.desk.title', { tournament: escapeMarkup(name, 120) }),
    `-# ${t('feed.desk.unfollowed')}`,
  ),
  rows: [],
});

/** Calls the organizers to the desk, once a round. */
export function deskCallPost(
  view: Ping & { tournament: Tournament; rounds: readonly string[]; url: string },
  t: Translate,
): Post {
  const { rounds, tournament, url } = view;
  const named = rounds.map((round) => escapeMarkup(round, 60)).join(t('list.separator'));
  const text = t('feed.desk.call', {
    round: factLine([`**${tournamentMarkup(tournament, t)}**`, named], t),
    url,
  });
  return { content: withRole(text, view), ...roleMentions(view) };
}
