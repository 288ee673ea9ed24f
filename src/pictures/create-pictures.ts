import type { Logger } from 'pino';
import type { BracketWindow } from '../brackets/windows.ts';
import type { Bracket } from '../platform/records.ts';
import { present } from '../present.ts';
import { inSlices } from '../slices.ts';
import type { ReplyFile } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketAltText, rankCardAltText } from './alt-text.ts';
import { createAvatars, type FetchAvatar } from './avatars.ts';
import { bracketSvg } from './bracket-svg.ts';
import { createPainter, createSlots, type Painter } from './painter.ts';
import { rankCardSvg, type RankCard } from './rank-card.ts';

export interface BracketView {
  bracket: Bracket;
  /** The tournament's. */
  name: string;
  window: BracketWindow;
  /** Whose matches are marked. */
  playerId?: string;
  t: Translate;
}

/**
 * Draws what people would rather look at than read. `undefined` where there is nothing to draw, or drawing failed: the
 * words beside a picture say it all, so an answer never fails for want of one.
 */
export interface Pictures {
  bracket(view: BracketView): Promise<ReplyFile | undefined>;
  card(view: Omit<RankCard, 'avatar'>): Promise<ReplyFile | undefined>;
}

/** With avatars from the internet; drawing and decoding them share the same threads. */
export function openPictures(log: Logger): Pictures {
  const slots = createSlots();
  return createPictures({ painter: createPainter({ slots }), fetchAvatar: createAvatars({ slots }), log });
}

/** Draws brackets and cards off the event loop, with their alt texts; undefined where that failed, which the log tells. */
export function createPictures({
  painter,
  fetchAvatar,
  log,
}: {
  painter: Painter;
  fetchAvatar: FetchAvatar;
  log: Logger;
}): Pictures {
  async function paint(
    name: string,
    subject: object,
    drawing: { svg: () => string | Promise<string>; description: () => string },
  ): Promise<ReplyFile> {
    return { name, ...(await painter.paint({ subject: JSON.stringify([name, subject]), ...drawing })) };
  }
  const orNone = (work: Promise<ReplyFile>): Promise<ReplyFile | undefined> =>
    work.catch((error: unknown) => {
      log.error({ err: error }, 'a picture could not be drawn');
      return undefined;
    });
  return {
    bracket({ bracket, name, window, playerId, t }) {
      const picture = { window, title: name, t, ...present({ highlightPlayerId: playerId }) };
      return orNone(
        paint(
          'bracket.png',
          { ...picture, bracket, locale: t.locale },
          {
            svg: () => inSlices(bracketSvg(bracket, picture)),
            description: () => bracketAltText(bracket, picture),
          },
        ),
      );
    },
    card(view) {
      const work = async () => {
        const avatar = await fetchAvatar(view.player);
        const card: RankCard = { ...view, ...present({ avatar }) };
        return paint(
          'rank.png',
          // An avatar changes with its address, and where it could not be had.
          { ...view, hasAvatar: avatar !== undefined, locale: view.t.locale },
          { svg: () => rankCardSvg(card), description: () => rankCardAltText(card) },
        );
      };
      return orNone(work());
    },
  };
}
