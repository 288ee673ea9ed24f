import type { SuggestContext } from '../../src/bot/options.ts';
import type { PlayerName, RankingEntry } from '../../src/reading/records.ts';
import { fold } from '../../src/words/fold.ts';
import { regionName, type Translate } from '../../src/words/words.ts';
import { choiceName, createReadingCache, FAST_READ, type SearchCandidate } from './choices.ts';
import { eachBracket, orNone, type ReadBracket } from './match-option.ts';

/** The most regional rankings to read for one keystroke. */
const MAX_REGIONS = 5;

/** Empty without an id or a name. `fact` distinguishes players of the same name. */
const playerCandidate = (
  player: PlayerName | undefined,
  fact: (t: Translate) => string | undefined = () => undefined,
): SearchCandidate[] => {
  const { id, name } = player ?? {};
  if (id === undefined || name === undefined) return [];
  return [{ value: id, folded: fold(name), name: ({ t }) => choiceName(name, [fact(t)]) }];
};

const cachedCandidates = createReadingCache<SearchCandidate[]>();

const candidatesOfBracket = ({ bracket, tournament: { name } }: ReadBracket) =>
  cachedCandidates(bracket, name ?? '', () => {
    const sides = bracket.rounds.flatMap(({ matches }) => matches.flatMap((match) => match.sides));
    return sides.flatMap(({ player }) => playerCandidate(player, () => name));
  });

/** A regional place could be mistaken for a global one: regional entries show the region instead. */
const candidatesOfRanking = (ranking: RankingEntry[], region = '') =>
  cachedCandidates(ranking, region, () =>
    ranking.flatMap(({ player, place }) =>
      playerCandidate(player, (t) => region || t('rank.place', { place: t.number(place) })),
    ),
  );

async function rankingCandidates({ platform, regions }: Pick<SuggestContext, 'platform' | 'regions'>) {
  const read = async (region: string | undefined, label: string | undefined) =>
    candidatesOfRanking(
      (await platform.rankings(region === undefined ? {} : { region }, FAST_READ)).value,
      label,
    );
  const regional = regions
    .slice(0, MAX_REGIONS)
    .map(({ slug, label }) => read(slug, label ?? regionName(slug)));
  return (await Promise.all([read(undefined, undefined), ...regional].map(orNone))).flat();
}

/** The phases in which a tournament may have a bracket. */
const PHASES = ['running', undefined, 'finished'] as const;

/** Players whose names were in any record so far. */
function recordCandidates({ platform }: Pick<SuggestContext, 'platform'>): SearchCandidate[] {
  const players = platform.knownPlayers();
  return cachedCandidates(players, '', () => players.flatMap((player) => playerCandidate(player)));
}

/** The players from rankings and from all records so far, with duplicates. */
export const knownPlayers = async (
  context: Pick<SuggestContext, 'platform' | 'regions'>,
): Promise<SearchCandidate[]> => [...(await rankingCandidates(context)), ...recordCandidates(context)];

/** The known players and those in brackets. Brackets may take many reads, so only suggestions use them. */
export async function suggestedPlayers(
  context: Pick<SuggestContext, 'platform' | 'regions' | 'typed'>,
): Promise<SearchCandidate[]> {
  const [inRankings, inBrackets] = await Promise.all([
    rankingCandidates(context),
    orNone(eachBracket(context, PHASES, candidatesOfBracket)),
  ]);
  return [...inRankings, ...inBrackets.flat(), ...recordCandidates(context)];
}
