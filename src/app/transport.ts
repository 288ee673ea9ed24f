import type { SessionInfo } from '@discordjs/ws';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Dispatcher } from '../bot/dispatch.ts';
import { findPublicKey, isOtherKey } from '../discord/application.ts';
import { createGateway, type DiscordRefusedError } from '../discord/gateway.ts';
import type { DiscordRest } from '../discord/rest.ts';
import { settings } from '../settings/settings.ts';
import type { transportSettings } from './part-settings.ts';
import type { Stores } from '../store/store.ts';
import type { InteractionsEndpoint } from '../web/interaction-routes.ts';
import { createRefusedSignatures, type RefusedSignature } from '../web/refused-signatures.ts';
import { createVerifier, type VerifySignature } from '../web/signature.ts';

/** A gateway session between two processes. */
export const Session: z.ZodType<SessionInfo> = z.looseObject({
  sessionId: z.string(),
  resumeURL: z.string(),
  sequence: z.number(),
  shardId: z.number(),
  shardCount: z.number(),
});

type Dispatch = Dispatcher['dispatch'];

/** How interactions reach the bot. */
export interface Transport {
  /**
   * Rejects with `DiscordRefusedError`, or with what REST throws. `dispatch`: answers what the gateway delivers. `onRefused`: Discord
   * refuses the bot later on.
   */
  connect(events: { dispatch: Dispatch; onRefused: (error: DiscordRefusedError) => void }): Promise<void>;
  /** How long interactions have had no way in: 0 while they have one. */
  disconnectedMs(): number;
  latencyMs(): number | undefined;
  /** Takes no more; only the gateway can be left, over HTTP it is the server that closes. */
  close?(): Promise<void>;
  /** Where they come over HTTP. */
  endpoint?(dispatch: Dispatch): InteractionsEndpoint;
}

interface TransportOptions extends ReturnType<typeof transportSettings> {
  rests: Pick<DiscordRest, 'rest' | 'subjects'>;
  stores: Pick<Stores, 'namespace'>;
  onShard: (shardId: number, ready: boolean) => void;
  /** Over HTTP: a request without a signature of Discord's. */
  onRefusedSignature: (reason: RefusedSignature) => void;
  log: Logger;
}

/** The gateway, or the endpoint of the HTTP server, as the settings say. */
export const createTransport = (options: TransportOptions): Transport =>
  options.mode === 'http' ? overHttp(options) : overGateway(options);

const noted =
  ({ subjects }: TransportOptions['rests'], dispatch: Dispatch): Dispatch =>
  (raw, request) => {
    subjects.noteInteraction(raw);
    return dispatch(raw, request);
  };

function overGateway({ token, shards, rests, stores, onShard, log }: TransportOptions): Transport {
  const gateway = createGateway({
    rest: rests.rest,
    token,
    sessions: stores.namespace('sessions', Session),
    identifies: stores.namespace('identifies', z.literal(true)),
    shards,
    onShard,
    log,
  });
  return {
    ...gateway,
    connect: ({ dispatch, onRefused }) => gateway.connect({ dispatch: noted(rests, dispatch), onRefused }),
  };
}

function overHttp({ publicKey, rests, onRefusedSignature, log }: TransportOptions): Transport {
  let verify: VerifySignature | undefined;
  const logOther = (): void =>
    log.error({ settings: [settings.discord.publicKey.name] }, 'Discord names another public key');
  return {
    async connect() {
      verify = createVerifier(await findPublicKey(rests.rest, publicKey));
      // Not awaited: the start does without Discord where the key is configured.
      if (publicKey !== undefined)
        void isOtherKey(rests.rest, publicKey).then((isOther) => isOther && logOther());
    },
    disconnectedMs: () => (verify === undefined ? Infinity : 0),
    latencyMs: () => undefined,
    endpoint: (dispatch) => ({
      verify: () => verify,
      dispatch: noted(rests, dispatch),
      onRefused: createRefusedSignatures({ now: Date.now, log, onRefused: onRefusedSignature }),
    }),
  };
}
