import type { APIAllowedMentions } from 'discord.js';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { isRecord } from '../../../tools/discord-stand-in/check/json.ts';
import type { SentInteraction } from '../../../tools/discord-stand-in/interactions/sent.ts';
import { startDuel } from '../../../tools/platform-stand-in/world/cup.ts';
import type { WorldMatch } from '../../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../../../playground/start.ts';
import { takeScreenshot } from '../../../playground/tour/screenshot.ts';
import { CAST, linked } from '../../support/members.ts';
import { until } from '../../support/until.ts';

/** Who plays, who organizes here and on the platform, and who does neither. */
const PLAYER = { Ana: CAST.contender, Chloé: CAST.rival, Bruno: CAST.organizer, 'Guest 1': '1101' };
type Name = keyof typeof PLAYER;
export type Score = readonly [number, number];

/** A write as the platform saw it: who, and which score. */
export const written = (who: Name, [first, second]: Score) => `${PLAYER[who]} ${first}-${second}`;

/** What one press does to a duel. `writes`: what it writes to the platform. */
export interface DuelStep {
  what: string;
  /** `times`: so many times at once. */
  run: (times: number) => Promise<void>;
  writes?: string;
}

/** A server with results, over any number of replicas: duels of Ana and Chloé, which Bruno organizes. */
export async function openDuels(world: Playground) {
  const { discord, platform } = world;
  const member = (name: Name) => discord.member(name);
  const writes = new Map<string, string[]>();
  platform.onWire(({ method, path, who, requestBody }) => {
    const [, matchId] = /^\/v1\/matches\/([^/]+)\/score$/.exec(path) ?? [];
    if (method !== 'POST' || matchId === undefined) return;
    const { player1_score: first, player2_score: second } = JSON.parse(requestBody) as Record<string, number>;
    const list = writes.get(matchId) ?? [];
    list.push(`${who.replace('player ', '')} ${first}-${second}`);
    writes.set(matchId, list);
  });
  const mentions: { content: string; allowed: APIAllowedMentions | undefined }[] = [];
  discord.onEvent((event) => {
    if (event.type !== 'wire' || event.entry.via !== 'rest') return;
    const { request, method } = event.entry;
    const body = isRecord(request) && isRecord(request['data']) ? request['data'] : request;
    if (!['POST', 'PATCH'].includes(method) || !isRecord(body) || typeof body['content'] !== 'string') return;
    // Discord has checked its form.
    mentions.push({
      content: body['content'],
      allowed: body['allowed_mentions'] as APIAllowedMentions | undefined,
    });
  });
  for (const [name, player] of Object.entries(PLAYER)) await linked(world, name, player);
  const panel = await member('Ana').slash('settings').answer();
  await member('Ana').select(panel, 'Organizer role: none', ['Organizer']).answer();
  await member('Ana').select(panel, 'Log channel: none', ['organizers']).answer();

  return {
    member,
    mentions,
    async setAgreement(agreement: string): Promise<void> {
      const opened = await member('Ana').slash('settings').answer();
      const page = await member('Ana').press(opened, 'Results').answer();
      await member('Ana').select(page, 'Agreement', agreement).answer();
    },
    duel: (name: string) => {
      const match = startDuel(platform.world, {
        name,
        playerIds: [CAST.contender, CAST.rival],
        at: Date.now(),
      });
      return duelOf(name, match, { world, writes: () => writes.get(match.id) ?? [] });
    },
  };
}
export type Duel = ReturnType<Awaited<ReturnType<typeof openDuels>>['duel']>;

interface Scene {
  world: Playground;
  writes: () => readonly string[];
}

function duelOf(name: string, match: WorldMatch, { world: { discord }, writes }: Scene) {
  const member = (who: Name) => discord.member(who);
  const about = (place: string) => (): ChatMessage[] =>
    member('Bruno')
      .sees(place)
      .filter(({ content, visibleTo }) => visibleTo === null && content.includes(name));
  const posts = about('general');
  const calls = () => about('organizers')().filter(({ content }) => /needs you|Settled/.test(content));
  let answer: ChatMessage | undefined;
  let form: SentInteraction | undefined;

  /** Sends the same so many times at once, and keeps the answer that is not a refusal. */
  async function all(times: number, says: string | RegExp, send: () => SentInteraction): Promise<void> {
    const answers = await Promise.all(Array.from({ length: times }, () => send().answer()));
    const fits = ({ content }: ChatMessage) => content.match(says) !== null;
    answer = answers.find(fits);
    if (answer === undefined)
      throw new Error(
        `${name}: nobody reads ${String(says)}, but ${answers.map((one) => one.content).join(' | ')}`,
      );
  }

  const press = (
    who: Name,
    label: string,
    says: string | RegExp,
    on: () => ChatMessage | undefined,
  ): DuelStep => ({
    what: `${who} presses ${label}`,
    async run(times) {
      await until(`${name}: the button ${label}`, () =>
        JSON.stringify(on()?.components ?? '').includes(label),
      );
      const message = on()!;
      await all(times, says, () => member(who).press(message, label));
    },
  });
  const open = (who: Name, label: string, on: () => ChatMessage | undefined): DuelStep => ({
    what: `${who} opens the form of ${label}`,
    async run() {
      await until(`${name}: the button ${label}`, () =>
        JSON.stringify(on()?.components ?? '').includes(label),
      );
      form = member(who).press(on()!, label);
      await form.opened();
    },
  });
  const post = () => posts().at(-1);
  const call = () => calls().at(-1);
  const submit = (
    who: Name,
    says: string | RegExp,
    fields: Parameters<ReturnType<typeof member>['submitModal']>[1],
  ) => ({
    what: `${who} sends the form`,
    run: (times: number) => all(times, says, () => member(who).submitModal(form!, fields)),
  });

  return {
    name,
    match,
    /** What the platform should have been told so far. */
    expected: [] as string[],
    posts,
    calls,
    post,
    call,
    writes,
    press,
    open,
    submit,
    answer: () => answer,
    writing: (who: Name, score: Score, step: DuelStep): DuelStep => ({
      ...step,
      writes: written(who, score),
    }),
    /** Types the score, which shows a question. */
    asks: (who: Name, [player1_score, player2_score]: Score): DuelStep => ({
      what: `${who} types ${player1_score}-${player2_score}`,
      async run() {
        answer = await member(who).slash('score', { match: match.id, player1_score, player2_score }).answer();
      },
    }),
    confirms: (who: Name, says: string | RegExp) => press(who, 'Confirm', says, () => answer),
    /** "That's wrong", with another score and a picture. */
    disputes: async (who: Name, [first, second]: Score): Promise<DuelStep[]> => {
      const screenshots = [await takeScreenshot(`${first} – ${second}`)];
      const fields = { first: String(first), second: String(second), screenshots };
      return [open(who, "That's wrong", post), submit(who, 'The organizers have both scores', fields)];
    },
    rules: (label: string, says: string | RegExp, more: Record<string, string> = {}): DuelStep[] => [
      open('Bruno', label, call),
      submit('Bruno', says, { reason: 'I saw it.', ...more }),
    ],
  };
}
