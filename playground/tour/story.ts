import type { Playground } from '../start.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import { editProfile } from './account-chapter.ts';
import { announceAndKeep } from './announcements-chapter.ts';
import { lookAtBrackets } from './bracket-chapter.ts';
import { openCalendar } from './calendar-chapter.ts';
import { followTournament } from './follow-chapter.ts';
import { linkAndRegister } from './linking-chapter.ts';
import { lookAhead } from './next-chapter.ts';
import { beRefused } from './refused-chapter.ts';
import { settleResults } from './results-chapter.ts';
import { downloadResults, finishDuel, followDuel } from './results-file-chapter.ts';
import { followRanks } from './roles-chapter.ts';
import { TourError, type TourStage } from './stage.ts';
import { nextPost, until } from './waiting.ts';

type StoryWorld = Pick<Playground, 'bot' | 'discord' | 'platform'>;

/** What the tour shows, in order: every command, a few refusals, and a platform that does not answer. */
export async function tellStory(stage: TourStage, world: StoryWorld): Promise<void> {
  await lookAround(stage);
  await linkAndRegister(stage, world);
  await lookAtPlayers(stage);
  await lookAtBrackets(stage);
  await lookAhead(stage);
  await editProfile(stage, world);
  await setServerUp(stage, world);
  await announceAndKeep(stage, world);
  await followTournament(stage, world);
  await reportScore(stage, world);
  await beRefused(stage, world);
  const duel = await followDuel(stage, world);
  await settleResults(stage, world);
  await finishDuel(stage, world, duel);
  await followRanks(stage, world);
  await downloadResults(stage, world, duel);
  await openCalendar(stage, world);
  await unlink(stage);
}

async function lookAround(stage: TourStage): Promise<void> {
  const { say } = stage;
  stage.chapter('Looking around, without an account');
  await stage.type(
    'Bruno',
    'help',
    {},
    { says: [say('help.title'), '/rank', '/leaderboard'], sees: 'alone' },
  );
  await stage.type(
    'Bruno',
    'tournaments',
    { status: 'running' },
    {
      says: [
        say('tournaments.titles.running'),
        'Friday Night Open',
        say('tournaments.entrantsOnly', { count: 16 }),
      ],
      sees: 'everybody',
    },
  );
  const list = await stage.type(
    'Bruno',
    'tournaments',
    {},
    {
      says: [say('tournaments.titles.upcoming'), 'Late Break', say('list.page', { page: 1 })],
      sees: 'everybody',
    },
  );
  const second = await stage.press('Bruno', list, say('list.next'), {
    says: [say('list.page', { page: 2 })],
    never: ['Late Break'],
    sees: 'everybody',
  });
  if (second.id !== list.id) throw new TourError('the list did not turn its page in place');
  await stage.choose('Bruno', second, say('tournaments.open'), 'Women’s Masters', {
    says: ['Women’s Masters', '17/32', 'SPA'],
    sees: 'alone',
  });
}

async function lookAtPlayers(stage: TourStage): Promise<void> {
  const { say } = stage;
  stage.chapter('Ranks and the leaderboard');
  await stage.type(
    'Ana',
    'rank',
    {},
    {
      says: ['Ana Conceição', say('rank.globally'), say('rank.matches'), say('rank.leaderboard')],
      sees: 'everybody',
    },
  );
  await stage.type(
    'Bruno',
    'rank',
    { player: 'Ana' },
    { says: ['Ana Conceição'], never: ['+55'], sees: 'everybody' },
  );
  // Whose player it is, where both may be named.
  await stage.type(
    'Bruno',
    'rank',
    { id: CAST.contender },
    { says: ['Ana Conceição', '@Ana'], sees: 'everybody' },
  );
  await stage.menu('Bruno', 'Show rank', 'Ana', {
    says: ['Ana Conceição', say('rank.globally')],
    sees: 'alone',
  });
  const board = await stage.type(
    'Ana',
    'leaderboard',
    {},
    {
      says: [
        say('leaderboard.global'),
        `🥇 ${say('rank.place', { place: 1 })}`,
        say('leaderboard.theirs'),
        'Ana Conceição',
      ],
      sees: 'everybody',
    },
  );
  stage.tell('Bruno turns the page of Ana’s list: hers stays, he gets a copy.');
  const copy = await stage.press('Bruno', board, say('list.next'), {
    says: [say('rank.place', { place: 11 }), say('list.page', { page: 2 })],
    sees: 'alone',
  });
  if (copy.id === board.id) throw new TourError('somebody else turned the page for all');
  const region = await stage.suggest('Ana', 'leaderboard', 'region', 'sao', /Sao Paulo/);
  await stage.type(
    'Ana',
    'leaderboard',
    { region: region.value, limit: 5 },
    {
      says: [say('leaderboard.regional', { region: 'Sao Paulo' }), say('rank.place', { place: 5 })],
      never: [say('rank.place', { place: 6 })],
      sees: 'everybody',
    },
    { region: region.name },
  );
}

async function setServerUp(stage: TourStage, { discord }: StoryWorld): Promise<void> {
  const { say } = stage;
  const publicOnly = (value: string): string =>
    say('server.saved', { field: say('server.fields.publicChannels'), value });
  stage.chapter('Setting a server up');
  const panel = await stage.type(
    'Ana',
    'settings',
    {},
    {
      says: [
        say('server.title'),
        `${say('server.fields.logChannel')} ┃ ${say('server.none')}`,
        `${say('server.fields.publicChannels')} ┃ ${say('server.everywhere')}`,
      ],
      sees: 'alone',
    },
  );
  const logged = await stage.choose('Ana', panel, say('server.choose.logChannel'), ['organizers'], {
    says: [say('server.saved', { field: say('server.fields.logChannel'), value: '#organizers' })],
    sees: 'alone',
  });
  const quieter = await stage.choose('Ana', logged, say('server.choose.publicChannels'), ['match-night'], {
    says: [publicOnly('#match-night'), `${say('server.fields.logChannel')} ┃ #organizers`],
    sees: 'alone',
  });
  stage.tell('Elsewhere, the same command now answers the one who typed it:');
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição'], sees: 'alone' });
  const lines = () => discord.member('Bruno').sees('organizers');
  await until(discord, () => lines().length === 2);
  stage.tell('And the organizers read in their log:');
  stage.show(lines().at(-1), 'the log', {
    says: [
      say('server.audit.changed', {
        member: '@Ana',
        field: say('server.fields.publicChannels'),
        before: say('server.everywhere'),
        after: '#match-night',
      }),
    ],
    sees: 'everybody',
  });
  await stage.choose('Ana', quieter, say('server.choose.publicChannels'), [], {
    says: [publicOnly(say('server.everywhere'))],
    sees: 'alone',
  });
}

async function reportScore(stage: TourStage, { discord, platform }: StoryWorld): Promise<void> {
  const { say } = stage;
  const [first, second] = ['Ana Conceição', 'Jürgen Weiß'];
  const lost = say('score.score', { first: 1, second: 3 });
  const won = say('score.score', { first: 3, second: 1 });
  stage.chapter('Reporting a score');
  const choice = await stage.suggest('Ana', 'score', 'match', 'weiß', /Jürgen Weiß/);
  const asked = await stage.type(
    'Ana',
    'score',
    { match: choice.value, player1_score: 1, player2_score: 3 },
    {
      says: [
        say('score.title'),
        say('score.lines.second', { first, score: lost, second }),
        say('score.wins', { winner: second, score: say('score.short', { first: 3, second: 1 }) }),
      ],
      sees: 'alone',
    },
    { match: choice.name },
  );
  const swapped = await stage.press('Ana', asked, say('score.swap'), {
    says: [
      say('score.lines.first', { first, score: won, second }),
      say('score.wins', { winner: first, score: say('score.short', { first: 3, second: 1 }) }),
    ],
    sees: 'alone',
  });
  await stage.press('Ana', swapped, say('score.confirm'), { says: [say('score.done'), won], sees: 'alone' });
  const announced = await nextPost(discord, { who: 'Bruno', after: asked });
  stage.tell('And everybody in the channel sees:');
  stage.show(announced, 'the result', {
    says: [
      say('score.lines.first', { first, score: won, second }),
      say('score.reportedBy', { member: '@Ana' }),
    ],
    sees: 'everybody',
  });
  const scores = platform.world.matches.get(choice.value)?.scores;
  if (scores?.join() !== '3,1')
    throw new TourError(`the platform holds ${scores?.join(' to ') ?? 'no score'}, not 3 to 1`);
}

async function unlink(stage: TourStage): Promise<void> {
  const { say } = stage;
  stage.chapter('Leaving');
  const data = await stage.type(
    'Ana',
    'privacy',
    {},
    {
      says: [
        say('privacy.linked', { name: 'Ana Conceição' }),
        say('privacy.registrations', { count: 1 }),
        say('privacy.hide'),
      ],
      sees: 'alone',
    },
  );
  await stage.press('Ana', data, say('privacy.hide'), {
    says: [say('privacy.hidden'), say('privacy.show')],
    sees: 'alone',
  });
  stage.tell('What is about Ana now answers her alone:');
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição'], sees: 'alone' });
  const asked = await stage.type(
    'Ana',
    'unlink',
    {},
    { says: [say('unlink.ask', { name: 'Ana Conceição' })], sees: 'alone' },
  );
  await stage.press('Ana', asked, say('unlink.confirm'), { says: [say('unlink.done')], sees: 'alone' });
  await stage.type('Ana', 'rank', {}, { says: [say('link.needed')], sees: 'alone' });
}
