import type { Answer, Incoming } from './http/exchange.ts';
import { answerApi, callerOf } from './api/answer.ts';
import { createFaultSwitch, type Fault } from './http/fault.ts';
import { listen } from './http/listen.ts';
import { createWire, type Who, type PlatformWireEntry } from './http/wire.ts';
import { answerAuthorize } from './oauth/authorize.ts';
import { createGrants } from './oauth/grants.ts';
import { answerToken } from './oauth/token.ts';
import { chooseShape, type ShapeName } from './shapes/choose.ts';
import { createWorld } from './world/create-world.ts';
import type { World, WorldPlayer } from './world/records.ts';

export interface PlatformOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  seed?: number;
  /** "/play/api": what the base URL carries besides the origin. */
  basePath?: string;
  shape?: ShapeName;
  /** How long a member's access token works. */
  tokenSeconds?: number;
  /** Added to every answer. */
  delayMs?: number;
  /** Where codes may go; the first is used where a request names none. */
  redirectUris?: readonly string[];
  platformName?: string;
  /** The app's name on the consent page. */
  appName?: string;
  now?: () => number;
}

export interface PlatformStandIn {
  /** The origin. */
  readonly url: string;
  /** The origin and the base path: PLATFORM_BASE_URL. */
  readonly baseUrl: string;
  readonly authorizeUrl: string;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly world: World;
  /** Players as whom members may well sign in, or have. */
  readonly users: readonly WorldPlayer[];
  readonly shape: ShapeName;
  setShape(shape: ShapeName): void;
  readonly fault: Fault | undefined;
  setFault(fault: Fault | undefined): void;
  setRedirectUris(redirectUris: readonly string[]): void;
  /** The last requests and answers, oldest first, with secrets masked. */
  readonly wire: readonly PlatformWireEntry[];
  /** Tells of each exchange when it is over. Answers how to stop listening. */
  onWire(listener: (entry: PlatformWireEntry) => void): () => void;
  close(): Promise<void>;
}

const API_KEY = 'stand-in-api-key-5b1f0c9e';
const CLIENT_ID = 'stand-in-client';
const CLIENT_SECRET = 'stand-in-client-secret-83d2a7f4';

/** A working Competitive Play Service in memory, on the loopback address. */
export async function startPlatform(options: PlatformOptions = {}): Promise<PlatformStandIn> {
  const { basePath = '', delayMs = 0, platformName = 'Competitive Play', now = Date.now } = options;
  const world = createWorld({ seed: options.seed ?? 1, startsAt: now() });
  const grants = createGrants({ now, tokenSeconds: options.tokenSeconds ?? 3600 });
  const faults = createFaultSwitch();
  const wire = createWire();
  let shapeName = options.shape ?? 'documented';
  let redirectUris = options.redirectUris ?? [];
  const shape = () => chooseShape(shapeName);

  function answer(incoming: Incoming): Answer {
    const name = options.appName ?? 'Matchpoint';
    const client = { id: CLIENT_ID, secret: CLIENT_SECRET, name, redirectUris };
    switch (incoming.path) {
      case '/oauth/token':
        return answerToken(incoming, client, grants);
      case '/oauth/authorize':
        return answerAuthorize(incoming, { world, client, grants, platformName, basePath });
      default:
        return answerApi(incoming, { world, shape: shape(), grants, apiKey: API_KEY, now });
    }
  }

  function whoAsks({ path, headers }: Omit<Incoming, 'body'>): Who {
    if (path === '/oauth/token') return 'client';
    if (path === '/oauth/authorize') return 'browser';
    const caller = callerOf({ headers }, { world, grants, apiKey: API_KEY });
    if (!caller) return 'nobody';
    return caller.kind === 'member' ? `player ${caller.player.id}` : 'api-key';
  }

  const { port, close } = await listen(
    { basePath, delayMs, now, faults, wire, shape, whoAsks, answer },
    options.port ?? 0,
  );
  const url = `http://127.0.0.1:${port}`;
  const baseUrl = url + basePath;
  return {
    url,
    baseUrl,
    authorizeUrl: `${baseUrl}/oauth/authorize`,
    apiKey: API_KEY,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    world,
    get users() {
      const ids = new Set([...world.cast.map(({ playerId }) => playerId), ...grants.playerIds]);
      return [...ids].flatMap((id) => world.players.get(id) ?? []);
    },
    get shape() {
      return shapeName;
    },
    setShape(chosen) {
      shapeName = chosen;
    },
    get fault() {
      return faults.current;
    },
    setFault: (fault) => faults.set(fault),
    setRedirectUris(registered) {
      redirectUris = registered;
    },
    wire: wire.entries,
    onWire: (listener) => wire.listen(listener),
    close,
  };
}
