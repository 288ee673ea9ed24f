import { join } from 'node:path';
import { createLinks } from '../../src/accounts/links.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { FIRST_CALLER } from '../discord/interaction.ts';
import { quiet } from './quiet.ts';

/** Links the first callers, in the store of a bot that has this folder. */
export async function linkCallers(
  folder: string,
  count: number,
  playerIdOf: (caller: number) => string,
): Promise<void> {
  const stores = await openStores(`sqlite://${join(folder, 'matchpoint.sqlite')}`, {
    log: quiet,
    now: Date.now,
    version: 'test',
  });
  const links = createLinks({ stores, now: Date.now, log: quiet });
  for (let caller = 0; caller < count; caller++) {
    // Nothing that is read with the API key opens the tokens.
    const link = { playerId: playerIdOf(caller), tokens: 'none' };
    await links.store(String(FIRST_CALLER + BigInt(caller)), link);
  }
  await stores.close();
}
