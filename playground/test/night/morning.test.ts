import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { createWorld } from '../../../tools/platform-stand-in/world/create-world.ts';
import { startDuel } from '../../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../../tools/platform-stand-in/world/players.ts';
import { reportScore } from '../../../tools/platform-stand-in/world/scores.ts';
import { deskFaults, seasonFaults, turnedScores } from '../../night/morning.ts';
import { wordingIn } from '../../night/wording.ts';
import { sayIn } from '../../wording.ts';
import { chatMessage } from '../support/chat-message.ts';

const at = Date.UTC(2027, 0, 10, 8);
const wording = wordingIn('en-US');

const post = (content: string, description?: string): ChatMessage =>
  chatMessage({ content, createdAt: at, embeds: description === undefined ? [] : [{ description }] });

test('the season begins with who won the corrected final', () => {
  const world = createWorld({ seed: 1, startsAt: at });
  const final = startDuel(world, { name: 'Final', playerIds: [CAST.contender, CAST.rival], at });
  reportScore(world, { match: final, scores: [4, 2], reporterId: CAST.organizer, at });
  const [winner, loser] = [CAST.contender, CAST.rival].map((id) => world.players.get(id)?.name ?? '');
  const season = post(
    '-# Updated after each winner',
    `#1 **${winner}** 1 win\n#2 **${loser}**\n\nLatest: Owl Cup`,
  );
  const older = post('-# Updated after each winner', `#1 **${winner}** 1 win\n#2 **${loser}**`);
  const judge = (...posts: ChatMessage[]) =>
    seasonFaults({ wording, world, final, posts, latest: 'Owl Cup' });
  expect(judge(season)).toEqual([]);
  expect(judge()).toEqual(['there are 0 posts of the season instead of one']);
  expect(judge(season, season)).toEqual(['there are 2 posts of the season instead of one']);
  expect(judge(season, { ...season, deleted: true })).toEqual([]);
  expect(judge(older)).toEqual([expect.stringContaining('the season does not end with Owl Cup')]);

  expect(turnedScores(final)).toEqual([2, 4]);
  reportScore(world, { match: final, scores: turnedScores(final), reporterId: CAST.organizer, at });
  expect(judge(season)).toEqual([expect.stringContaining(`the season does not begin with ${loser}`)]);
});

test('one desk of the tournament says that all results are in', () => {
  const say = sayIn('en-US');
  const deskOf = (tournament: string, text: string) =>
    post([say('feed.desk.title', { tournament }), text].join('\n'));
  const desk = deskOf('Night Owl Cup', say('feed.desk.complete'));
  const judge = (...posts: ChatMessage[]) => deskFaults({ wording, posts }, 'Night Owl Cup');
  expect(judge(desk, deskOf('Side Swiss', say('feed.desk.quiet')))).toEqual([]);
  expect(judge(desk, desk)).toEqual(['there are 2 desks instead of one']);
  expect(judge(deskOf('Night Owl Cup', say('feed.desk.quiet')))).toEqual([
    expect.stringMatching(/does not say that all results are in/),
  ]);
});
