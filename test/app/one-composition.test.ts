import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What builds a room, by the name of its module. */
const ROOMS: Record<string, string> = {
  'guilds.ts': 'createGuilds',
  'create-jobs.ts': 'createJobs',
  'create-week.ts': 'createWeek',
  'create-people.ts': 'createPeople',
  'create-role-parts.ts': 'createRoleParts',
  'create-results.ts': 'createResults',
  'create-role-work.ts': 'createRoleWork',
  'create-roles.ts': 'createRoles',
};
const FOLDERS = ['src', 'commands', 'test', 'bench', 'playground', 'tools'];
const IMPORT = /^import \{([^}]*)\} from '[^']*?([^'/]+)'/gm;

/** The composition alone. Tests compose the product. */
const BUILDERS: Record<string, readonly string[]> = {
  'src/app/background.ts': ['createRoleWork', 'createWeek'],
  'src/app/compose.ts': ['createGuilds', 'createJobs', 'createPeople', 'createResults', 'createRoleParts'],
  'src/app/create-role-parts.ts': ['createRoles'],
};

test('rooms are put together by the composition alone', async () => {
  const builders: Record<string, string[]> = {};
  for (const folder of FOLDERS)
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const file = path.join(folder, name);
      for (const [, names = '', module = ''] of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
        const room = ROOMS[module];
        if (room !== undefined && names.split(',').some((one) => one.trim().split(' ')[0] === room))
          builders[file] = [...(builders[file] ?? []), room].toSorted();
      }
    }
  expect(builders).toEqual(BUILDERS);
});
