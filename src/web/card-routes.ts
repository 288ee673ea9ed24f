import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { createInFlight } from '../async/in-flight.ts';
import { MINUTE_MS } from '../durations.ts';
import { failureFields } from '../accounts/failure-fields.ts';
import type { Log } from '../accounts/ports.ts';
import { sha256 } from '../sha256.ts';
import type { Translate } from '../words/words.ts';
import { calendarText } from './calendar.ts';
import { cardPage, type CardView } from './card-page.ts';
import { displayName } from './display-name.ts';
import { sendPage, type ContextOf, type PageContext } from './layout.ts';
import { refusalPage, type WebFault } from './refusal-page.ts';

/** What is known of tournaments, without a call to the platform. Both reject where the store does not answer. */
export interface CardSource {
  upcoming(t: Translate): Promise<readonly CardView[]>;
  followedBy(serverId: string, t: Translate): Promise<readonly CardView[]>;
  find(tournamentId: string, t: Translate): Promise<CardView | undefined>;
  /** The address of a tournament's page. */
  addressOf(tournamentId: string): string;
}

interface CardRoutesDeps {
  cards: CardSource;
  publicUrl: URL;
  contextOf: ContextOf;
  log: Log;
  now: () => number;
}

const CALENDAR_CACHE = 'public, max-age=300';
const CARD_CACHE = 'public, max-age=60';
const SNOWFLAKE = /^\d{1,20}$/;
const RETRY_SECONDS = 30;
const ANSWERS_MAX = 500;

interface BuiltAnswer {
  /** Encoded once: a long calendar costs little to send again. */
  body: Buffer;
  tag: string;
}

/** `/calendar.ics` and `/t/<id>`: for calendars, browsers and crawlers, which know nothing of Discord. */
export function cardRoutes(app: FastifyInstance, deps: CardRoutesDeps): void {
  const { cards, publicUrl, contextOf, log, now } = deps;
  const answers = createExpiringCache<BuiltAnswer>({ ttlMs: MINUTE_MS, max: ANSWERS_MAX, now });
  const builds = createInFlight<BuiltAnswer | undefined>();

  /** Builds an answer once a minute and language, for any number of requests. `undefined`: there is no such record. */
  function answerOf(
    key: string,
    { t }: PageContext,
    build: () => Promise<string | undefined>,
  ): Promise<BuiltAnswer | undefined> {
    const fullKey = `${t.locale} ${key}`;
    const known = answers.get(fullKey);
    if (known !== undefined) return Promise.resolve(known);
    return builds.share(fullKey, async () => {
      const body = await build();
      if (body === undefined) return undefined;
      const answer = {
        body: Buffer.from(body),
        tag: `"${sha256(body, 27)}"`,
      };
      answers.set(fullKey, answer);
      return answer;
    });
  }

  /** 304 for what the client has already. */
  function send(request: FastifyRequest, reply: FastifyReply, { body, tag }: BuiltAnswer): FastifyReply {
    reply.headers({ etag: tag, vary: 'accept-language' });
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
    return known?.includes(tag) === true ? reply.code(304).send() : reply.send(body);
  }

  function refuse(reply: FastifyReply, fault: WebFault): FastifyReply {
    const { status, body } = refusalPage(contextOf(reply.request), fault);
    return sendPage(reply, body, status);
  }

  const noteFailure = (error: unknown): 'unreachable' => {
    log.error(failureFields(error), 'could not read the list of tournaments');
    return 'unreachable';
  };

  const refuseForNow = (reply: FastifyReply): FastifyReply =>
    refuse(reply.header('retry-after', RETRY_SECONDS), 'list-unreachable');

  app.get<{ Querystring: { server?: unknown } }>('/calendar.ics', async (request, reply) => {
    const { server } = request.query;
    // No server has another id than digits: its calendar is empty.
    const isId = typeof server === 'string' && SNOWFLAKE.test(server);
    const serverId = server === undefined ? undefined : isId ? server : '0';
    const context = contextOf(request);
    const { t, platformName } = context;
    const answer = await answerOf(`calendar ${serverId ?? ''}`, context, async () => {
      const name = t('cards.calendarName', { platform: displayName(platformName) });
      const addressOf = (id: string): string => cards.addressOf(id);
      const events = await (serverId === undefined ? cards.upcoming(t) : cards.followedBy(serverId, t));
      return calendarText({ name, host: publicUrl.hostname, events, addressOf });
    }).catch(noteFailure);
    if (answer === 'unreachable' || answer === undefined) return refuseForNow(reply);
    reply.header('cache-control', CALENDAR_CACHE).type('text/calendar; charset=utf-8');
    return send(request, reply, answer);
  });

  app.get<{ Params: { id: string } }>('/t/:id', async (request, reply) => {
    const context = contextOf(request);
    const answer = await answerOf(`t ${request.params.id}`, context, async () => {
      const card = await cards.find(request.params.id, context.t);
      return card && cardPage({ card, url: cards.addressOf(card.id) }, context);
    }).catch(noteFailure);
    if (answer === 'unreachable') return refuseForNow(reply);
    reply.header('cache-control', CARD_CACHE);
    if (answer === undefined) return refuse(reply, 'tournament-unknown');
    return send(request, reply.type('text/html; charset=utf-8'), answer);
  });
}
