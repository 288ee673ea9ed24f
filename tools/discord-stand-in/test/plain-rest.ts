import { REST } from 'discord.js';

/**
 * discord.js's own client, without a token, as another bot would use it. It sends by Node's fetch: the library's
 * default cannot send Node's FormData by the version of undici that is here.
 */
export const plainRest = (api: string, options: Partial<REST['options']> = {}): REST =>
  // Node's fetch is undici's, with other types.
  new REST({ api, makeRequest: fetch as unknown as REST['options']['makeRequest'], ...options });
