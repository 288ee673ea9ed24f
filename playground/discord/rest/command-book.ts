import { ApplicationCommandType, RESTJSONErrorCodes } from 'discord.js';
import { checkCommandChange, checkCommandList, checkCommands, checkNewCommand } from '../check/commands.ts';
import { isRecord } from '../check/json.ts';
import type { CommandBody } from '../check/schemas.ts';
import { Refusal } from '../refusal.ts';

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
  get(commandId: string): PublishedCommand;
  overwrite(body: unknown): readonly PublishedCommand[];
  /** Makes a command, or replaces the one of the same name and type. */
  upsert(body: unknown): { command: PublishedCommand; isNew: boolean };
  change(commandId: string, body: unknown): PublishedCommand;
  remove(commandId: string): void;
}

export function createCommandBook(
  applicationId: string,
  nextId: () => string,
  tell: (commands: readonly PublishedCommand[]) => void,
): CommandBook {
  let commands: readonly PublishedCommand[] = [];

  function keep(next: readonly PublishedCommand[]): void {
    commands = next;
    tell(commands);
  }

  function get(commandId: string): PublishedCommand {
    const command = commands.find(({ id }) => id === commandId);
    if (!command)
      throw new Refusal(404, RESTJSONErrorCodes.UnknownApplicationCommand, 'Unknown application command');
    return command;
  }

  const sameName = (body: CommandBody): PublishedCommand | undefined =>
    commands.find(({ name, type }) => name === body.name && type === kindOf(body));

  /** Ids stay with the name; the version changes with the content. */
  function publish(body: CommandBody, before = sameName(body)): PublishedCommand {
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
    get,
    overwrite: (body) => {
      keep(checkCommandList(body).map((command) => publish(command)));
      return commands;
    },
    upsert: (body) => {
      const checked = checkNewCommand(body);
      const before = sameName(checked);
      const command = publish(checked);
      const others = commands.filter((other) => other !== before);
      checkCommands([...others, command]);
      keep([...others, command]);
      return { command, isNew: before === undefined };
    },
    change: (commandId, body) => {
      const before = get(commandId);
      const command = publish({ ...before, ...checkCommandChange(body) }, before);
      const next = commands.map((other) => (other === before ? command : other));
      checkCommands(next);
      keep(next);
      return command;
    },
    remove: (commandId) => {
      const gone = get(commandId);
      keep(commands.filter((command) => command !== gone));
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
      if (key === 'options' && Array.isArray(value))
        return [[key, value.map((inner: unknown) => (isRecord(inner) ? compact(inner) : inner))]];
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

/** As Discord lists commands: the localisations are left out unless they are asked for. */
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
