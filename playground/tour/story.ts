import type { Playground } from '../start.ts';
import { editProfile } from './account-chapter.ts';
import { announceAndKeep } from './announcements-chapter.ts';
import { lookAtBrackets } from './bracket-chapter.ts';
import { openCalendar } from './calendar-chapter.ts';
import { followTournament } from './follow-chapter.ts';
import { linkAndRegister } from './linking-chapter.ts';
import { lookAhead } from './next-chapter.ts';
import { settleResults } from './results-chapter.ts';
import { TourError, type Stage } from './stage.ts';
import { nextPost, until } from './waiting.ts';

type World = Pick<Playground, 'bot' | 'discord' | 'platform'>;

/** What the tour shows, in order: every command, a few refusals, and a platform that does not answer. */
export async function tellStory(stage: Stage, world: World): Promise<void> {
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
  await settleResults(stage, world);
  await openCalendar(stage, world);
  await unlink(stage);
}

async function lookAround(stage: Stage): Promise<void> {
  stage.chapter('Looking around, without an account');
  await stage.type('Bruno', 'help', {}, { says: ['What I can do', '/rank', '/leaderboard'], sees: 'alone' });
  await stage.type(
    'Bruno',
    'tournaments',
    { status: 'running' },
    { says: ['Running tournaments', 'Friday Night Open', '16 players'], sees: 'everybody' },
  );
  const list = await stage.type(
    'Bruno',
    'tournaments',
    {},
    { says: ['Upcoming tournaments', 'Late Break', 'Page 1 of'], sees: 'everybody' },
  );
  const second = await stage.press('Bruno', list, 'Next ›', {
    says: ['Page 2 of'],
    never: ['Late Break'],
    sees: 'everybody',
  });
  if (second.id !== list.id) throw new TourError('the list did not turn its page in place');
  await stage.choose('Bruno', second, 'Open a tournament…', 'Women’s Masters', {
    says: ['Women’s Masters', '17/32 players', '10,000 SPA'],
    sees: 'alone',
  });
}

async function lookAtPlayers(stage: Stage): Promise<void> {
  stage.chapter('Ranks and the leaderboard');
  await stage.type(
    'Ana',
    'rank',
    {},
    { says: ['Ana Conceição', /#\d+ globally/, 'Matches', 'Leaderboard'], sees: 'everybody' },
  );
  await stage.type(
    'Bruno',
    'rank',
    { player: 'Ana' },
    { says: ['Ana Conceição'], never: ['+55'], sees: 'everybody' },
  );
  await stage.menu('Bruno', 'Show rank', 'Ana', { says: ['Ana Conceição', /1,\d{3}/], sees: 'alone' });
  const board = await stage.type(
    'Ana',
    'leaderboard',
    {},
    { says: ['Leaderboard', '🥇 #1', 'You: ', 'Ana Conceição'], sees: 'everybody' },
  );
  stage.tell('Bruno turns the page of Ana’s list: hers stays, he gets a copy.');
  const copy = await stage.press('Bruno', board, 'Next ›', { says: ['#11', 'Page 2'], sees: 'alone' });
  if (copy.id === board.id) throw new TourError('somebody else turned the page for all');
  const region = await stage.suggest('Ana', 'leaderboard', 'region', 'sao', /Sao Paulo/);
  await stage.type(
    'Ana',
    'leaderboard',
    { region: region.value, limit: 5 },
    { says: ['Leaderboard: Sao Paulo', '#5'], never: ['#6'], sees: 'everybody' },
    { region: region.name },
  );
}

async function setServerUp(stage: Stage, { discord }: World): Promise<void> {
  stage.chapter('Setting a server up');
  const panel = await stage.type(
    'Ana',
    'settings',
    {},
    { says: ['Server settings', /Log channel ┃ None/, /Public answers ┃ Everywhere/], sees: 'alone' },
  );
  const logged = await stage.choose('Ana', panel, 'Log channel: none', ['organizers'], {
    says: ['Saved. Log channel: #organizers'],
    sees: 'alone',
  });
  const quieter = await stage.choose('Ana', logged, 'Public answers: everywhere', ['match-night'], {
    says: ['Saved. Public answers: #match-night', /Log channel ┃ #organizers/],
    sees: 'alone',
  });
  stage.tell('Elsewhere, the same command now answers the one who typed it:');
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição'], sees: 'alone' });
  const lines = () => discord.member('Bruno').sees('organizers');
  await until(discord, () => lines().length === 2);
  stage.tell('And the organizers read in their log:');
  stage.show(lines().at(-1), 'the log', {
    says: ['@Ana changed Public answers: Everywhere → #match-night'],
    sees: 'everybody',
  });
  await stage.choose('Ana', quieter, 'Public answers: everywhere', [], {
    says: ['Saved. Public answers: Everywhere'],
    sees: 'alone',
  });
}

async function reportScore(stage: Stage, { discord, platform }: World): Promise<void> {
  stage.chapter('Reporting a score');
  const choice = await stage.suggest('Ana', 'score', 'match', 'weiß', /Jürgen Weiß/);
  const asked = await stage.type(
    'Ana',
    'score',
    { match: choice.value, player1_score: 1, player2_score: 3 },
    {
      says: ['Report this score?', 'Ana Conceição 1 – 3 Jürgen Weiß', 'Jürgen Weiß wins 3–1. Right?'],
      sees: 'alone',
    },
    { match: choice.name },
  );
  const swapped = await stage.press('Ana', asked, 'Swap', {
    says: ['Ana Conceição 3 – 1 Jürgen Weiß', 'Ana Conceição wins 3–1. Right?'],
    sees: 'alone',
  });
  await stage.press('Ana', swapped, 'Confirm', { says: ['Reported to Rally', '3 – 1'], sees: 'alone' });
  const announced = await nextPost(discord, { who: 'Bruno', after: asked });
  stage.tell('And everybody in the channel sees:');
  stage.show(announced, 'the result', {
    says: ['Ana Conceição 3 – 1 Jürgen Weiß', 'Reported by @Ana'],
    sees: 'everybody',
  });
  const scores = platform.world.matches.get(choice.value)?.scores;
  if (scores?.join() !== '3,1')
    throw new TourError(`the platform holds ${scores?.join(' to ') ?? 'no score'}, not 3 to 1`);
}

async function beRefused(stage: Stage, { platform }: World): Promise<void> {
  stage.chapter('When it does not work out');
  const choice = await stage.suggest('Ana', 'tournament', 'tournament', 'full', /Full House/);
  await stage.type(
    'Ana',
    'tournament',
    { tournament: choice.value },
    { says: ['Full House', '8/8 players', 'Full'], sees: 'everybody' },
    { tournament: choice.name },
  );
  await stage.type(
    'Ana',
    'register',
    { tournament: choice.value },
    { says: ["Rally didn't register you for Full House", 'This tournament is full'], sees: 'alone' },
    { tournament: choice.name },
  );
  const late = await stage.suggest('Ana', 'register', 'tournament', 'last call', /Last Call Cup/);
  await stage.type(
    'Ana',
    'register',
    { tournament: late.value },
    { says: ['Registration for Last Call Cup is closed.'], sees: 'alone' },
    { tournament: late.name },
  );
  await stage.type('Ana', 'rank', { id: 'nobody' }, { says: ['No player found'], sees: 'alone' });
  await stage.type('Ana', 'rank', { player: 'Bruno' }, { says: ["Bruno doesn't share"], sees: 'alone' });
  stage.tell('Now the platform breaks down: it answers everything with an error.');
  platform.setFault({ kind: 'error500' });
  await stage.type(
    'Ana',
    'rank',
    {},
    { says: ["Rally isn't responding", 'Try again', /Reference [\dA-Z]+/], sees: 'alone' },
  );
  platform.setFault(undefined);
  stage.tell('And it comes back.');
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição'], sees: 'everybody' });
}

async function unlink(stage: Stage): Promise<void> {
  stage.chapter('Leaving');
  const data = await stage.type(
    'Ana',
    'privacy',
    {},
    { says: ['Linked to Ana Conceição', '1 registration you made here', 'Hide me'], sees: 'alone' },
  );
  await stage.press('Ana', data, 'Hide me', { says: ["You're hidden", 'Show me'], sees: 'alone' });
  stage.tell('What is about Ana now answers her alone:');
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição'], sees: 'alone' });
  const asked = await stage.type('Ana', 'unlink', {}, { says: ['Unlink Ana Conceição?'], sees: 'alone' });
  await stage.press('Ana', asked, 'Unlink', { says: ['no longer linked to Rally'], sees: 'alone' });
  await stage.type('Ana', 'rank', {}, { says: ['Link your Rally account first'], sees: 'alone' });
}
