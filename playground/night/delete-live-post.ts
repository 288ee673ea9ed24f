import type { Playground } from '../start.ts';
import type { NightPlace } from './cast.ts';
import { buttonOf, eventually } from './eventually.ts';

/** The server's owner deletes the live post under way, and the bot makes it anew. Gives that in one line. */
export async function deleteLivePost(
  { discord }: Pick<Playground, 'discord'>,
  { place, channelId, signal }: { place: NightPlace; channelId: string; signal: AbortSignal },
): Promise<string> {
  const owner = discord.member(place.owner);
  const standing = () => owner.sees(channelId).filter((one) => buttonOf(one, 'score:mine:') !== undefined);
  const live = await eventually('the live post', signal, () => standing()[0]);
  owner.deleteMessage(live);
  return `${place.owner} deletes the live post`;
}
