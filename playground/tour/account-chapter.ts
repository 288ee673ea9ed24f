import type { Playground } from '../start.ts';
import { TourError, type TourStage } from './stage.ts';

/** Her own profile, for Ana alone: what it shows, and a change that the platform takes. */
export async function editProfile(
  stage: TourStage,
  { platform }: Pick<Playground, 'platform'>,
): Promise<void> {
  const { say } = stage;
  stage.chapter('Her own profile');
  const profile = await stage.type(
    'Ana',
    'account',
    {},
    {
      says: ['Ana Conceição', say('account.balance'), say('account.phone'), '**'],
      sees: 'alone',
    },
  );
  const name = 'Ana C.';
  await stage.fill(
    'Ana',
    profile,
    say('account.edit'),
    { name },
    { says: [say('account.saved'), name], sees: 'alone' },
  );
  if (![...platform.world.players.values()].some((player) => player.name === name))
    throw new TourError(`the platform knows nobody called ${name}`);
  const renamed = await stage.type('Ana', 'account', {}, { says: [name], sees: 'alone' });
  await stage.fill(
    'Ana',
    renamed,
    say('account.edit'),
    { name: 'Ana Conceição' },
    { says: [say('account.saved'), 'Ana Conceição'], sees: 'alone' },
  );
}
