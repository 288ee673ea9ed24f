import type { Logger } from 'pino';
import { takeOne, type Bucket, type Rate } from './bot/bucket.ts';
import type { CardView, Pictures } from './bot/pictures.ts';
import type { ReplyFile } from './bot/reply.ts';
import { bracketAltText, rankCardAltText } from './pictures/alt-text.ts';
import type { FetchAvatar } from './pictures/avatars.ts';
import { bracketSvg } from './pictures/bracket-svg.ts';
import type { Painter } from './pictures/painter.ts';
import { rankCardSvg, type RankCard } from './pictures/rank-card.ts';

interface Studio {
  painter: Painter;
  fetchAvatar: FetchAvatar;
  now: () => number;
  log: Logger;
}

/** A card costs as much as some twenty answers in words. */
const CARDS: Rate = { burst: 20, perSecond: 5 };

const LETTERS = { win: 'W', loss: 'L', draw: 'D' } as const;

/** A card's figures: those of the rank record, and the player's own where it has none. */
async function cardOf({ player, rank, form, t }: CardView, fetchAvatar: FetchAvatar): Promise<RankCard> {
  const avatar = await fetchAvatar(player);
  const rating = rank.elo ?? player.elo;
  return {
    name: player.name ?? player.id,
    ...(avatar && { avatar }),
    ...(player.rank !== undefined && { rankLabel: player.rank }),
    ...(rating !== undefined && { rating }),
    ...(rank.globalRank !== undefined && { globalPlace: rank.globalRank }),
    ...(rank.regionalRank !== undefined && { regionalPlace: rank.regionalRank }),
    ...(rank.trend !== undefined && { trend: rank.trend }),
    form: form.map((result) => LETTERS[result]),
    t,
  };
}

/** Draws for the commands: SVG, painted off the event loop, with its alt text. */
export function createPictures({ painter, fetchAvatar, now, log }: Studio): Pictures {
  let cards: Bucket | undefined;

  /** `subject`: all that the picture shows. */
  async function file(
    name: string,
    subject: object,
    drawn: { svg: () => string; description: () => string },
  ): Promise<ReplyFile> {
    const bytes = await painter.paint({ subject: JSON.stringify([name, subject]), svg: drawn.svg });
    return { name, bytes, description: drawn.description() };
  }
  const orNone = (work: Promise<ReplyFile>): Promise<ReplyFile | undefined> =>
    work.catch((error: unknown) => {
      log.error({ err: error }, 'a picture could not be drawn');
      return undefined;
    });
  return {
    bracket({ bracket, name, window, playerId, t }) {
      const picture = {
        window,
        title: name,
        t,
        ...(playerId !== undefined && { highlightPlayerId: playerId }),
      };
      const subject = { ...picture, bracket, locale: t.locale };
      return orNone(
        file('bracket.png', subject, {
          svg: () => bracketSvg(bracket, picture),
          description: () => bracketAltText(bracket, picture),
        }),
      );
    },
    takeCard() {
      const { taken, ...bucket } = takeOne(cards, CARDS, now());
      cards = bucket;
      return taken;
    },
    card(view) {
      const work = async () => {
        const card = await cardOf(view, fetchAvatar);
        const { avatar, ...shown } = card;
        // An avatar changes with its address, and where it could not be had.
        const address = avatar && view.player.avatarUrl;
        return file(
          'rank.png',
          { ...shown, address, locale: view.t.locale },
          { svg: () => rankCardSvg(card), description: () => rankCardAltText(card) },
        );
      };
      return orNone(work());
    },
  };
}
