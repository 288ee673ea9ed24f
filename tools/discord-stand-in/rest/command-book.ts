import { ApplicationCommandType } from 'discord.js';
import { checkCommandList } from '../check/commands.ts';
import { isRecord } from '../check/json.ts';
import type { CommandBody } from '../check/schemas.ts';

/** A command as Discord holds it. */
export interface PublishedCommand extends CommandBody {
  id: string;
  application_id: string;
  version: string;
  type: ApplicationCommandType;
  description: string;
}

/** The global commands of the application. */
export interface CommandBook {
  readonly commands: readonly PublishedCommand[];
  overwrite(body: unknown): readonly PublishedCommand[];
}

export function createCommandBook(
  applicationId: string,
  nextId: () => string,
  tell: (commands: readonly PublishedCommand[]) => void,
): CommandBook {
  let commands: readonly PublishedCommand[] = [];

  /** Ids stay with the name; the version changes with the content. */
  function publish(body: CommandBody): PublishedCommand {
    const before = commands.find(({ name, type }) => name === body.name && type === kindOf(body));
    const stored = {
      ...settled(body),
      id: before?.id ?? nextId(),
      application_id: applicationId,
      version: before?.version ?? '',
    };
    const same = before !== undefined && JSON.stringify(sorted(before)) === JSON.stringify(sorted(stored));
    return same ? before : { ...stored, version: nextId() };
  }

  return {
    get commands() {
      return commands;
    },
    overwrite: (body) => {
      commands = checkCommandList(body).map((command) => publish(command));
      tell(commands);
      return commands;
    },
  };
}

const kindOf = (command: Pick<CommandBody, 'type'>): ApplicationCommandType =>
  command.type ?? ApplicationCommandType.ChatInput;

/** Discord fills in what was left out, and drops from options what says nothing (`required: false`, empty lists). */
function settled(command: CommandBody) {
  const { id: _sent, options, ...rest } = command;
  return {
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    nsfw: false,
    name_localizations: null,
    description_localizations: null,
    ...rest,
    type: kindOf(command),
    description: command.description ?? '',
    ...(options && options.length > 0 ? { options: options.map((option) => compact(option)) } : {}),
  };
}

function compact<T extends object>(option: T): T {
  // Only members that mean the same as their absence are left out.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(option).flatMap(([key, value]: [string, unknown]) => {
      if (value === false || (Array.isArray(value) && value.length === 0)) return [];
      return [[key, value]];
    }),
  ) as T;
}

/** The same value with its keys in order, so that two can be compared as text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => key !== 'version')
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** As Discord lists commands: the localizations are left out unless they are asked for. */
export function listed(commands: readonly PublishedCommand[], withLocalizations: boolean): unknown {
  if (withLocalizations) return commands;
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) =>
        key === 'name_localizations' || key === 'description_localizations' ? [] : [[key, bare(inner)]],
      ),
    );
  };
  return bare(commands);
}
