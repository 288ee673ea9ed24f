import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { mode } from '../../support/mode.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { recordingProxy, type RecordingProxy } from '../../support/recording-proxy.ts';
import { until } from '../../support/until.ts';

/** A world in which the platform's clock can run ahead of the bot's, and what the bot sends it is written down. */
async function tokenWorld(tokenSeconds: number, env: Record<string, string> = {}) {
  const clock = { aheadMs: 0 };
  let proxy: RecordingProxy | undefined;
  const world = await startPlayground({
    mode,
    platform: { tokenSeconds, now: () => Date.now() + clock.aheadMs },
    env: async ({ platform }) => {
      proxy = await recordingProxy(platform.url);
      return { ...env, PLATFORM_BASE_URL: proxy.url };
    },
  });
  const exchanges = () => proxy?.exchanges ?? [];
  const ana = world.discord.member('Ana');
  return {
    ...world,
    clock,
    ana,
    exchanges,
    /** The forms that went to the token endpoint. */
    tokenForms: (grantType: string) =>
      exchanges()
        .filter(({ path }) => path === '/oauth/token')
        .map(({ requestBody }) => Object.fromEntries(new URLSearchParams(requestBody)))
        .filter((form) => form['grant_type'] === grantType),
    register: (name: string) => ana.slash('register', { tournament: idOf(world, name) }).answer(),
    async close() {
      await world.close();
      await proxy?.close();
    },
  };
}

type TokenWorld = Awaited<ReturnType<typeof tokenWorld>>;

const idOf = ({ platform }: Playground, name: string) =>
  [...platform.world.tournaments.values()].find((one) => one.name === name)!.id;

describe('without extras', () => {
  let w: TokenWorld;
  const browser = new Browser();
  beforeAll(async () => {
    w = await tokenWorld(3600);
    await linked(w, 'Ana', CAST.contender, browser);
  });
  afterAll(() => w.close());

  test('the token request holds exactly the four documented fields', () => {
    expect(w.tokenForms('authorization_code').map((form) => Object.keys(form))).toEqual([
      ['grant_type', 'code', 'client_id', 'client_secret'],
    ]);
    const consent = browser.visited.find(({ pathname }) => pathname === '/oauth/authorize')!;
    expect([...consent.searchParams.keys()]).toEqual(['response_type', 'client_id', 'state']);
  });

  test('a token that the platform takes no more is refreshed, and the write made once', async () => {
    w.clock.aheadMs += 3_600_000;
    expect(await w.register('Late Break')).toReadAlone(w.ana.id, "You're registered for Late Break");
    const posts = w.exchanges().filter(({ path }) => path.endsWith('/register'));
    expect(posts.map(({ status }) => status)).toEqual([
      401,
      expect.toSatisfy((status: number) => status < 300),
    ]);
    expect(
      w.tokenForms('refresh_token').map((form) => Object.keys(form).toSorted((a, b) => a.localeCompare(b))),
    ).toEqual([['client_id', 'client_secret', 'grant_type', 'refresh_token']]);
  });

  test('of ten writes at once one refreshes, with a refresh token that rotates', async () => {
    w.clock.aheadMs += 3_600_000;
    const before = w.tokenForms('refresh_token').length;
    const names = [
      'Sunday Social',
      'Women’s Masters',
      'Bank Pool Brawl',
      'Spring Grand Prix',
      'Round Robin Rumble',
    ];
    const answers = await Promise.all([...names, ...names].map(w.register));
    for (const answer of answers) expect(answer).toReadAlone(w.ana.id, /You're registered|already/);
    const used = w.tokenForms('refresh_token').map((form) => form['refresh_token']);
    expect(used).toHaveLength(before + 1);
    expect(new Set(used).size).toBe(used.length);
  });

  test('a grant that the platform has ended asks for /link again, and nothing else is lost', async () => {
    // A code that comes twice was seen by two: the platform ends what the first one got.
    const [{ code = '' } = {}] = w.tokenForms('authorization_code');
    const { clientId, clientSecret, baseUrl } = w.platform;
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      client_secret: clientSecret,
    });
    expect((await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body })).status).toBe(400);

    expect(await w.register('Saturday Sprint')).toReadAlone(
      w.ana.id,
      'no longer accepts your link',
      'Link account',
    );
    expect(await w.ana.slash('rank').answer()).toRead('Ana Conceição');
    await linked(w, 'Ana', CAST.contender);
    expect(await w.register('Two-Table Tango 🕺🕺')).toReadAlone(w.ana.id, "You're registered");
    expect(w.discord.problems).toEqual([]);
  });
});

describe('with redirect_uri and PKCE, and tokens that live for ten seconds', () => {
  let w: TokenWorld;
  let linkedAt = 0;
  const browser = new Browser();
  beforeAll(async () => {
    w = await tokenWorld(10, { PLATFORM_OAUTH_EXTRAS: 'redirect_uri,pkce', PLATFORM_SCOPE: 'profile play' });
    await linked(w, 'Ana', CAST.contender, browser);
    linkedAt = Date.now();
  });
  afterAll(() => w.close());

  test('both requests carry what RFC 6749 and RFC 7636 ask for', () => {
    const consent = browser.visited.find(({ pathname }) => pathname === '/oauth/authorize')!;
    const callback = `${w.bot.url}/link/callback`;
    expect(Object.fromEntries(consent.searchParams)).toMatchObject({
      redirect_uri: callback,
      scope: 'profile play',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(w.tokenForms('authorization_code')).toEqual([
      expect.objectContaining({
        redirect_uri: callback,
        code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
      }),
    ]);
  });

  test('the member goes on working past the end of the token, which is renewed in time', async () => {
    expect(await w.register('Late Break')).toReadAlone(w.ana.id, "You're registered for Late Break");
    expect(w.tokenForms('refresh_token')).toEqual([]);
    await until('the first token has ended', () => Date.now() > linkedAt + 10_000, 12_000);
    expect(await w.register('Sunday Social')).toReadAlone(w.ana.id, "You're registered for Sunday Social");
    expect(w.tokenForms('refresh_token')).toHaveLength(1);
    // Renewed before it was used: the platform never had to say no.
    expect(w.exchanges().filter(({ status }) => status === 401)).toEqual([]);
    expect(w.discord.problems).toEqual([]);
  });
});
