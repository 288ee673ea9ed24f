import { slash } from '../../support/interactions.ts';
import type { Night } from './context.ts';
import { isIn, pressNamed, type Use } from './presses.ts';
import type { Person } from '../../../tools/judge/person.ts';

export const PRIVACY_ACTS = ['hide', 'show', 'unlink', 'erase'] as const;
type PrivacyAct = (typeof PRIVACY_ACTS)[number];

/** What a member types, and then presses. */
const STEPS: Record<PrivacyAct, { command: string; labels: readonly string[] }> = {
  hide: { command: 'privacy', labels: ['Hide me'] },
  show: { command: 'privacy', labels: ['Show me'] },
  unlink: { command: 'unlink', labels: ['Unlink'] },
  erase: { command: 'privacy', labels: ['Delete everything', 'Delete everything'] },
};

const mayDo = ({ isHidden, isLinked }: Person, act: PrivacyAct): boolean =>
  isLinked && (act === 'show' ? isHidden : act === 'hide' ? !isHidden : true);

/** A player hides, is shown again, unlinks or deletes everything, while the tournament goes on. */
export async function changePrivacy(night: Night): Promise<void> {
  const { cups, extras, servers, tell, world } = night;
  const act = PRIVACY_ACTS.find(night.wants) ?? extras.pick(PRIVACY_ACTS);
  const players = cups.flatMap((cup) =>
    cup.names.flatMap((_, who) => world.people.ofPlayer(cup.playerId(who)) ?? []),
  );
  const people = players.filter((one) => mayDo(one, act) && servers.some((server) => isIn(one, server)));
  if (people.length === 0 || world.stores.control.down) return;
  const person = extras.pick(people);
  const server = extras.pick(servers.filter((one) => isIn(person, one)));
  const use: Use = { server, channelId: server.lobbyId, person };
  const { command, labels } = STEPS[act];
  tell(`${person.name} (${person.discordId}) presses ${act}`);
  night.about(act);
  const from = world.now();
  const typed = {
    ...slash(command, {}, { userId: person.discordId }),
    guild_id: server.guildId,
    channel_id: server.lobbyId,
  };
  let body = (await world.interact(typed)).at(-1);
  for (const label of labels) body = await pressNamed(night, use, body, label);
  // Whoever stopped or died of it has said nothing.
  const { content = '' } = body ?? {};
  const isDone = content !== '' && !/went wrong|try again|can't reach/i.test(content);
  const next = {
    isHidden: act === 'hide' || (act === 'show' ? false : person.isHidden),
    isLinked: act === 'hide' || act === 'show',
  };
  // What is said to have failed may be half done, until it is tried again.
  world.people.change(person, next, { from, to: isDone ? world.now() : Infinity });
}
