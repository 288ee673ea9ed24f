import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../start.ts';
import { HOST, ORGANIZERS, PLAYING } from './cast.ts';
import { buttonOf, componentOf, eventually } from './eventually.ts';

interface HelpCall {
  bracket: readonly WorldMatch[];
  channelId: string;
  signal: AbortSignal;
}

/** A member whose match is called asks the organizers for help; the host takes that and resolves it. Gives that in one line. */
export async function askForHelp(
  { discord }: Pick<Playground, 'discord'>,
  { bracket, channelId, signal }: HelpCall,
): Promise<string> {
  const host = discord.member(HOST);
  const callOf = ({ id, seats }: WorldMatch) => {
    const player = PLAYING.find(
      (one) => one.discord !== HOST && seats.some(({ playerId }) => playerId === one.player),
    );
    const shown = player && host.sees(channelId).find((one) => buttonOf(one, `follow:help:${id}:`));
    return player && shown && { member: discord.member(player.discord), shown };
  };
  const { member, shown } = await eventually("a call of a member's match", signal, () =>
    bracket.map(callOf).find((found) => found !== undefined),
  );
  await member.press(shown, componentOf(shown, 'follow:help:')).answer();
  const call = await eventually('the call for help', signal, () =>
    host.sees(ORGANIZERS).find((one) => buttonOf(one, 'follow:take:') && one.content.includes(member.id)),
  );
  await host.press(call, componentOf(call, 'follow:take:')).answer();
  await host.press(call, componentOf(call, 'follow:resolve:')).answer();
  await eventually('the end of the call for help', signal, () =>
    discord.message(call.id)?.components.length === 0 ? true : undefined,
  );
  return `${member.name} asks for help, and ${HOST} takes care of it`;
}
