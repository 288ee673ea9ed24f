import type { Playground } from '../start.ts';
import { TourError, type Stage } from './stage.ts';

/** Her own profile, for Ana alone: what it shows, and a change that the platform takes. */
export async function editProfile(stage: Stage, { platform }: Pick<Playground, 'platform'>): Promise<void> {
  stage.chapter('Her own profile');
  const profile = await stage.type(
    'Ana',
    'account',
    {},
    { says: ['Ana Conceição', 'Balance', 'Phone', /\*{2,}/, 'Only you can see this.'], sees: 'alone' },
  );
  const name = 'Ana C.';
  await stage.fill('Ana', profile, 'Edit profile', { name }, { says: ['Saved.', name], sees: 'alone' });
  if (![...platform.world.players.values()].some((player) => player.name === name))
    throw new TourError(`the platform knows nobody called ${name}`);
  const renamed = await stage.type('Ana', 'account', {}, { says: [name], sees: 'alone' });
  await stage.fill(
    'Ana',
    renamed,
    'Edit profile',
    { name: 'Ana Conceição' },
    { says: ['Saved.', 'Ana Conceição'], sees: 'alone' },
  );
}
