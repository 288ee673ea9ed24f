import type { SuggestContext } from '../src/bot/options.ts';
import type { PlayerName, RankingEntry } from '../src/platform/records.ts';
import { fold } from '../src/words/fold.ts';
import type { Translate } from '../src/words/words.ts';
import { choiceName, oncePerReading, regionName, SOON, type Candidate } from './choices.ts';
import { eachBracket, orNone, type ReadBracket } from './match-option.ts';

/** Rankings of regions read for one keystroke, at the most. */
const MAX_REGIONS = 5;

/** None for who has no id or no name. `fact` tells them from others of the same name. */
const playerCandidate = (
  player: PlayerName | undefined,
  fact: (t: Translate) => string | undefined = () => undefined,
): Candidate[] => {
  const { id, name } = player ?? {};
  if (id === undefined || name === undefined) return [];
  return [{ value: id, folded: fold(name), name: ({ t }) => choiceName(name, [fact(t)]) }];
};

const playersOf = oncePerReading<Candidate[]>();

const playersIn = ({ bracket, tournament: { name } }: ReadBracket) =>
  playersOf(bracket, name ?? '', () => {
    const sides = bracket.rounds.flatMap(({ matches }) => matches.flatMap((match) => match.sides));
    return sides.flatMap(({ player }) => playerCandidate(player, () => name));
  });

/** A place in a region's ranking would read like one in the whole ranking: there, the region stands for it. */
const rankedIn = (ranking: RankingEntry[], region = '') =>
  playersOf(ranking, region, () =>
    ranking.flatMap(({ player, place }) =>
      playerCandidate(player, (t) => region || t('rank.place', { place: t.number(place) })),
    ),
  );

async function ranked({ platform, regions }: Pick<SuggestContext, 'platform' | 'regions'>) {
  const read = async (region: string | undefined, label: string | undefined) =>
    rankedIn((await platform.rankings(region === undefined ? {} : { region }, SOON)).value, label);
  const regional = regions
    .slice(0, MAX_REGIONS)
    .map(({ slug, label }) => read(slug, label ?? regionName(slug)));
  return (await Promise.all([read(undefined, undefined), ...regional].map(orNone))).flat();
}

/** Where a platform may have drawn brackets. */
const PHASES = ['running', undefined, 'finished'] as const;

/** Players whose names any record has shown so far. */
function recorded({ platform }: Pick<SuggestContext, 'platform'>): Candidate[] {
  const known = platform.knownPlayers();
  return playersOf(known, '', () => known.flatMap((player) => playerCandidate(player)));
}

/** The players that rankings and all records read so far name; one may come several times. */
export const knownPlayers = async (
  context: Pick<SuggestContext, 'platform' | 'regions'>,
): Promise<Candidate[]> => [...(await ranked(context)), ...recorded(context)];

/** The same with the players of brackets. These may take many reads, so only suggestions look there. */
export async function suggestedPlayers(
  context: Pick<SuggestContext, 'platform' | 'regions' | 'typed'>,
): Promise<Candidate[]> {
  const [inRankings, inBrackets] = await Promise.all([
    ranked(context),
    orNone(eachBracket(context, PHASES, playersIn)),
  ]);
  return [...inRankings, ...inBrackets.flat(), ...recorded(context)];
}
