import { isDeepStrictEqual } from 'node:util';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';
import { correctedScores } from '../../tools/platform-stand-in/world/night.ts';
import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../start.ts';
import { takeScreenshot } from '../tour/screenshot.ts';
import { playersIn, type NightPlace } from './cast.ts';
import { buttonOf, componentOf, eventually } from './eventually.ts';
import { ANY_NUMBER, patternOf, sayIn } from '../wording.ts';
import { isAbout } from './names.ts';

interface Dispute {
  match: WorldMatch;
  place: NightPlace;
  channelId: string;
  /** What the player says; another score of the same winner unless told. */
  scores?: [number, number];
  signal: AbortSignal;
}

/** The other one wins by as much. */
export function turnedScores({ scores }: Pick<WorldMatch, 'scores'>): [number, number] {
  const [first, second] = scores ?? [0, 0];
  return [second, first];
}

/** A result that a member can question and the host does not play in; the first one is corrected by the platform. */
export function disputable(
  round: readonly WorldMatch[],
  place: Pick<NightPlace, 'host' | 'members'>,
): WorldMatch | undefined {
  return round.slice(1).find((match) => claimantOf(match, place) !== undefined);
}

/** Who can dispute a result there; no one if the host plays in it. */
export function claimantOf(
  match: WorldMatch,
  { host, members }: Pick<NightPlace, 'host' | 'members'>,
): string | undefined {
  const playing = playersIn(match);
  return playing.includes(host) ? undefined : playing.find((name) => members.includes(name));
}

/** A player says that a result is wrong, with a screenshot, and the host rules for them. Gives that in one line. */
export async function disputeResult(
  { discord, platform }: Pick<Playground, 'discord' | 'platform'>,
  { match, place, channelId, scores = correctedScores(match), signal }: Dispute,
): Promise<string> {
  const say = sayIn(discord.guilds[0]?.locale);
  const score = patternOf(say('score.score', { first: ANY_NUMBER, second: ANY_NUMBER }));
  const name = claimantOf(match, place);
  if (name === undefined) throw new Error(`nobody here can question M${match.number}`);
  const claimant = discord.member(name);
  const host = discord.member(place.host);
  const [first, second] = scores;

  await eventually(`the result of M${match.number}`, signal, () =>
    claimant
      .sees(channelId)
      .find(({ content }) => score.test(content) && isAbout(content, match, platform.world)),
  );
  // A closed call has no buttons: the match has.
  const shown = await claimant.slash('match', { match: match.id }, { place: channelId }).answer();
  const form = claimant.press(shown, componentOf(shown, 'score:wrong:'));
  await form.opened();
  const screenshots = [await takeScreenshot(`${first} – ${second}`)];
  await claimant.submitModal(form, { first: String(first), second: String(second), screenshots }).answer();

  const call = await eventually('the message to the organizers', signal, () =>
    host.sees(place.organizers).find((one) => buttonOf(one, `score:rule:${match.id}:`) !== undefined),
  );
  const rule = placedComponents(call.components)
    .map(({ component }) => String(component['custom_id']))
    .find((id) => id.startsWith(`score:rule:${match.id}:`) && id.endsWith(`:${first}:${second}`));
  if (rule === undefined) throw new Error('no button rules so');
  const ruling = host.press(call, rule);
  await ruling.opened();
  const { content: answer } = await host.submitModal(ruling, { reason: 'Rewatched.' }).answer();
  await eventually(`the ruling on M${match.number} (${answer})`, signal, () =>
    isDeepStrictEqual(match.scores, [first, second]) ? true : undefined,
  );
  await eventually('the end of the call', signal, () =>
    discord.message(call.id)?.content === call.content ? undefined : true,
  );
  return `${name} says that M${match.number} was ${first} – ${second}, and ${place.host} rules so`;
}
