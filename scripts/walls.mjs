// node scripts/walls.mjs: checks which rooms import which. Reads every import and re-export, types included, and exits with 1 if
// one is not allowed or files import each other in a circle.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { importsOf } from './imports.mjs';

/** What posts to channels on its own. */
const BACKGROUND = [
  'guilds',
  'members',
  'accounts',
  'brackets',
  'platform',
  'reading/records',
  'replies',
  'message',
  'words',
  'store',
];

/**
 * A room is a folder or file directly in `src`, a folder in one that is listed here, or `commands`; a room that is not listed may
 * import no other. `types`: only their types may be imported. A new room is one line.
 */
const ROOMS = {
  commands: {
    may: [
      'results',
      'roles/rules',
      'roles/powers',
      'roles/rule-texts',
      'roles/ports',
      'bot',
      'replies',
      'brackets',
      'guilds',
      'message',
      'words',
      'reading/records',
      'store/errors',
    ],
    types: ['platform/write-result', 'roles/create-roles', 'roles/roles-page', 'roles/linked/linked-roles'],
  },
  'main.ts': { may: ['*', 'commands'] },
  cli: { may: ['*', 'commands'] },
  app: { may: ['*'] },
  discord: {
    may: ['bot', 'linking', 'accounts', 'message', 'words', 'roles/ports'],
    types: ['guilds/guilds', 'roles/linked/ports'],
  },
  web: { may: ['bot', 'linking', 'accounts', 'message', 'words'] },
  jobs: { may: BACKGROUND },
  // Pure: what is to be done about a reading. What reads and what sends build on it.
  'jobs/plan': {
    may: ['guilds', 'brackets', 'reading/records', 'replies/format', 'replies/report-view', 'words', 'store'],
    types: ['message'],
  },
  results: { may: [...BACKGROUND, 'jobs/owner/lease', 'jobs/deliver/outbox', 'jobs/plan/feed-record'] },
  roles: {
    may: [...BACKGROUND, 'reading/values', 'jobs/owner/lease', 'jobs/owner/paced-call', 'jobs/every'],
    types: ['jobs/part', 'jobs/owner', 'jobs/plan/reading', 'jobs/plan/turn-limits'],
  },
  bot: {
    may: ['linking', 'members', 'accounts', 'guilds', 'platform', 'message', 'words', 'store/errors'],
    types: ['pictures/create-pictures', 'reading/records'],
  },
  replies: {
    may: ['brackets', 'message', 'words', 'reading/records', 'guilds/switches', 'guilds/settings'],
    types: ['guilds/follows', 'guilds/season', 'guilds/series'],
  },
  message: { may: ['words'] },
  pictures: { may: ['brackets', 'message', 'words', 'reading/records'] },
  brackets: { may: ['reading/records'], types: ['words/words'] },
  linking: { may: ['accounts', 'platform', 'reading/records', 'store'] },
  members: { may: ['accounts', 'platform', 'reading/records', 'store', 'words/fold'] },
  accounts: { may: ['platform', 'reading/records', 'store'] },
  platform: { may: ['reading'] },
  reading: { may: [] },
  guilds: {
    may: ['brackets/players', 'brackets/results', 'platform', 'reading/records', 'store', 'words/fold'],
    types: ['message', 'words'],
  },
  settings: { may: ['reading', 'platform', 'store'], types: ['discord', 'words'] },
  metrics: { may: [], types: ['*'] },
};

/** Every room may import these. */
const EVERYWHERE = ['async', 'http', 'durations.ts', 'json.ts', 'once-for.ts', 'present.ts', 'sha256.ts'];

/** Packages, and the only rooms that may import them. */
const PACKAGES = {
  keyv: ['store'],
  '@keyv': ['store'],
  sqlite3: ['store'],
  fastify: ['web'],
  '@fastify': ['web'],
  undici: ['cli', 'discord', 'http', 'platform', 'pictures', 'web'],
  'discord.js': ['bot', 'cli', 'discord', 'message'],
  '@discordjs': ['app', 'cli', 'discord'],
  'discord-api-types': [
    'commands',
    'app',
    'cli',
    'discord',
    'web',
    'bot',
    'jobs',
    'guilds',
    'linking',
    'accounts',
    'members',
    'replies',
    'message',
    'roles',
  ],
};

/** Tools, which shipped code may not import; those in `tools` import nothing of the others, nor of the bot. */
const OUTSIDE = ['tools', 'playground', 'bench', 'test'];

function roomOf(file) {
  const [first = '', second = '', third = ''] = file.split('/');
  if (first !== 'src') return first;
  return `${second}/${third}` in ROOMS ? `${second}/${third}` : second;
}

/** The folder or file of a command; `shared` is for all, and `index` lists them. */
const commandOf = (file) => file.split('/')[1]?.replace(/\.ts$/, '');

/** `tools/x`: a package of its own. */
const toolOf = (file) => file.split('/').slice(0, 2).join('/');

const isIn = (target, place) =>
  target === place || target.startsWith(`${place}/`) || target === `${place}.ts`;

function mayImport(file, to, typesOnly) {
  const [from, target] = [roomOf(file), roomOf(to)];
  const isOurs = to.startsWith('src/') || to.startsWith('commands/');
  const isFile = isOurs || (to.includes('/') && existsInRepository(to));
  if (from === 'tools' && isFile) return toolOf(to) === toolOf(file);
  if (OUTSIDE.includes(target) && isFile) return OUTSIDE.includes(from);
  if (OUTSIDE.includes(from)) return true;
  if (!isOurs) {
    const name = Object.keys(PACKAGES).find((one) => isIn(to, one));
    if (name === undefined) return true;
    return (
      PACKAGES[name].includes(from) || (typesOnly && ROOMS[from]?.types?.includes('*') && name !== 'keyv')
    );
  }
  // What two commands share is in `shared`.
  if (from === 'commands' && target === from)
    return commandOf(file) === 'index' || ['shared', commandOf(file)].includes(commandOf(to));
  // What lies directly in a room may import its folders.
  if (from === target || target.startsWith(`${from}/`)) return true;
  const path = to.replace(/^src\//, '');
  const allows = (places) =>
    places.some((place) => (place === '*' ? target !== 'commands' : isIn(path, place)));
  const { may = [], types = [] } = ROOMS[from] ?? {};
  return allows([...EVERYWHERE, ...may]) || (typesOnly && allows(types));
}

const existsInRepository = (to) => to.endsWith('.ts') || to.endsWith('.js') || to.endsWith('.json');

/** Groups of files that import each other, by Tarjan's algorithm. */
function circlesOf(graph) {
  const [seen, low, stack, circles] = [new Map(), new Map(), [], []];
  function visit(file) {
    seen.set(file, seen.size);
    low.set(file, seen.get(file));
    stack.push(file);
    for (const to of graph.get(file)) {
      if (!graph.has(to)) continue;
      if (!seen.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file), low.get(to)));
    }
    if (low.get(file) !== seen.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted((a, b) => a.localeCompare(b)));
  }
  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return circles;
}

/**
 * One line for each import that is not allowed and for each circle.
 * @param {Map<string, string>} files path and text
 */
export function breachesIn(files) {
  const graph = new Map();
  const breaches = [];
  for (const [file, text] of files) {
    const imports = importsOf(file, text);
    graph.set(
      file,
      imports.map(({ to }) => to),
    );
    for (const { to, typesOnly } of imports)
      if (!mayImport(file, to, typesOnly)) breaches.push(`${file} may not import ${to}`);
  }
  return [...breaches, ...circlesOf(graph).map((circle) => `a circle: ${circle.join(', ')}`)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'src', 'commands', ...OUTSIDE];
  const names = execFileSync('git', git, { encoding: 'utf8' }).split('\n');
  const files = names.filter((name) => name.endsWith('.ts') && existsSync(name));
  const breaches = breachesIn(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])));
  for (const breach of breaches) console.error(breach);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
