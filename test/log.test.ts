import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLog, terminalDestination } from '../src/log.ts';
import { Secret } from '../src/settings/secret.ts';

const MARK = 'marked-secret';

/** What libraries throw: addresses, requests and headers hang on errors, and on the causes of their causes. */
function leakyError(): Error {
  const hung = {
    url: `https://discord.com/api/v10/webhooks/900/${MARK}-url/messages/@original`,
    requestBody: { json: { token: `${MARK}-body` }, files: [{ data: `${MARK}-file` }] },
    rawError: { message: `${MARK}-raw` },
    headers: [['authorization', `Bearer ${MARK}-header`]],
    config: { auth: { password: `${MARK}-password` } },
  };
  const deepest = Object.assign(new Error(`POST /interactions/1/${MARK}-path/callback`), hung);
  const deeper = Object.assign(
    new Error(`GET https://x/?code=${MARK}-query failed`, { cause: deepest }),
    hung,
  );
  const cause = Object.assign(new TypeError(`Bearer ${MARK}-bearer refused`, { cause: deeper }), hung);
  return Object.assign(new AggregateError([deepest, cause], 'several failed', { cause }), hung);
}

it('writes lines together, and from a warning on at once', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'matchpoint-log-')), 'log');
  const destination = pino.destination({ dest: file, sync: false, minLength: 4096 });
  await once(destination, 'ready');
  const log = createLog('info', destination);
  log.info('first');
  await setImmediate();
  expect(readFileSync(file, 'utf8')).toBe('');
  log.warn('second');
  await once(destination, 'drain');
  expect(readFileSync(file, 'utf8')).toMatch(/first.*\n.*second.*\n/);
  destination.destroy();
});

it('hangs nothing on its destination for each of many warnings', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'matchpoint-log-')), 'log');
  const destination = pino.destination({ dest: file, sync: false, minLength: 4096 });
  await once(destination, 'ready');
  const log = createLog('info', destination);
  for (let line = 0; line < 20; line++) log.warn({ line }, 'a bad night');
  expect(destination.listenerCount('drain')).toBe(0);
  destination.flushSync();
  destination.destroy();
});

const formats = {
  'as JSON': async (write: (text: string) => void) => createLog('trace', { write }),
  'on a terminal': async (write: (text: string) => void) =>
    createLog('trace', await terminalDestination(write)),
};

describe.each(Object.entries(formats))('the log %s', (_format, open) => {
  it('tells of an error and its causes, and of nothing that hangs on them', async () => {
    let output = '';
    const log = await open((text) => (output += text));
    log.error({ err: leakyError(), token: new Secret(`${MARK}-setting`) }, 'interaction');
    for (const part of [
      'several failed',
      'AggregateError',
      'TypeError',
      'refused',
      'callback',
      'log.test.ts',
    ])
      expect(output).toContain(part);
    expect(output).not.toContain(MARK);
  });

  it('cuts addresses out of the stack as well', async () => {
    let output = '';
    const log = await open((text) => (output += text));
    const error = new Error('x');
    error.stack = `Error: x\n    at get (https://x/file.js?token=${MARK}:1:1)`;
    log.error({ err: error }, 'x');
    expect(output).toContain('file.js');
    expect(output).not.toContain(MARK);
  });

  it('writes what a server said, short and without what may be a token', async () => {
    let output = '';
    const log = await open((text) => (output += text));
    const messages = [
      `Bearer ${MARK} is\u202e no good\nhere: the match is over`,
      `api_key=${MARK}, "token": "${MARK}" code: ${MARK}`,
      `no grant eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${MARK}-4 for 8f14e45fceea167a5a36dedd4bea2543`,
    ];
    for (const platformMessage of messages) log.info({ platformMessage }, 'interaction');
    log.info({ platformMessage: 'x'.repeat(5000) }, 'interaction');
    expect(output).toContain('is no good here: the match is over');
    expect(output).toContain('no grant … for …');
    expect(output).not.toMatch(/marked|eyJ|8f14/);
    expect(output).not.toContain('x'.repeat(201));
  });

  it('survives what is thrown and is no error', async () => {
    let output = '';
    const log = await open((text) => (output += text));
    log.error({ err: { token: MARK } }, 'thrown');
    log.error({ err: MARK }, 'thrown');
    expect(output.match(/thrown/g)).toHaveLength(2);
    expect(output).not.toContain(MARK);
  });
});

it('is one line of JSON for each event, with the time', async () => {
  const lines: string[] = [];
  const log = await formats['as JSON']((text) => void lines.push(text));
  log.info({ command: 'rank', outcome: 'ok', ms: 12 }, 'interaction');
  expect(JSON.parse(lines.join(''))).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    command: 'rank',
    outcome: 'ok',
    ms: 12,
    msg: 'interaction',
  });
});

it('is one line on a terminal, too, with the level in words', async () => {
  const lines: string[] = [];
  const log = await formats['on a terminal']((text) => void lines.push(text));
  log.info({ command: 'rank', outcome: 'ok', ms: 12 }, 'interaction');
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
  expect(lines.join('')).toMatch(/INFO.*interaction.*"command":"rank"/);
});
