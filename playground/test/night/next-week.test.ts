import { expect, test } from 'vitest';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';
import { createWorld } from '../../../tools/platform-stand-in/world/create-world.ts';
import { openCup, startCup } from '../../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../../tools/platform-stand-in/world/players.ts';
import { reportScore } from '../../../tools/platform-stand-in/world/scores.ts';
import { judgeNextWeek } from '../../night/next-week.ts';
import { wordingIn } from '../../night/wording.ts';
import { sayIn } from '../../wording.ts';
import { chatMessage } from '../support/chat-message.ts';

const at = Date.UTC(2027, 0, 10, 8);
const say = sayIn('en-US');

test('the channel of a series has the live post that was its announcement, and each thing once', () => {
  const world = createWorld({ seed: 1, startsAt: at });
  const entrantIds = [CAST.contender, CAST.rival];
  const cup = openCup(world, { name: 'Owl Rematch', startsAt: at, entrantIds, capacity: 2 });
  const [match] = startCup(world, cup, { at });
  reportScore(world, { match: match!, scores: [3, 1], reporterId: CAST.organizer, at });
  const [winner = '', loser = ''] = entrantIds.map((id) => world.players.get(id)?.name);
  const tournament = `**${cup.name}**`;
  let posts = 0;
  const post = (content: string, description?: string): ChatMessage =>
    chatMessage({
      id: String((posts += 1)),
      content,
      createdAt: at,
      embeds: description === undefined ? [] : [{ description }],
    });
  const call = post(`**${winner}** ${say('score.score', { first: 3, second: 1 })} ${loser} · Final`);
  const channel = {
    live: post(say('feed.live.won', { winner, tournament: cup.name }), 'Bracket'),
    start: post(say('feed.start.text', { tournament: cup.name })),
    call,
    champion: post(say('feed.champion.text', { winner: `**${winner}**`, tournament: cup.name })),
    season: post(say('season.kept'), `#1 **${winner}** 2 wins\n\nLatest: ${cup.name}`),
  };
  const desk = post(`${say('feed.desk.title', { tournament: cup.name })}\n${say('feed.desk.complete')}`);
  const sent = [{ messageId: call.id, content: '', matchId: match!.id, allowedMentions: undefined }];
  const judge = (own: Partial<Record<keyof typeof channel | 'news', ChatMessage>>, organizers = [desk]) =>
    judgeNextWeek({
      wording: wordingIn('en-US'),
      world,
      cup,
      sent,
      organizers,
      posts: Object.values({ ...channel, ...own }),
    });
  const gone = chatMessage({ createdAt: at, deleted: true });
  expect(judge({})).toEqual([]);
  for (const [name, fault] of [
    ['live', /live post of Owl Rematch: 0 posts/],
    ['start', /start of Owl Rematch: 0 posts/],
    ['call', /(call|result) of M\d+ of Owl Rematch: 0 posts/],
    ['champion', /champion of Owl Rematch: 0 posts/],
    ['season', /0 posts of the season/],
  ] as const)
    expect(judge({ [name]: gone }).join('\n'), name).toMatch(fault);
  const news = post(say('announcements.announced', { tournament }), 'Card');
  expect(judge({ news }).join('\n')).toMatch(/announcement beside the live post: 1 posts/);
  expect(judge({}, []).join('\n')).toMatch(/0 desks/);
});
