import { invalidForm, refuseAny } from '../refusal.ts';
import { commandListFaults } from './command-rules.ts';
import { isRecord } from './json.ts';
import { listedCommand, type CommandBody } from './schemas.ts';
import { checkShape } from './shape.ts';

type Path = readonly (string | number)[];

const MAX_LISTED = 130;

/** Reads the whole list of an application's commands, as a bulk overwrite sends it. */
export function checkCommandList(body: unknown): CommandBody[] {
  if (!Array.isArray(body) || body.length > MAX_LISTED)
    throw invalidForm([
      Array.isArray(body)
        ? { path: [], code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${MAX_LISTED} or fewer in length.` }
        : { path: [], code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
    ]);
  const commands = body.map((command: unknown, index) => readCommand(command, [index]));
  refuseAny(commandListFaults(commands));
  return commands;
}

/**
 * Discord takes permissions as text and `nsfw` as its prose says; its description knows permissions as a number
 * alone and `nsfw` not at all.
 */
function readCommand(body: unknown, path: Path): CommandBody {
  if (!isRecord(body)) return checkShape(listedCommand, body, path);
  const { nsfw, default_member_permissions: permissions, ...rest } = body;
  const numeric =
    typeof permissions === 'string' && /^\d+$/.test(permissions) ? Number(permissions) : permissions;
  const checked = checkShape(
    listedCommand,
    permissions === undefined ? rest : { ...rest, default_member_permissions: numeric },
    path,
  );
  if (nsfw !== undefined && typeof nsfw !== 'boolean')
    throw invalidForm([
      { path: [...path, 'nsfw'], code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' },
    ]);
  return {
    ...checked,
    ...(permissions === undefined
      ? {}
      : { default_member_permissions: typeof numeric === 'number' ? String(numeric) : null }),
    ...(nsfw === undefined ? {} : { nsfw }),
  };
}
