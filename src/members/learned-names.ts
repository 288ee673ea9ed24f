import type { AccountTools } from '../accounts/ports.ts';
import type { Links } from '../accounts/links.ts';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { MINUTE_MS } from '../durations.ts';
import type { createNaming } from './naming.ts';
import type { BoardRows } from './board-rows.ts';

const MAX_NAMES = 20_000;

interface LearnedNamesDeps extends Pick<AccountTools, 'now' | 'log'> {
  links: Pick<Links, 'rename'>;
  naming: Pick<ReturnType<typeof createNaming>, 'forgetName' | 'serversOf'>;
  boardRows: Pick<BoardRows, 'rename'>;
  onChange: (discordId: string) => Promise<void>;
}

/**
 * Writes the names that the platform shows of linked players into their links and their servers' boards: a player who drops a name
 * is no longer shown under it. Never throws, and does not wait.
 */
export function createLearnedNames({ links, naming, boardRows, onChange, now, log }: LearnedNamesDeps) {
  // A ranking shows the same names again and again.
  const compared = createExpiringCache<string>({ ttlMs: MINUTE_MS, max: MAX_NAMES, now });

  async function learn(playerId: string, name: string): Promise<void> {
    const discordId = await links.rename(playerId, name);
    if (discordId === undefined) return;
    naming.forgetName(discordId);
    await boardRows.rename(await naming.serversOf(discordId), playerId, name);
    await onChange(discordId);
  }

  return (playerId: string, name: string): void => {
    if (compared.get(playerId) === name) return;
    compared.set(playerId, name);
    learn(playerId, name).catch((error: unknown) => {
      compared.delete(playerId);
      log.warn({ err: error }, "a player's new name could not be stored yet");
    });
  };
}
