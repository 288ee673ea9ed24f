import type { Playground } from '../start.ts';
import type { TourStage } from './stage.ts';

/** What the platform or the bot refuses, names instead of ids, and a platform that does not answer. */
export async function beRefused(stage: TourStage, { platform }: Pick<Playground, 'platform'>): Promise<void> {
  const { say } = stage;
  stage.chapter('When it does not work out');
  const choice = await stage.suggest('Ana', 'tournament', 'tournament', 'full', /Full House/);
  await stage.type(
    'Ana',
    'tournament',
    { tournament: choice.value },
    {
      says: ['Full House', '8/8', say('tournaments.registration.full')],
      sees: 'everybody',
    },
    { tournament: choice.name },
  );
  await stage.type(
    'Ana',
    'register',
    { tournament: choice.value },
    {
      says: [say('register.why.full', { tournament: 'Full House' }), 'This tournament is full'],
      sees: 'alone',
    },
    { tournament: choice.name },
  );
  stage.tell('A whole name does it, too, in place of a suggestion:');
  await stage.type(
    'Ana',
    'tournament',
    { tournament: 'full house' },
    { says: ['Full House', '8/8'], sees: 'everybody' },
  );
  const late = await stage.suggest('Ana', 'register', 'tournament', 'last call', /Last Call Cup/);
  await stage.type(
    'Ana',
    'register',
    { tournament: late.value },
    { says: [say('register.why.closed', { tournament: 'Last Call Cup' })], sees: 'alone' },
    { tournament: late.name },
  );
  await stage.type(
    'Ana',
    'rank',
    { id: 'nobody' },
    { says: [say('rank.unknownPlayer', { typed: 'nobody' })], sees: 'alone' },
  );
  await stage.type(
    'Ana',
    'rank',
    { player: 'Bruno' },
    { says: [say('rank.memberNotShown', { member: 'Bruno' })], sees: 'alone' },
  );
  stage.tell('Now the platform breaks down: it answers everything with an error.');
  platform.setFault({ kind: 'error500' });
  await stage.type(
    'Ana',
    'rank',
    { id: 'somebody' },
    { says: [say('failure.unavailable'), say('failure.retry')], sees: 'alone' },
  );
  // The last known answer serves, and says how old it is.
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição', say('list.asOf')], sees: 'everybody' });
  platform.setFault(undefined);
  stage.tell('And it comes back.');
  await stage.type('Ana', 'rank', {}, { says: ['Ana Conceição'], sees: 'everybody' });
}
