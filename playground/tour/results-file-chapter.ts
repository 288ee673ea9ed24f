import { startDuel } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { settle } from '../../tools/platform-stand-in/world/scores.ts';
import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import { TourError, type TourStage, type TourWorld } from './stage.ts';
import { until } from './waiting.ts';

/** A post comes with the next reading. */
const POST_MS = 90_000;
const NAME = 'Duel of the Year';
const [ANA, CHLOE] = ['Ana Conceição', 'Jürgen Weiß'];

interface FollowedDuel {
  match: WorldMatch;
  /** A post of its channel that shows this. */
  posted: (text: string) => ChatMessage | undefined;
}

/** A tournament that a channel follows while the tour goes on: its posts come with its readings. */
export async function followDuel(
  stage: TourStage,
  { discord, platform: { world } }: TourWorld,
): Promise<FollowedDuel> {
  const { say } = stage;
  const match = startDuel(world, { name: NAME, playerIds: [CAST.contender, CAST.rival], at: Date.now() });
  const about = { tournament: NAME, channel: '#match-night' };
  const preview = await stage.type(
    'Ana',
    'follow',
    { tournament: match.tournamentId, channel: 'match-night' },
    { says: [say('follow.preview', about)], sees: 'alone' },
    { channel: '#match-night' },
  );
  await stage.press('Ana', preview, say('follow.follow'), {
    says: [say('follow.done', about)],
    sees: 'alone',
  });
  const posted = (text: string): ChatMessage | undefined =>
    discord
      .member('Bruno')
      .sees('match-night')
      .find((message) => JSON.stringify(message).includes(text) && BigInt(message.id) > BigInt(preview.id));
  return { match, posted };
}

/** Its only match is over. */
export async function finishDuel(
  stage: TourStage,
  { discord, platform: { world } }: TourWorld,
  { match, posted }: FollowedDuel,
): Promise<void> {
  await until(discord, () => posted(NAME) !== undefined, POST_MS);
  stage.tell(`${NAME} has its live post by now. At the platform, Chloé wins it 4 to 2.`);
  settle(world, { match, scores: [2, 4], reporterId: CAST.rival, at: Date.now() });
}

/** An organizer takes the results home. */
export async function downloadResults(
  stage: TourStage,
  { discord }: TourWorld,
  { posted }: FollowedDuel,
): Promise<void> {
  const { say } = stage;
  stage.chapter('A file of the results');
  const button = say('follow.file.button');
  await until(discord, () => posted(button) !== undefined, POST_MS);
  const post = stage.show(posted(button), 'the end', {
    says: [NAME, CHLOE, button],
    sees: 'everybody',
  });
  const answer = await stage.press('Ana', post, button, {
    says: [say('follow.file.text', { tournament: NAME }), `▣ ${NAME}`],
    sees: 'alone',
  });
  const file = await fetch(answer.attachments[0]?.url ?? '').then((response) => response.text());
  const [header, row] = file.split('\r\n');
  stage.tell(`The file says:\n    ${header}\n    ${row}`);
  const expected = `,2,${ANA},,2,4,,${CHLOE},1,${CHLOE}`;
  if (row?.replaceAll(/<@\d+>/g, '').endsWith(expected) !== true)
    throw new TourError(`the file of results says ${row}, not …${expected}`);
}
