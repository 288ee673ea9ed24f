import type { Ending } from '../brackets/ending.ts';
import { matchRounds } from '../brackets/match-rounds.ts';
import { playerKey } from '../brackets/players.ts';
import { scoresOf, winnerOf } from '../brackets/results.ts';
import { placesIn } from '../brackets/standings.ts';
import { button, type ActionButton, type ReplyFile } from '../message/reply.ts';
import type { Bracket, Match, PlayerName, Tournament } from '../reading/records.ts';
import { oneLine } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { csv } from './csv.ts';
import { nameText, tournamentTitle } from './format.ts';

/** The arguments of the button that requests the file. */
export const FILE = { tournament: 'text!' } as const;

export const fileButton = (tournamentId: string, t: Translate): ActionButton =>
  button(t('follow.file.button'), 'follow:file', { args: [tournamentId] });

interface ResultsFileView {
  tournament: Tournament;
  bracket: Bracket | undefined;
  ending: Ending | undefined;
  /** The Discord ids of members who may be named, by their players' ids. */
  members: ReadonlyMap<string, string>;
}

/** The proved places, best first: those in the post of the end, and all others that its table proves. */
function placesOf(ending: Ending | undefined): { place: number; player: PlayerName }[] {
  if (ending === undefined) return [];
  if (ending.kind === 'final')
    return [ending.winner, ending.runnerUp, ending.third].flatMap((player, at) =>
      player === undefined ? [] : [{ place: at + 1, player }],
    );
  const { places, standings } = ending;
  const proved = places.length === 0 || standings === undefined ? places : placesIn(standings);
  return proved.map(({ place, row }) => ({ place, player: row.player }));
}

const NAME_LENGTH = 100;
const FILE_NAME_LENGTH = 60;

/** One row for each match, with separate columns for both scores; below, players with a place but without a match. */
function resultRows({ bracket, ending, members }: ResultsFileView, t: Translate): string[][] {
  const places = placesOf(ending);
  const placeOf = new Map(places.map(({ place, player }) => [playerKey(player), place]));
  const rounds = matchRounds(bracket, t);
  const nameOf = (player: PlayerName | undefined): string =>
    player === undefined ? '' : oneLine(nameText(player, t), NAME_LENGTH);
  const sideOf = (player: PlayerName | undefined): [place: string, name: string, member: string] => {
    const member = members.get(player?.id ?? '');
    const place = player && placeOf.get(playerKey(player));
    // As a mention: a spreadsheet would round an id.
    return [String(place ?? ''), nameOf(player), member === undefined ? '' : `<@${member}>`];
  };
  const rowOf = (match: Match): string[] => {
    const [first, second] = match.sides;
    const winner = winnerOf(match);
    const scores = scoresOf(match);
    return [
      oneLine(rounds.get(match) ?? '', NAME_LENGTH),
      ...sideOf(first.player),
      String(scores?.player1 ?? ''),
      String(scores?.player2 ?? ''),
      ...sideOf(second.player).toReversed(),
      winner === undefined ? '' : nameOf(match.sides[winner - 1]?.player),
    ];
  };
  const matches = (bracket?.rounds ?? []).flatMap((round) => round.matches);
  const playing = new Set(matches.flatMap(({ sides }) => sides.map(({ player }) => playerKey(player))));
  const others = places.filter(({ player }) => !playing.has(playerKey(player)));
  return [
    ...matches.filter(({ sides }) => sides.some(({ player }) => player !== undefined)).map(rowOf),
    ...others.map(({ player }) => ['', ...sideOf(player), '', '', '', '', '', '']),
  ];
}

/** A name for every system: only letters and digits, and none that Windows reserves. */
function fileName(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Array.from(['results', ...words].join('-'))
    .slice(0, FILE_NAME_LENGTH)
    .join('');
}

/** The results of a tournament as a file; `undefined` if no player is known. */
export function resultsFile(view: ResultsFileView, t: Translate): ReplyFile | undefined {
  const rows = resultRows(view, t);
  if (rows.length === 0) return undefined;
  const column = (name: 'place' | 'player' | 'member' | 'score', side: 1 | 2): string =>
    t(`follow.file.columns.${name}`, { side });
  const header = [
    t('follow.file.columns.round'),
    ...(['place', 'player', 'member', 'score'] as const).map((name) => column(name, 1)),
    ...(['score', 'member', 'player', 'place'] as const).map((name) => column(name, 2)),
    t('follow.file.columns.winner'),
  ];
  const title = tournamentTitle(view.tournament, t);
  return {
    name: `${fileName(title)}.csv`,
    bytes: csv([header, ...rows]),
    description: oneLine(title, NAME_LENGTH),
  };
}
