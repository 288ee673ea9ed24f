import type { Ending } from '../brackets/ending.ts';
import type { TableRow } from '../brackets/standings.ts';
import { outcomeOf } from '../brackets/results.ts';
import { contentOf } from '../brackets/windows.ts';
import { present } from '../present.ts';
import type { Bracket, PlayerName, Tournament } from '../reading/records.ts';
import { runButton, type Post, type ReplyFile } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketEmbed } from './bracket.ts';
import { withRole, type Ping } from './feed-milestones.ts';
import { resultLine } from './feed-results.ts';
import { fileButton } from './results-file.ts';
import { lines, playerMarkup, spoiler, tournamentMarkup, tournamentTitle } from './format.ts';
import { standingLine } from './standings.ts';

/** The member who won, if the channel may name them. `isPinged`: they get a notification. */
interface Won {
  member?: { discordId: string; isPinged: boolean } | undefined;
}

/** "@ana (**Ana**)" where they may be named. */
const winnerMarkup = (player: PlayerName, { member }: Won, t: Translate): string =>
  member === undefined
    ? `**${playerMarkup(player, t)}**`
    : t('feed.call.member', { member: `<@${member.discordId}>`, name: playerMarkup(player, t) });

const wonMentions = ({ member, roleId }: Won & Ping) =>
  present({
    mentions:
      member?.isPinged || roleId !== undefined
        ? present({
            roles: roleId === undefined ? undefined : [roleId],
            users: member?.isPinged ? [member.discordId] : undefined,
          })
        : undefined,
  });

/** Posts that the winner has changed. `winner`, `before`: without players who left the bracket. */
export function winnerPost(
  view: Ping &
    Won & {
      tournament: Tournament;
      winner: PlayerName | undefined;
      before: PlayerName | undefined;
      isHidden: boolean;
    },
  t: Translate,
): Post {
  const tournament = tournamentMarkup(view.tournament, t);
  const cover = view.isHidden ? spoiler : (markup: string) => markup;
  const winner = cover(view.winner === undefined ? '–' : winnerMarkup(view.winner, view, t));
  const text =
    view.before === undefined
      ? t('feed.champion.changedNow', { tournament, winner })
      : t('feed.champion.changed', { tournament, winner, before: cover(playerMarkup(view.before, t)) });
  return { content: withRole(text, view), ...wonMentions(view) };
}

interface EndView extends Ping, Won {
  tournament: Tournament;
  ending: Ending;
  /** The first before a correction. */
  replaced: PlayerName | undefined;
  bracket: Bracket | undefined;
  picture: ReplyFile | undefined;
  isHidden: boolean;
}

/** The first, above the other facts. */
function endTitle(view: EndView, t: Translate): string {
  const { ending, isHidden, replaced, tournament: record } = view;
  const tournament = tournamentMarkup(record, t);
  const cover = isHidden ? spoiler : (markup: string) => markup;
  const correct = (result: string): string =>
    replaced === undefined
      ? result
      : t('feed.results.corrected', { result, before: cover(playerMarkup(replaced, t)) });
  if (ending.kind === 'final') {
    const title = isHidden ? 'feed.champion.hidden' : 'feed.champion.text';
    return correct(t(title, { winner: winnerMarkup(ending.winner, view, t), tournament }));
  }
  const [first] = ending.places;
  if (first?.place !== 1) return t('feed.live.over', { tournament });
  return correct(t('feed.end.first', { tournament, player: cover(winnerMarkup(first.row.player, view, t)) }));
}

/** The most rows of a table without places. */
const ROWS = 6;

function endLines({ ending, isHidden }: EndView, t: Translate): (string | undefined)[] {
  const cover = isHidden ? spoiler : (markup: string) => markup;
  if (ending.kind === 'table') {
    const { places, standings } = ending;
    if (standings === undefined) return [];
    const line = (row: TableRow): string => cover(standingLine(row, standings, t));
    return places.length === 0
      ? standings.rows.slice(0, ROWS).map(line)
      : places.map(({ place, row }) => t('feed.end.place', { place: t.number(place), line: line(row) }));
  }
  const { final, runnerUp, third } = ending;
  const result = final && outcomeOf(final);
  return [
    final && result && t('feed.champion.final', { result: cover(resultLine({ match: final, result }, t)) }),
    runnerUp && t('feed.champion.runnerUp', { player: cover(playerMarkup(runnerUp, t)) }),
    third && t('feed.champion.third', { player: cover(playerMarkup(third, t)) }),
  ];
}

/** The post of the end: the winner, or the final table. */
export function endPost(view: EndView, t: Translate): Post {
  const { bracket, isHidden, picture, tournament } = view;
  return {
    content: lines(withRole(endTitle(view, t), view), ...endLines(view, t)),
    // An embed shows its picture unspoilered, regardless of the file name.
    embeds:
      isHidden || bracket === undefined
        ? []
        : [
            bracketEmbed(
              {
                name: tournamentTitle(tournament, t),
                bracket,
                content: contentOf(bracket, { kind: 'now' }),
                picture,
                asOf: undefined,
              },
              t,
            ),
          ],
    rows: [
      [
        runButton(t('tournament.bracket'), 'bracket', { tournament: tournament.id }),
        fileButton(tournament.id, t),
      ],
    ],
    ...present({
      files: picture && [isHidden ? hiddenFile(picture, tournamentTitle(tournament, t)) : picture],
    }),
    ...wonMentions(view),
  };
}

/** A file that Discord spoilers. Its alt text stays readable, so it reveals nothing. */
const hiddenFile = (file: ReplyFile, description: string): ReplyFile => ({
  ...file,
  name: `SPOILER_${file.name}`,
  description,
});

/** The platform took the end back. */
export function noEndPost({ phase, ...tournament }: Tournament, t: Translate): Post {
  const text = phase === 'cancelled' ? 'feed.plans.canceled' : 'feed.end.none';
  return {
    content: t(text, { tournament: tournamentMarkup(tournament, t) }),
    embeds: [],
    rows: [],
    files: [],
  };
}
