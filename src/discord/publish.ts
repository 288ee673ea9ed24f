import { isDeepStrictEqual } from 'node:util';
import type { REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import type { Declaration } from '../bot/declare.ts';
import { isObject } from '../json.ts';

/** A command as Discord returns it. */
type RemoteCommand = Record<string, unknown> & { id: string; name: string; type?: number | undefined };

export interface Difference {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Drops empty values, which Discord adds or omits, so that two declarations can be compared. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const fields: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined || part === null || part === false) continue;
    if (Array.isArray(part) && part.length === 0) continue;
    if (isObject(part) && Object.keys(part).length === 0) continue;
    fields[key] = canonical(part);
  }
  return fields;
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

/** Only the fields that we declare: Discord adds others. The order of types and contexts does not matter. */
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
  published: readonly RemoteCommand[],
  declared: readonly Declaration[],
): Difference {
  const before = new Map(published.map((command) => [nameOf(command), command]));
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

export interface PublishResult {
  difference: Difference;
  /** Whether commands were written. */
  written: boolean;
  /** Ids of the slash commands by name, for mentions. */
  ids: Map<string, string>;
}

/** Reads the published commands and overwrites them only if they differ. */
export async function publishCommands(
  rest: REST,
  applicationId: string,
  declared: readonly Declaration[],
  options: { dryRun?: boolean } = {},
): Promise<PublishResult> {
  const route = Routes.applicationCommands(applicationId);
  // Both responses are documented as lists of commands.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  let published = (await rest.get(route, {
    query: new URLSearchParams({ with_localizations: 'true' }),
  })) as RemoteCommand[];
  const difference = compareCommands(published, declared);
  const differs = Object.values(difference).some((names: string[]) => names.length > 0);
  if (differs && options.dryRun !== true) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    published = (await rest.put(route, { body: declared })) as RemoteCommand[];
  }
  const slash = published.filter((command) => (command.type ?? 1) === 1);
  return {
    difference,
    written: differs && options.dryRun !== true,
    ids: new Map(slash.map(({ name, id }) => [name, id])),
  };
}
