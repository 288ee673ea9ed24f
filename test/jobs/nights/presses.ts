import { renderReply, type Message } from '../../../src/message/render.ts';
import type { PostedMessage } from '../../support/night-discord.ts';
import { press, slash, submit } from '../../support/interactions.ts';
import {
  clockOf,
  DISCORD_RECOVERY_MS,
  MINUTE_MS,
  nameAt,
  SECOND_MS,
  type Night,
  type NightServer,
} from './context.ts';
import type { Trouble } from '../../../tools/judge/night.ts';
import { mayBeNamed, mustBeNamed, type Person } from '../../../tools/judge/person.ts';
import type { Truth } from './truth.ts';

type Body = Message['body'];
type PlayedScores = readonly [number, number];

/** Where a member uses the bot, and who. */
export interface Use {
  server: NightServer;
  channelId: string;
  person: Person;
}

interface Face {
  label?: string;
  custom_id?: string;
}

/** Who is not in a server sees none of its messages. */
export const isIn = ({ guildIds }: Person, { guildId }: NightServer): boolean => guildIds.includes(guildId);

const buttonIn = ({ components = [] }: Pick<Body, 'components'>, label: string): string | undefined =>
  (components as { components?: Face[] }[])
    .flatMap((row) => row.components ?? [])
    .find((one) => one.label?.startsWith(label) === true)?.custom_id;

async function buttonOf({ post }: PostedMessage, label: string): Promise<string | undefined> {
  const sent = post as { components?: Body['components'] };
  if (sent.components !== undefined) return buttonIn(sent, label);
  const { body } = await renderReply(post, { tickets: { keep: () => Promise.resolve('none') } });
  return buttonIn(body, label);
}

const placeOf = ({ server, channelId }: Use) => ({ guild_id: server.guildId, channel_id: channelId });
const whoIs = ({ person, server }: Use) => ({
  userId: person.discordId,
  ...(person.playerId === 'olga' && { roles: [server.settings.organizerRoleId ?? ''] }),
});

async function pressButton(
  night: Night,
  use: Use,
  customId: string,
  isOwn: boolean,
): Promise<Body | undefined> {
  const { discordId: ownerId } = use.person;
  const how = { ...whoIs(use), ...(isOwn && { ownerId, ephemeral: true }) };
  return (await night.world.interact({ ...press(customId, how), ...placeOf(use) })).at(-1);
}

/** Presses a button of an answer that only its caller sees. */
export async function pressNamed(
  night: Night,
  use: Use,
  body: Body | undefined,
  label: string,
): Promise<Body | undefined> {
  const customId = body && buttonIn(body, label);
  return customId === undefined ? body : pressButton(night, use, customId, true);
}

/** Opens a form, and sends it. */
async function fill(
  night: Night,
  use: Use,
  customId: string,
  fields: Record<string, string>,
): Promise<Body | undefined> {
  const form = (await pressButton(night, use, customId, false)) as { custom_id?: string } | undefined;
  if (form?.custom_id === undefined) return form as Body | undefined;
  const sent = submit(form.custom_id, fields, { ...whoIs(use), ownerId: use.person.discordId });
  return (await night.world.interact({ ...sent, ...placeOf(use) })).at(-1);
}

const textOf = (body: Body | undefined): string =>
  [body?.content, ...(body?.embeds ?? []).flatMap(({ title, description }) => [title, description])]
    .filter((text) => text !== undefined)
    .join(' / ');

/** By the sides as they are shown. */
const shownScores = (cup: Truth, at: number, [first, second]: PlayedScores): PlayedScores =>
  cup.isTurned(at) ? [second, first] : [first, second];

/** /score, and Confirm. Gives the last answer. */
async function report(night: Night, use: Use, matchId: string, [player1_score, player2_score]: PlayedScores) {
  const typed = slash('score', { match: matchId, player1_score, player2_score }, whoIs(use));
  const question = (await night.world.interact({ ...typed, ...placeOf(use) })).at(-1);
  const confirm = question && buttonIn(question, 'Confirm');
  return confirm === undefined ? question : pressButton(night, use, confirm, true);
}

const isTroubled = ({ troubles, world }: Night, kinds: readonly string[]): boolean =>
  troubles.some(({ kind, from, to }) => kinds.includes(kind) && from <= world.now() && to >= world.now());

/** Times in which an answer may be lost, or say that something failed. */
const UNSURE: readonly Trouble['kind'][] = ['platform', 'store', 'discord', 'clock', 'process'];

const isUnsure = (night: Night): boolean => night.world.isAnswererDead() || isTroubled(night, UNSURE);

const isPlayed = (cup: Truth, at: number, scores: PlayedScores): boolean =>
  cup.playedAt(at)?.scores?.join() === scores.join();

/** So long after a process that died of a press, another one has told what came of it: it starts, owns, and is let by Discord. */
const FINISHED_MS = DISCORD_RECOVERY_MS + MINUTE_MS;

/** What the platform accepted is posted in the server, even after a kill. */
function expectFinished(night: Night, { server }: Use, cup: Truth, at: number, scores: PlayedScores): void {
  const { faults, later, world } = night;
  if (!world.isAnswererDead() || !isPlayed(cup, at, scores)) return;
  const from = world.now();
  const names = (cup.pairAt(at) ?? []).map((who) => cup.nameOfPlayer(who));
  later(FINISHED_MS, () => {
    if (!isPlayed(cup, at, scores) || night.troubles.some((one) => one.kind !== 'process' && one.to >= from))
      return;
    const isTold = world.messages.some(
      ({ channelId, texts }) =>
        channelId.startsWith(server.guildId) &&
        texts.some((text) => /\s–\s/.test(text) && names.every((name) => text.includes(name))),
    );
    if (!isTold) faults.push(`${clockOf(from)} ${nameAt(cup, at)}: nobody finished what a process died of`);
  });
}

/** In a server that the tournament does not concern, what waits in another server of the presser's is not overwritten. */
const isHeldElsewhere = (
  { follows }: Night,
  { server }: Use,
  cup: Truth,
  answer: Body | undefined,
): boolean =>
  textOf(answer).startsWith('This result belongs to a server of yours') &&
  !follows.some((one) => one.guildId === server.guildId && one.cup === cup);

/** A score by one side's word alone; sometimes the other side disputes it, and an organizer rules. */
async function reportAtOnce(
  night: Night,
  use: Use,
  cup: Truth,
  at: number,
  scores: PlayedScores,
): Promise<void> {
  const { faults, tell, world } = night;
  const { id } = cup.viewAt(at, world.now());
  night.about('report');
  tell(`${use.person.name} reports ${nameAt(cup, at)} ${scores.join('-')} in ${use.channelId}`);
  const answer = await report(night, use, id, shownScores(cup, at, scores));
  expectFinished(night, use, cup, at, scores);
  if (isPlayed(cup, at, scores) || isUnsure(night) || isHeldElsewhere(night, use, cup, answer)) return;
  // Without states, nobody knows that the match of a ruling is open again.
  if (!cup.dialect.phases && textOf(answer).startsWith('An organizer has ruled')) return;
  faults.push(
    `${clockOf(world.now())} ${nameAt(cup, at)}: a report in server ${use.server.guildId} was refused: ${textOf(answer)}`,
  );
}

/** A proposal stands alone, asks the other side, and names the right winner. */
function judgeProposal(
  { faults, world }: Night,
  { server }: Use,
  rival: Person,
  cup: Truth,
  at: number,
  message: PostedMessage | undefined,
  scores: PlayedScores,
): void {
  const wrong = (text: string) =>
    void faults.push(`${clockOf(world.now())} proposal of ${nameAt(cup, at)}: ${text}`);
  if (message === undefined) return wrong('nothing was posted');
  const text = message.texts.at(-1) ?? '';
  const [posted, ...edits] = world.changes.filter(({ id }) => id === message.id);
  const isAsked = posted?.post.mentions?.users?.includes(rival.discordId) === true;
  const { guildId } = server;
  const isWrong = isAsked
    ? !mayBeNamed(rival, guildId, world.now())
    : mustBeNamed(rival, guildId, world.now());
  // An edit adds no mention, and what it edits may be old.
  if (isWrong && edits.length === 0) wrong(`the other side is ${isAsked ? '' : 'not '}asked: ${text}`);
  if (text.includes('Corrected')) wrong(`it is called corrected: ${text}`);
  const pair = cup.pairAt(at) ?? [0, 0];
  const winner = scores[0] === scores[1] ? undefined : cup.nameOfPlayer(pair[scores[0] > scores[1] ? 0 : 1]);
  const [, bold] = /\*\*([A-Z]\d+(?:x\d+)?)\*\*/.exec(text.split('\n')[0] ?? '') ?? [];
  if (winner !== undefined && bold !== undefined && bold !== winner)
    wrong(`${bold} is bold, not ${winner}: ${text}`);
}

/** A score to which the other side has to agree. */
async function propose(
  night: Night,
  use: Use,
  rival: Person,
  cup: Truth,
  at: number,
  scores: PlayedScores,
): Promise<void> {
  const { chance, faults, pass, seconds, tell, world } = night;
  const { id } = cup.viewAt(at, world.now());
  const before = new Map(world.messages.map((one) => [one.id, one.texts.length]));
  const instance = `${use.server.guildId}:${cup.id}:${nameAt(cup, at)}`;
  night.about('proposal');
  tell(`${use.person.name} proposes ${nameAt(cup, at)} ${scores.join('-')} in ${use.channelId}`);
  const answer = await report(night, use, id, shownScores(cup, at, scores));
  await pass(8 * SECOND_MS);
  // Proposed again, it is edited where it stands.
  const message = world.messages.find(
    ({ channelId, id: messageId, texts }) =>
      !world.threads.has(channelId) &&
      texts.length > (before.get(messageId) ?? 0) &&
      /is this right|It counts once/.test(texts.at(-1) ?? ''),
  );
  const isCalm = !isUnsure(night);
  if (isCalm && /Reported/.test(textOf(answer))) judgeProposal(night, use, rival, cup, at, message, scores);
  if (message === undefined) return;
  night.proposals.add(instance);
  await pass(seconds(5, 120));
  const confirm = await buttonOf(message, 'Confirm');
  const canPress = rival.isLinked && isIn(rival, use.server) && world.messages.includes(message);
  if (!canPress || confirm === undefined || (chance.is(0.3) && !night.wants('confirmation'))) return;
  night.about('confirmation');
  tell(`${rival.name} confirms`);
  const agreed = await pressButton(night, { ...use, person: rival }, confirm, false);
  expectFinished(night, use, cup, at, scores);
  if (isPlayed(cup, at, scores)) return void night.proposals.delete(instance);
  if (isCalm && !isUnsure(night) && !isHeldElsewhere(night, use, cup, agreed))
    faults.push(`${clockOf(world.now())} ${nameAt(cup, at)}: a confirmation was refused: ${textOf(agreed)}`);
}

/** The other side says that a result is wrong, and an organizer rules. */
async function dispute(night: Night, cup: Truth, at: number): Promise<void> {
  const { chance, pass, seconds, servers, show, tell, world } = night;
  const played = cup.playedAt(at);
  const loser = cup.pairAt(at)?.find((who) => who !== played?.winner);
  const person = world.people.ofPlayer(cup.playerId(loser ?? -1));
  const olga = world.people.ofPlayer('olga');
  const name = cup.nameOfPlayer(loser ?? -1);
  const message = world.messages.findLast(
    ({ isPress, post }) => isPress === true && post.content.includes(name) && /\s–\s/.test(post.content),
  );
  const server = servers.find(({ guildId }) => message?.channelId.startsWith(guildId));
  const wrong = message && (await buttonOf(message, "That's wrong"));
  if (wrong === undefined || server === undefined || olga === undefined) return;
  if (played?.scores === undefined || message === undefined) return;
  if (!person?.isLinked || !isIn(person, server)) return;
  const claim = shownScores(cup, at, played.scores).toReversed();
  const [first, second] = claim.map(String);
  const use = { server, channelId: message.channelId, person };
  night.about('dispute');
  tell(`${person.name} disputes ${nameAt(cup, at)}`);
  await fill(night, use, wrong, { first: first ?? '', second: second ?? '' });
  await pass(seconds(10, 90));
  const call = world.messages.findLast(({ post }) => /needs you: .*different score/.test(post.content));
  const rule = call && (await buttonOf(call, `Rule for ${name}`));
  if (call === undefined || rule === undefined) return;
  night.about('ruling');
  tell(`olga rules for ${name}`);
  const asOlga = { server, channelId: call.channelId, person: olga };
  await fill(night, asOlga, rule, { reason: 'Seen.' });
  // Without its state, it is unknown whether it is open again.
  if (!cup.dialect.phases || !chance.is(0.5)) return;
  await pass(seconds(60, 120));
  if (cup.playedAt(at) === undefined) return;
  tell(`undoes ${nameAt(cup, at)}, which is played again`);
  cup.undo(at);
  show();
  await pass(seconds(60, 120));
  const isOn = cup.open().includes(at) && cup.phase() === 'running';
  if (isOn && !isTroubled(night, ['platform', 'store', 'clock']))
    await reportAtOnce(night, use, cup, at, played.scores);
}

/** One of the players reports a match through the bot. `false` if neither can. */
export async function reportByMember(
  night: Night,
  cup: Truth,
  at: number,
  scores: PlayedScores,
): Promise<boolean> {
  const { chance, follows, servers, world } = night;
  const match = cup.viewAt(at, world.now());
  const pair = cup.pairAt(at);
  if (match.id === '' || !cup.dialect.playerIds || pair === undefined) return false;
  if (cup.playedAt(at) !== undefined || !cup.open().includes(at) || cup.phase() !== 'running') return false;
  if (isTroubled(night, ['platform', 'store', 'clock'])) return false;
  const [person, rival] = chance.shuffled(
    pair.flatMap((who) => world.people.ofPlayer(cup.playerId(who)) ?? []),
  );
  const server = chance.pick(servers);
  if (!person?.isLinked || !isIn(person, server) || rival === undefined) return false;
  const followed = follows.filter((one) => one.cup === cup && one.guildId === server.guildId);
  const channelId = followed.length > 0 && chance.is(0.7) ? chance.pick(followed).channelId : server.lobbyId;
  const use = { server, channelId, person };
  // What waits for a word in one of their servers is settled there.
  const isProposed = servers.some(({ guildId }) =>
    night.proposals.has(`${guildId}:${cup.id}:${nameAt(cup, at)}`),
  );
  if (isProposed) return false;
  if (server.settings.agreement === 'both') await propose(night, use, rival, cup, at, scores);
  else {
    await reportAtOnce(night, use, cup, at, scores);
    await night.pass(night.seconds(5, 60));
    const isWished = night.wants('dispute') || night.wants('ruling');
    if (server.settings.agreement === undefined && (isWished || chance.is(0.5)))
      await dispute(night, cup, at);
  }
  return true;
}
