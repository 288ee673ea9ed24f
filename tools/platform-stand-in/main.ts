import { parseArgs } from 'node:util';
import { startPlatform } from './server.ts';
import { SHAPE_NAMES } from './shapes/choose.ts';

const USAGE = `npm start -w tools/platform-stand-in [-- OPTIONS]

A Competitive Play Service on this machine. Prints its addresses and secrets, then each request.

  --port N           where it listens; any free port unless told
  --shape NAME       of its answers: ${SHAPE_NAMES.join(', ')}
  --seed N           another seed is another world of players and tournaments
  --redirect-uri URL where the consent page may lead back to`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        shape: { type: 'string', default: 'documented' },
        seed: { type: 'string', default: '1' },
        'redirect-uri': { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const shape = SHAPE_NAMES.find((name) => name === values.shape);
    if (values.help !== true && shape !== undefined) return { ...values, shape };
    if (values.help !== true) throw new Error(`There is no shape ${values.shape}`);
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    const [fault] = String(error instanceof Error ? error.message : error).split('. ');
    console.error(`${fault}.\n\n${USAGE}`);
    process.exit(1);
  }
}

const { port, shape, seed, 'redirect-uri': redirectUris } = readOptions();
const platform = await startPlatform({ port: Number(port), shape, seed: Number(seed), redirectUris });

const facts = {
  'base URL': platform.baseUrl,
  consent: platform.authorizeUrl,
  'API key': platform.apiKey,
  'client id': platform.clientId,
  'client secret': platform.clientSecret,
};
for (const [name, value] of Object.entries(facts)) console.log(`${name.padEnd(16)}${value}`);

platform.onWire(({ method, path, status, who }) => console.log(`${status} ${method} ${path} (${who})`));
