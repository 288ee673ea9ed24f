import type { DiscordWireEntry as DiscordEntry } from '../../../tools/discord-stand-in/wire.ts';
import type { PlatformWireEntry as PlatformEntry } from '../../../tools/platform-stand-in/http/wire.ts';
import type { WireLine } from '../protocol.ts';

const MASK = '•••';
const KEPT_CHARACTERS = 6_000;

/**
 * The stand-ins mask what is secret by its name. Tickets, codes, states and signatures also stand inside of addresses (a link
 * button's, a redirect's, an upload's), which only a look at the text finds.
 */
const maskAddresses = (text: string): string =>
  text.replaceAll(/([?&](?:t|code|state|code_challenge|hm)=)[^&"'\s\\]+/g, `$1${MASK}`);

function displayText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const masked = maskAddresses(text);
  return masked.length > KEPT_CHARACTERS ? `${masked.slice(0, KEPT_CHARACTERS)}\n…` : masked;
}

/** JSON in readable lines; anything else as it is. */
function pretty(body: string): string {
  try {
    return displayText(JSON.parse(body));
  } catch {
    return displayText(body);
  }
}

const part = (label: string, text: string): { label: string; text: string }[] =>
  text === '' ? [] : [{ label, text }];

export function discordLine(entry: DiscordEntry): WireLine {
  const common = { at: entry.at, side: 'discord' as const, fault: null };
  if (entry.via === 'gateway') {
    const toBot = entry.direction === 'to-bot';
    return {
      ...common,
      from: toBot ? 'Discord' : 'Bot',
      to: toBot ? 'Bot' : 'Discord',
      title: entry.event,
      status: null,
      ms: null,
      parts: part('Payload', entry.payload === undefined ? '' : displayText(entry.payload)),
    };
  }
  return {
    ...common,
    from: 'Bot',
    to: 'Discord',
    title: `${entry.method} ${maskAddresses(entry.path)}`,
    status: entry.status,
    ms: entry.ms,
    parts: [
      ...part('Request', entry.request === undefined ? '' : displayText(entry.request)),
      ...part('Files', entry.files.join('\n')),
      ...part('Answer', entry.response === undefined ? '' : displayText(entry.response)),
    ],
  };
}

export function platformLine(entry: PlatformEntry, platformName: string): WireLine {
  return {
    at: entry.at,
    side: 'platform',
    from: entry.who === 'browser' ? 'Browser' : 'Bot',
    to: platformName,
    title: `${entry.method} ${maskAddresses(entry.path)}`,
    status: entry.status ?? 0,
    ms: entry.ms,
    fault: entry.fault,
    parts: [
      ...part('Request', pretty(entry.requestBody)),
      ...part('Answer', pretty(entry.answerBody)),
      ...part('Sent on to', entry.location === null ? '' : maskAddresses(entry.location)),
    ],
  };
}
