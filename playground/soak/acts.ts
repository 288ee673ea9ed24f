import { ComponentType, type APIMessageTopLevelComponent } from 'discord.js';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { FinalAnswer, SentInteraction } from '../../tools/discord-stand-in/interactions/sent.ts';
import type { ActingMember } from '../../tools/discord-stand-in/people/acts.ts';
import { ClientRefusal } from '../../tools/discord-stand-in/people/client-refusal.ts';
import type { Random } from '../../tools/platform-stand-in/random.ts';
import type { Deed } from './ledger.ts';
import { PLACES } from './servers.ts';
import { profileDeed, registerDeed, scoreDeed } from './platform-record.ts';

/** One member in the middle of a soak. */
export interface Actor {
  member: ActingMember;
  playerId: string;
  /** Ids of players, and names of members, to ask about. */
  others: readonly string[];
  names: readonly string[];
  random: Random;
  note: (sent: SentInteraction, deed?: Deed) => Promise<FinalAnswer | undefined>;
  /** Not registered for yet; what is tried is taken out. */
  tournaments: string[];
  matchId: string;
  /** Never the same twice. */
  nextScore(): number;
  pause(): Promise<void>;
}

type SoakAct = (actor: Actor) => Promise<void>;

const says =
  (send: (actor: Actor) => SentInteraction): SoakAct =>
  async (actor) => {
    await actor.note(send(actor));
  };

const messageOf = (answer: FinalAnswer | undefined): ChatMessage | undefined =>
  answer?.kind === 'message' ? answer.message : undefined;

/** Ids of what can be pressed or chosen from, but for what writes or ends a link. */
function offered(components: readonly APIMessageTopLevelComponent[], type: ComponentType): string[] {
  return placedComponents(components).flatMap(({ component }) => {
    const { custom_id: id, disabled } = component;
    const harmless = typeof id === 'string' && !/^(register|unlink|link|score:confirm)/.test(id);
    return component['type'] === type && harmless && disabled !== true ? [id] : [];
  });
}

/** Goes on from an answer as people do: presses what it offers, chooses from it, fills in the form that opens. */
async function goOn(actor: Actor, answer: FinalAnswer | undefined): Promise<void> {
  const { member, note, random } = actor;
  const message = messageOf(answer);
  if (message === undefined) return;
  try {
    await actor.pause();
    const selects = offered(message.components, ComponentType.StringSelect);
    if (selects.length > 0 && random.next() < 0.4) {
      const id = random.pick(selects);
      await note(member.select(message, id, firstChoice(message, id)));
      return;
    }
    const buttons = offered(message.components, ComponentType.Button);
    if (buttons.length === 0) return;
    const pressed = member.press(message, random.pick(buttons));
    const next = await note(pressed);
    if (next?.kind !== 'modal') return;
    await actor.pause();
    if (next.modal.custom_id.startsWith('account')) {
      const name = `${member.name}, take ${actor.nextScore()}`;
      await note(member.submitModal(pressed, { name }), profileDeed(actor.playerId, name));
      return;
    }
    const values = next.modal.custom_id.startsWith('score') ? { first: '2', second: '1' } : { page: '2' };
    await note(member.submitModal(pressed, values));
  } catch (error) {
    // The message went away meanwhile: Discord's app does not let anybody press it.
    if (!(error instanceof ClientRefusal)) throw error;
  }
}

function firstChoice(message: ChatMessage, selectId: string): string {
  const select = placedComponents(message.components).find(
    ({ component }) => component['custom_id'] === selectId,
  );
  const [option]: unknown[] = Array.isArray(select?.component['options']) ? select.component['options'] : [];
  return typeof option === 'object' && option !== null && 'value' in option ? String(option.value) : '';
}

const walks =
  (send: (actor: Actor) => SentInteraction): SoakAct =>
  async (actor) => {
    await goOn(actor, await actor.note(send(actor)));
  };

const registers: SoakAct = async ({ member, playerId, tournaments, note }) => {
  const tournament = tournaments.pop();
  if (tournament === undefined) return;
  await note(member.slash('register', { tournament }), registerDeed(playerId, tournament));
};

const reportsScore: SoakAct = async (actor) => {
  const { member, matchId: match, note, random } = actor;
  const place = random.pick(PLACES);
  const first = actor.nextScore();
  const scores = { match, player1_score: first, player2_score: first + 1 };
  const question = messageOf(await note(member.slash('score', scores, { place })));
  // A failure has a button too, to try again.
  if (question === undefined || !JSON.stringify(question.components).includes('score:confirm')) return;
  await actor.pause();
  const label = random.next() < 0.85 ? 'Confirm' : 'Cancel';
  const deed = label === 'Confirm' ? { ...scoreDeed(match, first, first + 1), place } : undefined;
  await note(member.press(question, label), deed);
};

/** All that members do, and how often in comparison. */
export const ACTS: readonly { act: SoakAct; weight: number }[] = [
  { weight: 6, act: says(({ member }) => member.slash('rank')) },
  { weight: 3, act: says(({ member, others, random }) => member.slash('rank', { id: random.pick(others) })) },
  {
    weight: 2,
    act: says(({ member, names, random }) => member.slash('rank', { player: random.pick(names) })),
  },
  {
    weight: 2,
    act: says(({ member, names, random }) => member.userCommand('Show rank', random.pick(names))),
  },
  { weight: 1, act: says(({ member }) => member.slash('help')) },
  { weight: 1, act: says(({ member }) => member.slash('link')) },
  { weight: 1, act: says(({ member }) => member.slash('unlink')) },
  { weight: 2, act: walks(({ member }) => member.slash('account', {}, { place: 'dm' })) },
  { weight: 5, act: walks(({ member }) => member.slash('tournaments')) },
  { weight: 4, act: walks(({ member }) => member.slash('leaderboard')) },
  { weight: 2, act: walks(({ member }) => member.slash('leaderboard', { region: 'berlin' })) },
  { weight: 3, act: walks(({ member }) => member.slash('matches')) },
  { weight: 2, act: walks(({ member }) => member.slash('next')) },
  { weight: 2, act: walks(({ member, matchId }) => member.slash('match', { match: matchId })) },
  {
    weight: 3,
    act: walks(({ member, tournaments: [tournament = '71000'] }) =>
      member.slash('tournament', { tournament }),
    ),
  },
  { weight: 1, act: says(({ member }) => member.slash('bracket', { tournament: '2001' })) },
  {
    weight: 3,
    act: says(({ member }) => member.autocomplete('register', 'tournament', { tournament: 'cup' })),
  },
  { weight: 2, act: says(({ member }) => member.autocomplete('score', 'match')) },
  { weight: 1, act: says(({ member }) => member.autocomplete('leaderboard', 'region', { region: 'b' })) },
  { weight: 8, act: registers },
  { weight: 7, act: reportsScore },
];
