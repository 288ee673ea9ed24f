/** The stand-in for the platform under load: public reads alone, after a delay if one is set, and counted. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../measure/conversation.ts';
import type { PlatformQuestions, PlatformSettings } from './questions.ts';
import { bracket, matches, ranking, tournament, tournaments, user, userRank } from './records.ts';

const settings: PlatformSettings = { delayMs: 0, distinct: false, listed: 20 };
let calls: Record<string, number> = {};

const rankingText = JSON.stringify(ranking());
let tournamentsText = JSON.stringify(tournaments(settings.listed));

const numberIn = (id: string): number => (settings.distinct ? Number(/\d+/.exec(id)?.[0] ?? 0) : 1);

function answer(kind: string, id: string, part: string): string | undefined {
  switch (`${kind}/${part}`) {
    case 'users/':
      return JSON.stringify(user(id, numberIn(id)));
    case 'users/rank':
      return JSON.stringify(userRank(numberIn(id)));
    case 'users/matches':
      return JSON.stringify(matches(id));
    case 'tournaments/':
      return id === '' ? tournamentsText : JSON.stringify(tournament(id));
    case 'tournaments/bracket':
      return JSON.stringify(bracket(id));
    case 'rankings/':
      return rankingText;
    default:
      return undefined;
  }
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?');
  const [, , kind = '', id = '', part = ''] = path.split('/');
  const operation = `${request.method} /v1/${kind}${id && '/:id'}${part && `/${part}`}`;
  calls[operation] = (calls[operation] ?? 0) + 1;
  const json = answer(kind, id, part);
  const send = () => {
    response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(json ?? '{"message":"not found"}');
  };
  if (settings.delayMs > 0) setTimeout(send, settings.delayMs);
  else send();
}

const server = createServer({ keepAliveTimeout: 600_000 }, handle);

answerParent<PlatformQuestions>({
  async open() {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // Listening on a port, it has an address with one.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  },
  set(wanted) {
    Object.assign(settings, wanted);
    tournamentsText = JSON.stringify(tournaments(settings.listed));
  },
  calls() {
    const counted = calls;
    calls = {};
    return counted;
  },
});
