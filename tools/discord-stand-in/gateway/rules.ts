import { GatewayCloseCodes as Close, GatewayIntentBits as Intent, GatewayOpcodes as Op } from 'discord.js';
import { isRecord } from '../check/json.ts';

/** Why a socket is closed, in Discord's words. */
export interface Closing {
  code: Close;
  reason: string;
}

export type ReceivedFrame =
  | { op: Op.Heartbeat }
  | { op: Op.Identify; token: string; intents: number; shard: readonly [number, number] }
  | { op: Op.Resume; token: string; sessionId: string; seq: number }
  | { op: Op.PresenceUpdate | Op.VoiceStateUpdate | Op.RequestGuildMembers };

const MAX_BYTES = 4096;

const decodeError: Closing = { code: Close.DecodeError, reason: 'Error while decoding payload.' };

/** Reads what a client sent; a `Closing` where Discord would end the connection over it. */
export function readPayload(bytes: Buffer): ReceivedFrame | Closing {
  if (bytes.length > MAX_BYTES) return decodeError;
  let payload: unknown;
  try {
    payload = JSON.parse(bytes.toString());
  } catch {
    return decodeError;
  }
  if (!isRecord(payload)) return decodeError;
  const d = payload['d'];
  switch (payload['op']) {
    case Op.Heartbeat:
      return { op: Op.Heartbeat };
    case Op.Identify:
      return isRecord(d) ? identify(d) : decodeError;
    case Op.Resume: {
      if (!isRecord(d)) return decodeError;
      const { token, session_id: sessionId, seq } = d;
      if (typeof token !== 'string' || typeof sessionId !== 'string' || typeof seq !== 'number')
        return decodeError;
      return { op: Op.Resume, token, sessionId, seq };
    }
    case Op.PresenceUpdate:
    case Op.VoiceStateUpdate:
    case Op.RequestGuildMembers:
      return { op: payload['op'] };
    default:
      return { code: Close.UnknownOpcode, reason: 'Unknown opcode.' };
  }
}

const ALL_INTENTS = Object.values(Intent)
  .filter((bit) => typeof bit === 'number')
  .reduce((sum, bit) => sum | bit, 0);
/** Not enabled for the application in the developer portal. */
const PRIVILEGED = Intent.GuildMembers | Intent.GuildPresences | Intent.MessageContent;

function identify(d: Record<string, unknown>): ReceivedFrame | Closing {
  const { token, intents, properties, shard } = d;
  if (typeof token !== 'string' || !isRecord(properties)) return decodeError;
  if (typeof intents !== 'number' || (intents & ~ALL_INTENTS) !== 0)
    return { code: Close.InvalidIntents, reason: 'Invalid intent(s).' };
  if ((intents & PRIVILEGED) !== 0) return { code: Close.DisallowedIntents, reason: 'Disallowed intent(s).' };
  const shardPair = readShard(shard);
  if (!shardPair) return { code: Close.InvalidShard, reason: 'Invalid shard.' };
  return { op: Op.Identify, token, intents, shard: shardPair };
}

function readShard(shard: unknown): readonly [number, number] | undefined {
  if (shard === undefined || shard === null) return [0, 1];
  if (!Array.isArray(shard)) return undefined;
  const [index, count]: unknown[] = shard;
  if (typeof index !== 'number' || typeof count !== 'number') return undefined;
  return index >= 0 && index < count ? [index, count] : undefined;
}
