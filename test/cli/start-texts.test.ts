import { expect, test } from 'vitest';
import { defineCommand } from '../../src/bot/command.ts';
import { declare } from '../../src/bot/declare.ts';
import { createWords } from '../../src/words/words.ts';
import { storeFinding } from '../../src/cli/doctor/check-store.ts';
import { createFindings } from '../../src/cli/doctor/finding.ts';
import { createTerminalText } from '../../src/words/terminal.ts';
import { explainStart } from '../../src/cli/start-texts.ts';
import { DiscordRefusedError } from '../../src/discord/gateway.ts';
import { readConfig } from '../../src/settings/settings.ts';
import { StoreError } from '../../src/store/errors.ts';
import { StoreVersionError } from '../../src/store/version.ts';

const result = readConfig({
  DISCORD_TOKEN: 'x',
  DISCORD_CLIENT_SECRET: 'x',
  PLATFORM_BASE_URL: 'https://play.example',
  PLATFORM_API_KEY: 'x',
  PLATFORM_CLIENT_ID: 'x',
  PLATFORM_CLIENT_SECRET: 'x',
  PUBLIC_URL: 'https://bot.example',
  HOST: '192.0.2.1',
  PORT: '80',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
});
const systemError = (fields: object) => Object.assign(new Error('marked'), fields);
const explained = (error: unknown) => {
  if ('faults' in result) throw new Error('the settings are wrong');
  return explainStart(error, result.config);
};

test.each([
  [{ code: 'EADDRINUSE', syscall: 'listen', port: 80 }, /port 80 \(EADDRINUSE\)\. Choose another PORT/],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, /port 80 \(EACCES\)\. .*1024.*set PORT/],
  [{ code: 'EADDRNOTAVAIL', syscall: 'listen', port: 80 }, /address 192\.0\.2\.1 \(.*Set HOST /],
  [{ code: 'EADDRNOTAVAIL', syscall: 'listen', port: 9464 }, /address 127\.0\.0\.1 \(.*Set METRICS_HOST /],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '192.0.2.1' }, /Set HOST /],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '127.0.0.1' }, /Set METRICS_HOST /],
])('explains a port that cannot be opened: %j', (fields, sentence) => {
  expect(explained(systemError(fields))).toMatch(sentence);
});

test('names the user for a folder without permission, and not for other store errors', () => {
  const uid = String(process.getuid?.());
  const cause = systemError({ code: 'EACCES' });
  expect(explained(new StoreError('the folder /x cannot be made: EACCES', { cause }))).toContain(
    `/x cannot be made: EACCES. User ${uid}, which this runs as, has to be able to write that folder`,
  );
  expect(explained(new StoreError('x is no SQLite database'))).toMatch(/x is no .*\. Check STORE_URL\.$/);
});

test.each([
  ['token', /DISCORD_TOKEN\.$/],
  ['shard', /4010\)\. Set DISCORD_SHARDS=auto, or /],
  ['shards', /4011\)\. Set DISCORD_SHARDS=auto\. If it's auto already, start the bot again/],
  ['version', /4012\)\. Update Matchpoint\.$/],
  ['intents', /4013\)/],
  ['disallowedIntents', /4014\)/],
] as const)('says what to do where Discord refuses the %s', (refusal, sentence) => {
  expect(explained(new DiscordRefusedError(refusal))).toMatch(sentence);
});

test.each([
  ['SQLITE_FULL', /SQLITE_FULL\. Its disk is full or failing: make room/],
  ['SQLITE_IOERR', /SQLITE_IOERR\. Its disk is full or failing/],
  ['ENOSPC', /ENOSPC\. Its disk is full or failing/],
  ['SQLITE_CORRUPT', /SQLITE_CORRUPT\. It's damaged: .* restore a backup\.$/],
  ['SQLITE_NOTADB', /SQLITE_NOTADB\. It's damaged/],
])('says what to do about a store with %s', (code, sentence) => {
  const error = new StoreError(`store open: ${code}`, { cause: systemError({ code }) });
  expect(explained(error)).toMatch(sentence);
});

test('the doctor knows a full disk, a folder that it may not write, and an update under way', () => {
  const say = createFindings(createTerminalText());
  const cases = [
    ['SQLITE_FULL', 'storeDisk', /disk is full or failing/],
    ['ENOENT', 'storePath', /correct the path/],
    ['ENOTDIR', 'storePath', /correct the path/],
    ['EROFS', 'storeDenied', /has to be able to write that folder/],
    ['EACCES', 'storeDenied', /User \d+/],
    ['SQLITE_CORRUPT', 'storeDamaged', /restore a backup/],
    ['SQLITE_ERROR', 'storeClosed', /Check STORE_URL/],
  ] as const;
  for (const [code, check, cure] of cases) {
    const finding = storeFinding(new StoreError(code, { cause: systemError({ code }) }), say);
    expect(finding).toMatchObject({ grade: 'fault', check, cure: expect.stringMatching(cure) });
  }
  const busy = storeFinding(new StoreVersionError('busy', 'busy'), say);
  expect(busy).toMatchObject({ grade: 'remark', check: 'storeBusy', cure: expect.stringContaining('Wait') });
});

test('says which version of Matchpoint reads a store', () => {
  const storeVersion = { version: 7, matchpoint: '3.1.0' };
  expect(explained(new StoreVersionError('newer', 'newer', storeVersion))).toBe(
    'Matchpoint 3.1.0 wrote the store in format 7, and this version reads format 2 at most: start Matchpoint 3.1.0 or later, or restore the backup from before the update.',
  );
  expect(explained(new StoreVersionError('older', 'older'))).toMatch(
    /stop every bot .* back it up \(an export with that version, or a copy/,
  );
  expect(explained(new StoreVersionError('damaged', 'damaged'))).toMatch(/restore a backup/);
  expect(explained(new StoreVersionError('busy', 'busy'))).toMatch(
    /^Another process is updating the store: .* try again\.$/,
  );
});

test('names a missing sentence of a command and where to add it', () => {
  const command = defineCommand({
    name: 'team-rank',
    audience: 'public',
    options: { size: { type: 'integer' } },
    run: () => Promise.resolve({ content: '' }),
  });
  const declared = (sentences: object): unknown => {
    const words = createWords();
    const translate = (key: string): string => Reflect.get(sentences, key) ?? key;
    const t = Object.assign(translate, words.in('en-US'));
    try {
      return declare(command, { ...words, in: () => t });
    } catch (error) {
      return explained(error);
    }
  };
  const description = 'commands.team-rank.description';
  expect(declared({})).toBe(`/team-rank lacks "${description}": add it to src/words/en-US.json.`);
  expect(declared({ [description]: 'Ranks teams' })).toBe(
    '/team-rank lacks "commands.team-rank.options.size": add it to src/words/en-US.json.',
  );
});

test('does not explain other errors', () => {
  expect(explained(systemError({ code: 'EACCES', syscall: 'connect' }))).toBeUndefined();
});
