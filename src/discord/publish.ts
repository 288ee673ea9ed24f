import { isDeepStrictEqual } from 'node:util';
import type { REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import type { Declaration } from '../bot/declare.ts';

/** A command as Discord holds it. */
type PublishedCommand = Record<string, unknown> & { id: string; name: string; type?: number | undefined };

export interface Difference {
  added: string[];
  changed: string[];
  removed: string[];
}

/** What a declaration says, without what Discord adds and with what it leaves out made plain, so that two can be compared. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined || part === null || part === false) continue;
    if (Array.isArray(part) && part.length === 0) continue;
    if (typeof part === 'object' && !Array.isArray(part) && Object.keys(part).length === 0) continue;
    kept[key] = canonical(part);
  }
  return kept;
}

const DECLARED = [
  'name',
  'description',
  'description_localizations',
  'name_localizations',
  'options',
  'integration_types',
  'contexts',
  'default_member_permissions',
  'nsfw',
] as const;

/** Only what we declare: Discord may add to what it holds. Order of types and contexts means nothing. */
function comparable(command: Record<string, unknown>): unknown {
  const picked: Record<string, unknown> = { type: command['type'] ?? 1 };
  for (const key of DECLARED) if (command[key] !== '') picked[key] = command[key];
  for (const key of ['integration_types', 'contexts']) {
    const list = picked[key];
    if (Array.isArray(list)) picked[key] = list.toSorted((a, b) => Number(a) - Number(b));
  }
  return canonical(picked);
}

const nameOf = (command: { name: string; type?: number | undefined }): string =>
  (command.type ?? 1) === 1 ? `/${command.name}` : command.name;

/** What publishing would change. */
export function compareCommands(
  held: readonly PublishedCommand[],
  declared: readonly Declaration[],
): Difference {
  const before = new Map(held.map((command) => [nameOf(command), command]));
  const after = new Map(declared.map((command) => [nameOf(command), command]));
  const changed = [...after].filter(([name, command]) => {
    const old = before.get(name);
    return old !== undefined && !isDeepStrictEqual(comparable(old), comparable({ ...command }));
  });
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    changed: changed.map(([name]) => name),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  };
}

export interface Published {
  difference: Difference;
  /** Whether Discord holds what is declared now; not so after a dry run with a difference. */
  written: boolean;
  /** Ids of the slash commands by name, for mentions. */
  ids: Map<string, string>;
}

/** Reads the commands that Discord holds and writes them only on a difference. */
export async function publishCommands(
  rest: REST,
  applicationId: string,
  declared: readonly Declaration[],
  options: { dryRun?: boolean } = {},
): Promise<Published> {
  const route = Routes.applicationCommands(applicationId);
  // Discord's answers here are lists of command objects.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  let held = (await rest.get(route, {
    query: new URLSearchParams({ with_localizations: 'true' }),
  })) as PublishedCommand[];
  const difference = compareCommands(held, declared);
  const differs = Object.values(difference).some((names: string[]) => names.length > 0);
  if (differs && options.dryRun !== true) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    held = (await rest.put(route, { body: declared })) as PublishedCommand[];
  }
  const slash = held.filter((command) => (command.type ?? 1) === 1);
  return {
    difference,
    written: differs && options.dryRun !== true,
    ids: new Map(slash.map(({ name, id }) => [name, id])),
  };
}
