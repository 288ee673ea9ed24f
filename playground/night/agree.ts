import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../start.ts';
import { PLAYING, playersIn, type NightPlace } from './cast.ts';
import { buttonOf, componentOf, eventually } from './eventually.ts';

export interface Agreement {
  match: WorldMatch;
  place: NightPlace;
  channelId: string;
  signal: AbortSignal;
}

/** A match that a member other than the host can report. */
export const reportable = (
  round: readonly WorldMatch[],
  { host, members }: NightPlace,
): WorldMatch | undefined =>
  round.find(
    (match) =>
      match.state === 'running' && playersIn(match).some((name) => name !== host && members.includes(name)),
  );

/** A member reports their match, and the message that asks the other side stands. */
export async function askOther(
  { discord }: Pick<Playground, 'discord'>,
  { match, place, channelId, signal }: Agreement,
): Promise<{ name: string; score: string; question: ChatMessage }> {
  const name = playersIn(match).find((one) => one !== place.host && place.members.includes(one)) ?? '';
  const player = PLAYING.find((one) => one.discord === name)?.player;
  const isFirst = match.seats[0].playerId === player;
  const wins = Math.ceil(match.bestOf / 2);
  const [first, second] = isFirst ? [wins, 1] : [1, wins];
  const reporter = discord.member(name);
  const typed = { match: match.id, player1_score: first, player2_score: second };
  const asked = await reporter.slash('score', typed, { place: channelId }).answer();
  await reporter.press(asked, componentOf(asked, 'score:confirm')).answer();
  const question = await eventually(`the report of M${match.number}`, signal, () =>
    reporter.sees(channelId).find((one) => buttonOf(one, `score:agree:${match.id}:`)),
  );
  return { name, score: `${first} – ${second}`, question };
}

/**
 * Where both sides have to agree, a member reports their match; the host agrees as the other side, or else rules. Gives that in one
 * line.
 */
export async function agreeOn(
  { discord }: Pick<Playground, 'discord'>,
  agreement: Agreement,
): Promise<string> {
  const { match, place, signal } = agreement;
  const { name, question, score } = await askOther({ discord }, agreement);
  const host = discord.member(place.host);
  const answer = await host.press(question, componentOf(question, 'score:agree:')).answer();
  const rule = buttonOf(answer, `score:rule:${match.id}:`);
  if (rule !== undefined) {
    const form = host.press(answer, rule);
    await form.opened();
    await host.submitModal(form, { reason: 'Both are here.' }).answer();
  }
  await eventually(`the end of the report of M${match.number}`, signal, () =>
    match.state === 'finished' && discord.message(question.id)?.deleted === true ? true : undefined,
  );
  const how = rule === undefined ? 'agrees' : 'rules so';
  return `${name} reports M${match.number}: ${score}, and ${place.host} ${how}`;
}
