import type { IncomingMessage, ServerResponse } from 'node:http';
import { channelIdOf } from './guild.ts';

interface BenchRestOptions {
  gatewayUrl: () => string;
  /** What the bots' answers wait for theirs. They have arrived before. */
  delayMs: () => number;
  applicationIdOf: (token: string) => string;
  publicKey: string;
  answered: (token: string, answer: { final: boolean; plain: boolean }) => void;
}

const DEFERRED = /"type":5\b/;

/** Whether this callback is what the member is left with: all that we see here but a deferral. */
export const isFinal = (body: Buffer, contentType = ''): boolean =>
  // One with files is a message; its JSON may stand anywhere in the form.
  contentType.startsWith('multipart/') || !DEFERRED.test(body.toString('latin1', 0, 64));

export const isPlain = (body: Buffer): boolean => !body.includes('"embeds":[{');

const message = (applicationId: string): string =>
  JSON.stringify({
    id: '1400000000000000001',
    channel_id: channelIdOf(0, 0),
    type: 20,
    content: '',
    author: { id: applicationId, username: 'bench', discriminator: '0', avatar: null, bot: true },
    embeds: [{ type: 'rich', title: 'Mai', description: 'as sent' }],
    attachments: [],
    components: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: 0,
    timestamp: '2026-01-01T00:00:00.000Z',
    edited_timestamp: null,
    application_id: applicationId,
    webhook_id: applicationId,
  });

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

interface Held {
  name: string;
  type?: number;
}

/** Discord's REST API, as far as bots need it to start and to answer: nothing is checked, for `tools/discord-stand-in` does that. */
export function createRest(
  options: BenchRestOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const commands = new Map<string, string>();
  /** Of linked roles. */
  const metadata = new Map<string, string>();

  function answer(request: IncomingMessage, parts: readonly string[], body: Buffer): string | undefined {
    const [resource, id = '', token = '', ...rest] = parts;
    const botToken = (request.headers.authorization ?? '').replace(/^Bot /, '');
    if (resource === 'interactions' && rest[0] === 'callback') {
      const final = isFinal(body, request.headers['content-type']);
      options.answered(token, { final, plain: final && isPlain(body) });
      return undefined;
    }
    if (resource === 'webhooks') {
      options.answered(token, { final: true, plain: isPlain(body) });
      return request.method === 'DELETE' ? undefined : message(id);
    }
    if (resource === 'gateway') {
      const session_start_limit = { total: 1000, remaining: 999, reset_after: 0, max_concurrency: 1 };
      return JSON.stringify({ url: options.gatewayUrl(), shards: 1, session_start_limit });
    }
    if (resource === 'applications' && id === '@me') {
      const applicationId = options.applicationIdOf(botToken);
      return JSON.stringify({ id: applicationId, name: 'bench', verify_key: options.publicKey, flags: 0 });
    }
    if (resource === 'applications' && token === 'role-connections') {
      if (request.method === 'PUT') metadata.set(id, body.toString());
      return metadata.get(id) ?? '[]';
    }
    if (resource === 'applications' && token === 'commands') {
      if (request.method === 'PUT') {
        // The list of commands that the bot declares.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const declared = JSON.parse(body.toString()) as Held[];
        const stored = declared.map((command, at) => ({ ...command, id: `11000000000000000${10 + at}` }));
        commands.set(id, JSON.stringify(stored));
      }
      return commands.get(id) ?? '[]';
    }
    throw new Error(`the bench's Discord has no ${request.method} /${parts.slice(0, 2).join('/')}`);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const [path = ''] = (request.url ?? '').split('?');
    const json = answer(request, path.split('/').slice(3), body);
    const wait = options.delayMs();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (json === undefined) response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(json);
  }

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(404).end();
    });
  };
}
