import { MINUTE_MS } from './clock.ts';
import { plainSpaces } from './read-message.ts';
import { mayBeNamed, mustBeNamed, type Person } from './person.ts';
import { type View } from './view.ts';

const AT_ONCE = 25;

/** A called player is reached once, as they chose; no one else is. */
export function judgeMentions(view: View): void {
  const { calls, follow, night, wrong } = view;
  const { people } = night.world;
  judgeOthers(view);
  for (const call of calls) {
    const pair = call.pair ?? [];
    const players = pair.flatMap((who) => people.ofPlayer(view.cup.playerId(who)) ?? []);
    for (const person of players) judgePerson(view, call, person);
    if (follow.leadsCalls === false && (call.post.mentions?.users ?? []).length > 0)
      wrong(call.at, `${call.names.join('-')}: mentioned in a second channel`);
  }
}

/** What mentions nobody, and what mentions no role. */
const SILENT: ReadonlySet<string> = new Set(['live', 'start', 'plans', 'desk', 'log', 'unknown']);
const TO_PLAYERS: ReadonlySet<string> = new Set(['call', 'closed', 'late', 'notice', 'results', 'thread']);

/** As a whole: P1 is not in P10, and P1x2 is a later name of P1. */
const isNamed = (text: string, name: string): boolean =>
  text
    .split(name)
    .slice(1)
    .some((rest) => !/^\d/.test(rest));

/** Nothing else mentions others than the players whom it names, or who won. */
function judgeOthers({ cup, night, told, wrong }: View): void {
  const { people } = night.world;
  for (const { at, post, text } of told) {
    const { roles = [], users = [] } = post.mentions ?? {};
    if (roles.length + users.length === 0) continue;
    const content = plainSpaces(post.content);
    const winner =
      text.kind === 'champion' || text.kind === 'new-winner' ? cup.playerOf(text.champion ?? '') : undefined;
    const may = people.all.filter(({ name, playerId }) =>
      text.kind === 'champion' || text.kind === 'new-winner'
        ? winner !== undefined && playerId === cup.playerId(winner)
        : !SILENT.has(text.kind) && isNamed(content, name),
    );
    const strangers = users.filter((id) => !may.some(({ discordId }) => discordId === id));
    const others = TO_PLAYERS.has(text.kind) ? roles : [];
    if (strangers.length + others.length > 0)
      wrong(at, `mentions ${[...strangers, ...others].join()}: ${post.content.split('\n')[0]}`);
  }
}

/** How often a call mentions a member: in its text, in its thread, or in a message instead of the thread. */
function mentionsFor(
  { follow, night, told }: View,
  call: View['calls'][number],
  { discordId, name }: Person,
): number {
  const inThread = night.world.changes.filter(
    ({ channelId, kind }) => channelId === call.id && kind === 'post',
  );
  const next = told.find(
    ({ at, text, post }) => at > call.at && text.kind === 'call' && post.content.includes(name),
  );
  const instead = told.filter(
    ({ at, channelId, kind, text, post }) =>
      channelId === follow.channelId &&
      kind === 'post' &&
      text.kind === 'instead' &&
      at >= call.at &&
      at < (next?.at ?? Infinity) &&
      call.names.every((one) => post.content.includes(one)),
  );
  return [call, ...inThread, ...instead].filter(({ post }) => post.mentions?.users?.includes(discordId))
    .length;
}

function judgePerson(view: View, call: View['calls'][number], person: Person): void {
  const { calls, cup, endedAt, follow, night, told, troubled, wrong } = view;
  const { discordId, how, isClosed, name } = person;
  const { guildId } = follow;
  const asChosen = how === 'mention' || (how === 'dm' && isClosed);
  const what = `${call.names.join('-')}, ${name} (${discordId})`;
  const times = mentionsFor(view, call, person);
  const until = call.at + 12 * MINUTE_MS;
  const mayBe = mayBeNamed(person, guildId, call.at, until);
  const mustBe = mustBeNamed(person, guildId, call.at, until);
  // A direct message that Discord refuses for long is replaced by the mention.
  const isHindered = troubled(call.at - 5 * MINUTE_MS, call.at + MINUTE_MS, ['discord', 'process', 'store']);
  if (times > 1) wrong(call.at, `${what}: mentioned ${times} times`);
  if (times > 0 && !(mayBe && (asChosen || (how === 'dm' && isHindered))))
    wrong(call.at, `${what}: mentioned although ${how}`);
  const isShort = told.some(
    ({ at, id, kind }) => id === call.id && kind === 'edit' && at - call.at < 12 * MINUTE_MS,
  );
  if (!cup.hasIds() || follow.leadsCalls !== true || isShort || endedAt - call.at < 12 * MINUTE_MS) return;
  if (troubled(call.at - 5 * MINUTE_MS, call.at + 12 * MINUTE_MS)) return;
  // As many as a server's minute has look-ups for; the others may be called by name.
  const atOnce = calls.filter((one) => Math.abs(one.at - call.at) < 3 * MINUTE_MS).length;
  if (mustBe && asChosen && times === 0 && atOnce <= AT_ONCE) wrong(call.at, `${what}: never mentioned`);
  if (!mustBe || how !== 'dm' || isClosed) return;
  const directs = night.world.changes.filter(
    ({ channelId, post }) =>
      channelId === `dm:${discordId}` && call.names.every((one) => post.content.includes(one)),
  );
  if (directs.length === 0) wrong(call.at, `${what}: no direct message`);
}
