import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { WorldTournament } from '../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../start.ts';
import { Browser } from '../tour/browser.ts';
import { goThroughLinking, linkAddress } from '../tour/link-member.ts';
import { componentOf } from './eventually.ts';

type World = Pick<Playground, 'discord'>;

/** Members who play, and the players whom they are at the platform. */
export const PLAYING = [
  { discord: 'Ana', player: CAST.contender },
  { discord: 'Bruno', player: CAST.rival },
  { discord: 'Chloé', player: CAST.newcomer },
] as const;
export const PLAYER_IDS = PLAYING.map(({ player }) => player);

/** Discord ids of those members, by player. */
export const memberIds = ({ discord }: World): Record<string, string> =>
  Object.fromEntries(PLAYING.map((one) => [one.player, discord.member(one.discord).id]));

/** Who owns the server, and who has its organizer role. */
const OWNER = 'Ana';
export const HOST = 'Bruno';
export const ORGANIZERS = 'organizers';
export const HOST_PLAYER = CAST.rival;
const EVENT_HOURS = '2';

/** Each member links in a browser of their own; in direct messages, where the channel is not filled with it. */
export async function linkPlayers({ discord }: World): Promise<void> {
  for (const person of PLAYING) {
    const answer = await discord.member(person.discord).slash('link', {}, { place: 'dm' }).answer();
    const last = await goThroughLinking(new Browser(), linkAddress(answer), person);
    if (last.status !== 200)
      throw new Error(`${person.discord} could not link: ${last.status} ${last.heading}`);
  }
}

/** The owner says who organizes; an organizer lets a channel follow the tournament, with everything that can be switched. */
export async function followTournament(
  { discord }: World,
  { id }: WorldTournament,
  channel: string,
): Promise<void> {
  const owner = discord.member(OWNER);
  const panel = await owner.slash('settings', {}, { place: ORGANIZERS }).answer();
  const saved = await owner
    .select(panel, componentOf(panel, 'settings:organizerRole'), ['Organizer'])
    .answer();
  await owner.select(saved, componentOf(saved, 'settings:logChannel'), [ORGANIZERS]).answer();
  const host = discord.member(HOST);
  const preview = await host.slash('follow', { tournament: id }, { place: channel }).answer();
  const asked = host.press(preview, componentOf(preview, 'follow:form'));
  await asked.opened();
  const planned = await host.submitModal(asked, { hours: EVENT_HOURS }).answer();
  await host.press(planned, componentOf(planned, 'follow:start')).answer();
}
