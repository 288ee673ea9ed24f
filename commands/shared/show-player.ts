import type { Context } from './define.ts';
import { because, isUnknownId } from '../../src/bot/failures.ts';
import type { ChosenUser } from '../../src/bot/options.ts';
import { calledSo, searchedName } from '../../src/bot/typed-names.ts';
import { fold } from '../../src/words/fold.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import { matching } from './choices.ts';
import { knownPlayers } from './known-players.ts';
import { playerOf } from './players.ts';

interface Show {
  /** The command to run with the chosen id. */
  command: 'rank' | 'matches';
  /** `member`: the Discord id of the member who was chosen. */
  show: (playerId: string, member?: string) => Promise<Reply>;
}

/** Shows the player of a member, or the caller's own. Throws `ReplyError` if there is none. */
export async function showMember(
  context: Context,
  member: ChosenUser | undefined,
  { command, show }: Show,
): Promise<Reply> {
  const playerId = await playerOf(context, member, { bot: context.callerT(`rank.bots.${command}`) });
  return show(playerId, member?.discordId).catch(because(['not-found'], context.callerT('rank.gone')));
}

/**
 * Shows a player by id, or else by their whole name or a part of it that matches one player. Throws `ReplyError` with the matches
 * to choose from, or with how to get an id.
 */
async function showTyped(
  context: Context,
  typed: string,
  { command, show: showPlayer }: Show,
): Promise<Reply> {
  const { callerT, self } = context;
  const show = async (playerId: string): Promise<Reply> => {
    // It may be the caller's own id.
    await self.check(playerId);
    return showPlayer(playerId);
  };
  try {
    return await show(typed);
  } catch (error) {
    if (!isUnknownId(error)) throw error;
  }
  const candidates = await knownPlayers(context);
  const namesakes = candidates.filter(({ folded }) => folded === fold(typed));
  const found = matching(namesakes.length > 0 ? namesakes : candidates, { ...context, typed });
  // A suggestion's own text has facts behind the name.
  const results =
    found.length > 0
      ? found
      : calledSo(matching(candidates, { ...context, t: callerT, typed: searchedName(typed) }), typed);
  const [first] = results;
  const queryMarkup = escapeMarkup(typed, 60);
  if (first === undefined)
    throw new ReplyError('player-unknown', callerT('rank.unknownPlayer', { typed: queryMarkup }));
  if (results.length === 1) return show(first.value);
  const options = results.map(({ name, value }) => ({ label: name, value }));
  throw new ReplyError('several-players', {
    content: callerT('rank.several', { typed: queryMarkup }),
    rows: [
      {
        kind: 'select',
        action: `${command}:run`,
        args: ['id'],
        placeholder: callerT('rank.choose'),
        options,
      },
    ],
  });
}

/** Shows the player of the options `player` or `id`, or the caller's own. Throws `ReplyError` if both are given. */
export async function showChosen(
  context: Context & { options: { player?: ChosenUser; id?: string } },
  how: Show,
): Promise<Reply> {
  const { player, id } = context.options;
  if (player !== undefined && id !== undefined)
    throw new ReplyError('two-players', context.callerT('rank.oneOfBoth'));
  return id === undefined ? showMember(context, player, how) : showTyped(context, id, how);
}
