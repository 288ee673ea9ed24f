import { outcomeOf, type Podium } from '../brackets/night.ts';
import { contentOf } from '../brackets/windows.ts';
import { present } from '../present.ts';
import type { Bracket, Tournament } from '../reading/records.ts';
import { escapeMarkup } from '../words/plain.ts';
import { runButton, type Post, type ReplyFile } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketEmbed } from './bracket.ts';
import { resultLine } from './feed-results.ts';
import { lines, playerMarkup, spoiler, tournamentMarkup, tournamentTitle } from './format.ts';

/** The role that a post mentions, if one was chosen. */
export interface Ping {
  roleId: string | undefined;
}

export const withRole = (text: string, { roleId }: Ping): string =>
  roleId === undefined ? text : `<@&${roleId}> ${text}`;

export const roleMentions = ({ roleId }: Ping) =>
  present({ mentions: roleId === undefined ? undefined : { roles: [roleId] } });

/** Registration has opened. */
export function openPost(view: Ping & { tournament: Tournament; now: number }, t: Translate): Post {
  const { tournament } = view;
  const options = { tournament: tournament.id };
  return {
    content: withRole(t('feed.live.open', { tournament: tournamentMarkup(tournament, t) }), view),
    rows: [
      [
        runButton(t('tournament.register'), 'register', options, 'primary'),
        runButton(t('feed.live.details'), 'tournament', options),
      ],
    ],
    ...roleMentions(view),
  };
}

/** It has begun. `round`: of the first matches that are called. `liveUrl`: of the live post. */
export function startPost(
  view: Ping & { tournament: Tournament; round?: string; liveUrl?: string },
  t: Translate,
): Post {
  const { liveUrl, round } = view;
  const tournament = tournamentMarkup(view.tournament, t);
  const text =
    round === undefined
      ? t('feed.start.text', { tournament })
      : t('feed.start.round', { tournament, round: escapeMarkup(round, 80) });
  return {
    content: lines(withRole(text, view), liveUrl && t('feed.start.live', { url: liveUrl })),
    ...roleMentions(view),
  };
}

/** Somebody has won. */
export function championPost(
  view: Ping & {
    tournament: Tournament;
    podium: Podium;
    bracket: Bracket;
    picture: ReplyFile | undefined;
    isHidden: boolean;
  },
  t: Translate,
): Post {
  const { bracket, isHidden, picture, podium, tournament } = view;
  const { final, runnerUp, third, winner } = podium;
  const name = tournamentMarkup(tournament, t);
  const result = outcomeOf(final);
  const cover = isHidden ? spoiler : (markup: string) => markup;
  const title = isHidden ? 'feed.champion.hidden' : 'feed.champion.text';
  return {
    content: lines(
      withRole(t(title, { winner: playerMarkup(winner, t), tournament: name }), view),
      result && t('feed.champion.final', { result: cover(resultLine({ match: final, result }, t)) }),
      runnerUp && t('feed.champion.runnerUp', { player: cover(playerMarkup(runnerUp, t)) }),
      third && t('feed.champion.third', { player: cover(playerMarkup(third, t)) }),
    ),
    // An embed shows its picture openly, whatever the file is called.
    embeds: isHidden
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
    rows: [[runButton(t('tournament.bracket'), 'bracket', { tournament: tournament.id })]],
    ...present({
      files: picture && [isHidden ? hiddenFile(picture, tournamentTitle(tournament, t)) : picture],
    }),
    ...roleMentions(view),
  };
}

/** A file that Discord covers. Its alt text stays readable, so it tells nothing. */
const hiddenFile = (file: ReplyFile, description: string): ReplyFile => ({
  ...file,
  name: `SPOILER_${file.name}`,
  description,
});

/** Invites players to link their accounts. It names nobody. */
export const linkCallPost = (tournament: Tournament, t: Translate): Post => ({
  content: t('feed.linkCall.text', { tournament: tournamentMarkup(tournament, t) }),
  rows: [[runButton(t('feed.linkCall.button'), 'link', {}, 'primary')]],
});

/** The platform took the end back. */
export const noChampionPost = (tournament: Tournament, t: Translate): Post => ({
  content: t('feed.champion.none', { tournament: tournamentMarkup(tournament, t) }),
  embeds: [],
  rows: [],
  files: [],
});
