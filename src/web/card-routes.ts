import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureFields } from '../accounts/failure-fields.ts';
import type { Log } from '../accounts/ports.ts';
import type { Translate } from '../words/words.ts';
import { calendarText } from './calendar.ts';
import { cardPage, type CardView } from './card-page.ts';
import { displayName } from './display-name.ts';
import { sendPage, type ContextOf } from './layout.ts';
import { refusalPage, type WebFault } from './refusal-page.ts';

/** What is known of tournaments, without a call to the platform. Both reject where the store does not answer. */
export interface CardSource {
  upcoming(t: Translate): Promise<readonly CardView[]>;
  find(tournamentId: string, t: Translate): Promise<CardView | undefined>;
  /** The address of a tournament's page. */
  addressOf(tournamentId: string): string;
}

interface CardRoutesDeps {
  cards: CardSource;
  publicUrl: URL;
  contextOf: ContextOf;
  log: Log;
}

const CALENDAR_CACHE = 'public, max-age=300';
const CARD_CACHE = 'public, max-age=60';
const RETRY_SECONDS = 30;

/** `/calendar.ics` and `/t/<id>`: for calendars, browsers and crawlers, which know nothing of Discord. */
export function cardRoutes(app: FastifyInstance, deps: CardRoutesDeps): void {
  const { cards, publicUrl, contextOf, log } = deps;

  /** 304 for what the client has already. */
  function send(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
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

  app.get('/calendar.ics', async (request, reply) => {
    const { t, platformName } = contextOf(request);
    const events = await cards.upcoming(t).catch(noteFailure);
    if (events === 'unreachable') return refuseForNow(reply);
    const name = t('cards.calendarName', { platform: displayName(platformName) });
    const addressOf = (id: string): string => cards.addressOf(id);
    const body = calendarText({ name, host: publicUrl.hostname, events, addressOf });
    reply.header('cache-control', CALENDAR_CACHE).type('text/calendar; charset=utf-8');
    return send(request, reply, body);
  });

  app.get<{ Params: { id: string } }>('/t/:id', async (request, reply) => {
    const context = contextOf(request);
    const card = await cards.find(request.params.id, context.t).catch(noteFailure);
    if (card === 'unreachable') return refuseForNow(reply);
    reply.header('cache-control', CARD_CACHE);
    if (card === undefined) return refuse(reply, 'tournament-unknown');
    const page = cardPage({ card, url: cards.addressOf(card.id) }, context);
    return send(request, reply.type('text/html; charset=utf-8'), page);
  });
}
