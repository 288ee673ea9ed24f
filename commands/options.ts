import type { Suggest, Suggestion, SuggestContext, TextOption } from '../src/bot/options.ts';
import type { Match, Tournament } from '../src/platform/records.ts';
import { roundText, sideTitles } from '../src/replies/match.ts';
import { tournamentTitle } from '../src/replies/format.ts';
import { fit, fold } from '../src/words/fold.ts';
import { LIMITS } from '../src/words/limits.ts';
import { label } from '../src/words/plain.ts';
import { linkedPlayer } from './players.ts';

interface Candidate {
  value: string;
  /** What the search looks at. */
  searched: string;
  /** Comes before all others that fit, however well these do. */
  own?: boolean;
  /** Made only for those that are offered: there may be hundreds. */
  name: () => string;
}

/** The candidates that answer what was typed, the best first; among equals the given order stays. */
function matching(candidates: readonly Candidate[], typed: string): Suggestion[] {
  const wanted = fold(typed);
  return candidates
    .map((candidate) => ({
      candidate,
      fits: candidate.value === typed ? 5 : wanted === '' ? 1 : fit(wanted, fold(candidate.searched)),
    }))
    .filter(({ fits }) => fits > 0)
    .toSorted(
      (a, b) => Number(b.candidate.own ?? false) - Number(a.candidate.own ?? false) || b.fits - a.fits,
    )
    .slice(0, LIMITS.choices)
    .map(({ candidate: { name, value } }) => ({ name: name(), value }));
}

/** A name and what tells it from others; the name gives way where both are too long for a choice. */
function choiceName(name: string, facts: readonly (string | undefined)[]): string {
  const rest = facts.filter((fact) => fact !== undefined && fact !== '').join(' · ');
  if (rest === '') return label(name, 100);
  const tail = label(rest, 45);
  return `${label(name, 96 - Array.from(tail).length)} · ${tail}`;
}

/** Choices draw no Discord timestamps, so a date is written out. */
const dayOf = (tournament: Tournament, locale: string): string | undefined =>
  tournament.startsAt &&
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    tournament.startsAt.epochMs,
  );

/** What is kept answers a keystroke, however slow the platform is: two reads after another stay under 300 ms. */
const SOON = { patienceMs: 120 };

const suggestTournaments =
  (status: string | undefined): Suggest =>
  async ({ typed, platform, t }) => {
    const { value } = await platform.tournaments(status === undefined ? {} : { status }, SOON);
    const candidates = value.map((tournament) => {
      const name = tournamentTitle(tournament, t);
      return {
        value: tournament.id,
        searched: name,
        name: () => choiceName(name, [dayOf(tournament, t.locale)]),
      };
    });
    return matching(candidates, typed);
  };

/** A tournament: names for people, ids for the platform; a pasted id works too. */
export const tournament = <const R extends boolean>(options: {
  required: R;
  status?: string;
}): TextOption & { required: R } => ({
  type: 'text',
  required: options.required,
  maxLength: 200,
  suggest: suggestTournaments(options.status),
});

const OPEN_FIRST = { running: 0, open: 1, upcoming: 1, finished: 3, cancelled: 4 } as const;
const order = (match: Match): number => (match.phase === undefined ? 2 : OPEN_FIRST[match.phase]);

async function ownMatches({ accounts, callerId, platform }: SuggestContext): Promise<Match[]> {
  const own = await linkedPlayer(accounts, callerId);
  if (own === undefined) return [];
  return (await platform.userMatches(own.playerId, SOON)).value;
}

const namesOf = ({ id, name }: Tournament) => ({ id, ...(name !== undefined && { name }) });

const BRACKETS_AT_ONCE = 3;

/** Matches of running tournaments that have both players. */
async function runningMatches({ platform }: SuggestContext): Promise<Match[]> {
  const { value } = await platform.tournaments({}, SOON);
  const running = value.filter((one) => one.phase === 'running').slice(0, BRACKETS_AT_ONCE);
  const brackets = await Promise.all(
    running.map(async (one) => {
      const bracket = (await platform.bracket(one.id, SOON)).value;
      const matches = bracket.rounds.flatMap((round) => round.matches);
      return matches.map((match) => ({
        ...match,
        tournament: { ...match.tournament, ...namesOf(one) },
      }));
    }),
  );
  return brackets.flat().filter((match) => match.sides.every((side) => side.player !== undefined));
}

/** What could be had counts: one source that fails leaves the other. */
const orNone = (matches: Promise<Match[]>): Promise<Match[]> => matches.catch(() => []);

/** Own matches first, the open ones before all, then those of running tournaments. */
const suggestMatches: Suggest = async (context) => {
  const [own, running] = await Promise.all([orNone(ownMatches(context)), orNone(runningMatches(context))]);
  const sorted = [
    ...own.toSorted((a, b) => order(a) - order(b)),
    ...running.toSorted((a, b) => order(a) - order(b)),
  ];
  const seen = new Set<string>();
  // The first of several with one id stays: the caller's own.
  const ownIds = new Set(own.map(({ id }) => id));
  const once = sorted.filter(({ id }) => id !== '' && !seen.has(id) && seen.add(id));
  // People may type what a choice reads: "ana vs chl". Said once: a sentence for each of hundreds takes its time.
  const between = context.t('match.versus', { first: '', second: '' }).trim();
  const candidates = once.map((one) => {
    const [first, second] = sideTitles(one, context.t);
    return {
      value: one.id,
      searched: `${first} ${between} ${second} ${one.tournament?.name ?? ''}`,
      own: ownIds.has(one.id),
      name: () => {
        const versus = context.t('match.versus', { first, second });
        return choiceName(versus, [roundText(one, context.t), one.tournament?.name]);
      },
    };
  });
  return matching(candidates, context.typed);
};

/** A match: by its players' names; a pasted id works too. */
export const match: TextOption & { required: true } = {
  type: 'text',
  required: true,
  maxLength: 200,
  suggest: suggestMatches,
};

/** A region of the settings or of what records have shown; any slug may be typed. */
export const region: TextOption = {
  type: 'text',
  maxLength: 100,
  suggest: ({ typed, regions, platform }) => {
    const set = regions.map(({ slug, label: name }) => ({
      value: slug,
      searched: `${name ?? ''} ${slug}`,
      name: () => name ?? regionName(slug),
    }));
    const seen = platform
      .seenRegions()
      .filter((slug) => !regions.some((known) => known.slug === slug))
      .map((slug) => ({
        value: slug,
        searched: `${regionName(slug)} ${slug}`,
        name: () => regionName(slug),
      }));
    return Promise.resolve(matching([...set, ...seen], typed));
  },
};

/** "sao-paulo" as people read it: "Sao Paulo". */
export const regionName = (slug: string): string =>
  slug.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
