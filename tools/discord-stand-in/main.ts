import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { ChatMessage } from './chat/message.ts';
import { startDiscord } from './server.ts';

const USAGE = `npm start -w tools/discord-stand-in [-- OPTIONS]

A Discord on this machine. Prints its addresses and secrets, then all that it refuses of what a bot does.
Lines that are typed: MEMBER /command option=value …, or MEMBER press LABEL of the last message.

  --port N                where it listens; any free port unless told
  --interactions-url URL  posts interactions there; without it they come over the gateway
  --crowd N               members besides the three`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        'interactions-url': { type: 'string' },
        crowd: { type: 'string', default: '0' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help !== true) return values;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    const [fault] = String(error instanceof Error ? error.message : error).split('. ');
    console.error(`${fault}.\n\n${USAGE}`);
    process.exit(1);
  }
}

const { port, crowd, 'interactions-url': interactionsUrl } = readOptions();
const discord = await startDiscord({
  port: Number(port),
  crowd: Number(crowd),
  ...(interactionsUrl !== undefined && { interactionsUrl }),
});

const facts = {
  'REST API': discord.apiUrl,
  consent: discord.authorizeUrl,
  'bot token': discord.token,
  'application id': discord.applicationId,
  'client secret': discord.clientSecret,
  'public key': discord.publicKey,
  members: discord.members.map(({ name }) => name).join(', '),
};
for (const [name, value] of Object.entries(facts)) console.log(`${name.padEnd(16)}${value}`);

let last: ChatMessage | undefined;
discord.onEvent((event) => {
  if (event.type === 'problem') {
    const { where, code, message, errors } = event.problem;
    console.log(`refused  ${where}: ${code} ${message}${errors ? ` ${JSON.stringify(errors)}` : ''}`);
  } else if (event.type === 'message-created' || event.type === 'message-edited') {
    last = event.message;
    const { content, embeds, components } = discord.api(event.message);
    console.log(`${event.type.slice('message-'.length)}  ${JSON.stringify({ content, embeds, components })}`);
  } else if (event.type === 'interaction-failed') console.log(`failed   ${event.reason}`);
});

/** `Ana /rank id=1012`, `Ana press Register`; throws where Discord's app would not let them. */
function act(line: string): void {
  const [, name = '', what = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line.trim()) ?? [];
  const member = discord.member(name);
  if (what === 'press' && last !== undefined) member.press(last, rest);
  else if (what.startsWith('/')) {
    const options = [...rest.matchAll(/(\w+)=("[^"]*"|\S+)/g)];
    member.slash(
      what.slice(1),
      Object.fromEntries(options.map(([, key = '', value = '']) => [key, value.replaceAll('"', '')])),
    );
  } else throw new Error('MEMBER /command option=value …, or MEMBER press LABEL');
}

createInterface({ input: process.stdin }).on('line', (line) => {
  try {
    act(line);
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
  }
});
