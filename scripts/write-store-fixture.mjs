// node scripts/write-store-fixture.mjs [FOLDER]: members use the built bot in the playground, and the SQLite file that it leaves becomes
// VERSION.sqlite in the folder, by default test/store/fixtures, an export of it VERSION.export. Run it once per release, after a build
// of that release's playground (`npm run preplayground`): later versions test that they can read both.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sqlite3 from 'sqlite3';

/** For tests alone; `test/store/fixtures.test.ts` opens the links with it. */
const KEY = `fixture:${Buffer.alloc(32, 5).toString('base64')}`;

function run(args, env) {
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const { startPlayground } = await import('../dist/playground/start.js');
const { CAST } = await import('../dist/tools/platform-stand-in/world/players.js');
const { Browser } = await import('../dist/playground/tour/browser.js');
const { goThroughLinking, linkAddress } = await import('../dist/playground/tour/link-member.js');

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const dataFolder = mkdtempSync(join(tmpdir(), 'matchpoint-fixture-'));
const world = await startPlayground({ dataFolder, env: { ENCRYPTION_KEYS: KEY } });
const { discord, platform } = world;
const member = (name) => discord.member(name);

async function until(what, happened) {
  for (let tries = 0; !happened(); tries++) {
    if (tries === 600) throw new Error(`waited in vain: ${what}`);
    await sleep(100);
  }
}

async function link(name, player) {
  const question = await member(name).slash('link').answer();
  const page = await goThroughLinking(new Browser(), linkAddress(question), { discord: name, player });
  if (!page.text.includes("You're linked")) throw new Error(`${name} is not linked: ${page.text}`);
}

const tournament = (name) =>
  [...platform.world.tournaments.values()].find((one) => one.name === name)?.id ?? name;
const isPosted = (channel, text) =>
  member('Bruno')
    .sees(channel)
    .some((message) => JSON.stringify(message).includes(text));

async function useTheBot() {
  await link('Ana', CAST.contender);
  await link('Bruno', CAST.rival);
  await link('Chloé', CAST.newcomer);
  const chloe = member('Chloé');
  await chloe.press(await chloe.slash('privacy').answer(), 'Hide me').answer();

  const ana = member('Ana');
  await ana.select(await ana.slash('settings').answer(), 'Log channel: none', ['organizers']).answer();
  const running = { tournament: tournament('Friday Night Open') };
  const preview = await ana.slash('follow', running, { place: 'match-night' }).answer();
  await ana.press(preview, 'Follow').answer();
  await until('the live post', () => isPosted('match-night', 'Friday Night Open'));

  await ana.slash('register', { tournament: tournament('Late Break') }).answer();
  await ana.press(await ana.slash('next').answer(), 'Direct message').answer();
  const [match] = await ana.autocomplete('score', 'match', { match: 'weiß' }).suggestions();
  const score = { match: String(match?.value), player1_score: 3, player2_score: 1 };
  await ana.slash('score', score).answer(); // its buttons stay
  await ana.press(await ana.slash('score', score).answer(), 'Confirm').answer();
  await until('the announcement', () => isPosted('match-night', 'Reported by'));
}

/** One file with small pages, because most tables have few rows. */
async function compact(file) {
  const database = new sqlite3.Database(file);
  for (const sql of ['PRAGMA journal_mode = DELETE', 'PRAGMA page_size = 512', 'VACUUM'])
    await new Promise((resolve, reject) => database.all(sql, (error) => (error ? reject(error) : resolve())));
  await new Promise((resolve) => database.close(resolve));
}

const [, , folder = 'test/store/fixtures'] = process.argv;
const fixture = join(folder, version);
try {
  try {
    await useTheBot();
  } finally {
    await world.close();
  }
  const file = join(dataFolder, 'matchpoint.sqlite');
  rmSync(`${fixture}.export`, { force: true });
  run(['dist/src/cli/store.js', 'export', `${fixture}.export`], { STORE_URL: `sqlite://${file}` });
  await compact(file);
  copyFileSync(file, `${fixture}.sqlite`);
} finally {
  rmSync(dataFolder, { recursive: true });
}
