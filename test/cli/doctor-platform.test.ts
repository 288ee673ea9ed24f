import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctorWorld, serve } from '../support/doctor-world.ts';

const ana = { kennung: 'p-1', rufname: 'Ana' };
const bo = { kennung: 'p-2', rufname: 'Bo' };
const match = {
  kennung: 'm-1',
  heim: ana,
  gast: bo,
  heim_score: 2,
  gast_score: 1,
  lage: 'finished',
  anpfiff: '2031-05-01T18:00:00Z',
};
const tournament = {
  kennung: 't-1',
  bezeichnung: 'Hallencup',
  lage: 'running',
  anpfiff: { geplant: '2031-05-01' },
};
const row = { platz: 1, mitspieler: ana, wertung: 1500, geheim: 'marked-value' };

/** A platform whose field names are all unknown. */
const answers: Record<string, unknown> = {
  '/v1/me': { id: 'p-1', name: 'Ana', phone: '•••12', elo: 1500, rank: 'Gold', spa_balance: 3 },
  '/v1/tournaments': [tournament],
  '/v1/tournaments/t-1': tournament,
  '/v1/tournaments/t-1/bracket': { rounds: [[match]] },
  '/v1/matches/m-1': match,
  '/v1/rankings': [row, { ...row, platz: 2, mitspieler: bo }],
  '/v1/users/p-1': { ...ana, wertung: 1500 },
  '/v1/users/p-1/rank': { global_rank: 1, regional_rank: 1, elo: 1500, trend: '+3' },
  '/v1/users/p-1/matches': [match],
};
const foreign: RequestListener = (request, response) => {
  const body = answers[(request.url ?? '').split('?')[0] ?? ''];
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { message: 'not here' }));
};

const names = {
  tournament: { id: ['kennung'], name: ['bezeichnung'], status: ['lage'], startsAt: ['anpfiff.geplant'] },
  match: { id: ['kennung'], status: ['lage'], startsAt: ['anpfiff'] },
  pair: { first: ['heim'], second: ['gast'] },
  player: { id: ['kennung'], accountId: ['kennung'], name: ['rufname'], elo: ['wertung'] },
  rankingEntry: { place: ['platz'], player: ['mitspieler'], elo: ['wertung'] },
};

describe('a platform with its own field names', () => {
  it('is not readable, and the doctor shows where, with the unread names', async () => {
    const world = await doctorWorld();
    await world.publish();
    const { code, findings, text } = await world.run({ PLATFORM_BASE_URL: await serve(foreign) });
    const unread = findings.filter(({ check }) => check === 'operationUnread');
    expect(unread.map(({ says }) => says.split(': ')[0])).toEqual([
      'GET /v1/tournaments?status=upcoming',
      'GET /v1/tournaments',
      'GET /v1/rankings?type=global',
      'GET /v1/rankings?type=regional&region=berlin',
      'GET /v1/users/:id',
      'GET /v1/users/:id/matches',
    ]);
    expect(unread[1]?.reading?.unused).toEqual(['kennung', 'bezeichnung', 'lage', 'anpfiff.geplant']);
    expect(unread[1]?.cure).toContain('PLATFORM_FIELDS');
    expect(text).not.toContain('marked-value');
    expect(text).not.toContain('Hallencup');
    expect(code).toBe(1);
  });

  it.each([
    [{ rounds: [] }, 'operationEmpty'],
    [{ rounds: [{ name: 'Round 1', matches: [] }] }, 'operationEmpty'],
    [{ rounds: [{ name: 'Round 1', matches: null }, { name: 'Round 2' }] }, 'operationEmpty'],
    [{ rounds: [[], []], participants: [{ id: 1, name: 'Ana' }] }, 'operationEmpty'],
    [{ stages: [{ name: 'Groups', rounds: [{ matches: [null] }] }] }, 'operationEmpty'],
    [{ rounds: [{ name: 'Round 1', partien: [{ heim: 'Ana', gast: 'Bo' }] }] }, 'operationUnread'],
    [{ partien: [{ heim: 'Ana', gast: 'Bo' }] }, 'operationUnread'],
  ])('with the bracket %j is judged like /bracket does: %s', async (body, check) => {
    const world = await doctorWorld();
    const url = await serve((request, response) => {
      if (request.url !== '/v1/tournaments/t1/bracket') response.end('[{"id":"t1","name":"Cup"}]');
      else response.end(JSON.stringify(body));
    });
    const { findings } = await world.run({ PLATFORM_BASE_URL: url });
    const ofBracket = findings.filter(({ says }) => says.startsWith('GET /v1/tournaments/:id/bracket'));
    expect(ofBracket.map((finding) => finding.check)).toEqual([check]);
  });

  it('is readable with its names in PLATFORM_FIELDS', async () => {
    const world = await doctorWorld();
    await world.publish();
    const file = path.join(world.folder, 'fields.json');
    writeFileSync(file, JSON.stringify(names));
    const { code, findings, text } = await world.run({
      PLATFORM_BASE_URL: await serve(foreign),
      PLATFORM_FIELDS: file,
    });
    expect(findings.filter(({ grade }) => grade === 'fault')).toEqual([]);
    expect(findings.filter(({ check }) => check === 'operationRead')).toHaveLength(11);
    const of = (name: string) => findings.find(({ says }) => says === name)?.reading?.found;
    expect(of('GET /v1/tournaments/:id')).toContainEqual({ field: 'startsAt', names: ['anpfiff.geplant'] });
    expect(of('GET /v1/matches/:id')).toContainEqual({ field: 'pair.first', names: ['heim', 'heim_score'] });
    expect(text).toContain('PLATFORM_FIELDS adds names');
    expect(code).toBe(0);
  });

  async function withNames(added: object, own: Record<string, unknown> = {}) {
    const world = await doctorWorld();
    await world.publish();
    const file = path.join(world.folder, 'fields.json');
    writeFileSync(file, JSON.stringify({ ...names, ...added }));
    const url = await serve((request, response) => {
      const body = { ...answers, ...own }[(request.url ?? '').split('?')[0] ?? ''];
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? { message: 'not here' }));
    });
    return world.run({ PLATFORM_BASE_URL: url, PLATFORM_FIELDS: file });
  }

  it('has a fault for each added name that matches nothing', async () => {
    const { findings, code } = await withNames({
      tournament: {
        ...names.tournament,
        capacity: ['plaetze'],
        startsAt: ['beginn', 'anpfiff.geplant', 'start'],
      },
      player: { ...names.player, elo: ['tr'] },
      pair: { first: ['heim', 'blau'], second: ['gast', 'rot'] },
      envelope: { answer: ['daten'] },
      state: { running: ['laufend'] },
      token: { accessToken: ['marke'] },
    });
    const [fault] = findings.filter(({ check }) => check === 'namesUnmatched');
    expect(fault?.grade).toBe('fault');
    expect(fault?.says).toBe(
      'PLATFORM_FIELDS adds names that match nothing in any answer: player.elo "tr", tournament.startsAt "beginn", tournament.capacity "plaetze", envelope.answer "daten".',
    );
    expect(code).toBe(1);
  });

  it('has no fault for names of answers that are empty', async () => {
    const empty = { '/v1/rankings': [], '/v1/tournaments': [] };
    const { findings } = await withNames({}, empty);
    const says = findings.filter(({ check }) => check === 'namesUnmatched').map((one) => one.says);
    expect(says.join()).not.toMatch(/rankingEntry|tournament\./);
  });

  it('has its ids of matches tried before a score is sent to them', async () => {
    const numbered = { ...match, tafel: 7 };
    const { findings } = await withNames(
      { match: { ...names.match, id: ['tafel'] } },
      { '/v1/users/p-1/matches': [numbered], '/v1/tournaments/t-1/bracket': { rounds: [[numbered]] } },
    );
    expect(findings.map(({ check }) => check)).toContain('matchIdWrong');
  });

  it('has its order of sides tried on real matches', async () => {
    const other = { ...match, heim: bo, gast: ana };
    const elsewhere = await withNames({}, { '/v1/users/p-1/matches': [other] });
    expect(elsewhere.findings.map(({ check }) => check)).toContain('pairWrong');
    const won = { ...match, winner_id: 'p-2' };
    const lower = { '/v1/tournaments/t-1/bracket': { rounds: [[won]] }, '/v1/users/p-1/matches': [won] };
    expect((await withNames({}, lower)).findings.map(({ check }) => check)).toContain('pairWrong');
    expect((await withNames({})).findings.map(({ check }) => check)).not.toContain('pairWrong');
  });

  it('may list the ids of matches alone', async () => {
    const { findings } = await withNames({}, { '/v1/users/p-1/matches': ['m-1'] });
    expect(findings.filter(({ grade }) => grade === 'fault')).toEqual([]);
  });

  it('an invalid file of names is a fault of the settings', async () => {
    const world = await doctorWorld();
    const file = path.join(world.folder, 'fields.json');
    writeFileSync(file, JSON.stringify({ tournament: { startAt: ['marked-value'] } }));
    const { code, findings } = await world.run({ PLATFORM_FIELDS: file });
    expect(findings[0]?.says).toContain(
      'PLATFORM_FIELDS names a file with unknown records or fields: tournament.startAt.',
    );
    expect(JSON.stringify(findings)).not.toContain('marked-value');
    expect(code).toBe(1);
  });
});

describe('every shape of the playground', () => {
  it.each(['documented', 'camel', 'enveloped', 'graphish', 'jsonapi', 'normalized'] as const)(
    '%s is readable by every operation',
    async (shape) => {
      const world = await doctorWorld();
      await world.publish();
      world.platform.setShape(shape);
      const { findings } = await world.run();
      expect(findings.filter(({ grade }) => grade === 'fault')).toEqual([]);
      expect(findings.filter(({ check }) => check === 'operationRead')).toHaveLength(11);
    },
  );

  it('a match with only an id and a name is a fault, since it cannot be shown or scored', async () => {
    const world = await doctorWorld();
    world.platform.setShape('minimal');
    expect((await world.run()).troubles).toContain('operationSides');
  });
});

describe('the OAuth server', () => {
  const metadata =
    (body: object, at: string): RequestListener =>
    (request, response) => {
      if (request.url !== at) foreign(request, response);
      else response.end(JSON.stringify(body));
    };
  const pkce = { code_challenge_methods_supported: ['plain', 'S256'] };

  it.each([
    ['/.well-known/oauth-authorization-server/api', '/api'],
    ['/.well-known/oauth-authorization-server', '/api'],
    ['/.well-known/oauth-authorization-server', ''],
    ['/api/.well-known/openid-configuration', '/api'],
    ['/.well-known/openid-configuration', ''],
  ])('advertises PKCE at %s', async (at, base) => {
    const world = await doctorWorld();
    const origin = await serve(metadata(pkce, at));
    const env = { PLATFORM_BASE_URL: origin + base };
    const checks = async (extras: string) =>
      (await world.run({ ...env, PLATFORM_OAUTH_EXTRAS: extras })).findings.map(({ check }) => check);
    expect(await checks('')).toContain('pkceUnused');
    expect(await checks('pkce')).toContain('pkceUsed');
  });

  it('can lack PKCE, or advertise another consent page', async () => {
    const world = await doctorWorld();
    const advertisedMetadata = {
      code_challenge_methods_supported: ['plain'],
      authorization_endpoint: 'https://id.example/go?k=marked',
    };
    const origin = await serve(metadata(advertisedMetadata, '/.well-known/oauth-authorization-server'));
    const { findings, text } = await world.run({ PLATFORM_BASE_URL: origin });
    const checks = findings.map(({ check }) => check);
    expect(checks).toContain('pkceUntold');
    expect(checks).toContain('consentElsewhere');
    expect(text).toContain('https://id.example/go');
    expect(text).not.toContain('marked');
  });

  it('is requested without the API key', async () => {
    const authorizations: (string | undefined)[] = [];
    const world = await doctorWorld();
    const origin = await serve((request, response) => {
      if (request.url?.includes('.well-known') === true) authorizations.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    await world.run({ PLATFORM_BASE_URL: origin });
    expect(authorizations.length).toBeGreaterThan(0);
    expect(new Set(authorizations)).toEqual(new Set([undefined]));
  });
});

describe('a platform that is right in its own way', () => {
  const cup = { id: 't-1', name: 'Cup', Condition: 2, max_players: 8 };
  const game = {
    id: 'm-1',
    Combatants: [
      { id: 'p-1', name: 'Ana', Tally: 2 },
      { id: 'p-2', name: 'Bo', Tally: 1 },
    ],
    Condition: 3,
  };
  const odd: Record<string, unknown> = {
    '/v1/tournaments': [cup],
    '/v1/tournaments/t-1': cup,
    '/v1/tournaments/t-1/bracket': { rounds: [[game]] },
    '/v1/matches/m-1': game,
    '/v1/rankings': [{ id: 'p-1', name: 'Ana', elo: 1500 }],
    '/v1/users/p-1': { id: 'p-1', name: 'Ana', elo: 1500 },
    '/v1/users/p-1/rank': { global_rank: 1 },
    '/v1/users/p-1/matches': [game],
  };
  async function examine(added: object, meStatus = 401) {
    const world = await doctorWorld();
    await world.publish();
    const file = path.join(world.folder, 'fields.json');
    writeFileSync(file, JSON.stringify(added));
    const url = await serve((request, response) => {
      const at = (request.url ?? '').split('?')[0] ?? '';
      const body = odd[at];
      response.writeHead(body === undefined ? (at === '/v1/me' ? meStatus : 404) : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(body ?? { message: "This needs a member's token." }));
    });
    return world.run({ PLATFORM_BASE_URL: url, PLATFORM_FIELDS: file });
  }
  const sides = { match: { sides: ['Combatants'] } };

  it.each([401, 403])('asks for a member’s token at /v1/me (%i): that is no fault', async (status) => {
    const { findings, code } = await examine(sides, status);
    const ofMe = findings.filter(({ says }) => says.startsWith('GET /v1/me'));
    expect(ofMe.map(({ grade, check }) => [grade, check])).toEqual([['ok', 'operationOfMember']]);
    expect(code).toBe(0);
  });

  it('has numbers for states, which are there, but no words until they are taught', async () => {
    const status = ['Condition'];
    const untaught = await examine({ tournament: { status }, match: { ...sides.match, status } });
    const [fault, ...others] = untaught.findings.filter(({ grade }) => grade === 'fault');
    expect([fault?.check, fault?.says, ...others]).toEqual([
      'namesUnfit',
      expect.stringContaining('tournament.status "Condition", match.status "Condition"'),
    ]);
    const taught = await examine({
      tournament: { status },
      match: { ...sides.match, status },
      state: { running: [2], finished: ['3'] },
    });
    expect(taught.findings.filter(({ grade }) => grade === 'fault')).toEqual([]);
  });

  it('gets the entry to add for each name that is not read', async () => {
    const { findings } = await examine(sides);
    const reading = findings.find(({ says }) => says === 'GET /v1/matches/:id')?.reading;
    expect(reading?.entries).toEqual(['"side": { "…": ["Tally"] }', '"match": { "…": ["Condition"] }']);
  });
});
