import type { LimitFunction } from 'p-limit';
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
import { createPainter, createSlots, type Paint, type Picture } from './painter.ts';
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
 * Draws what people would rather look at than read. `undefined` where drawing failed, which the log tells: the words beside
 * a picture say it all, so an answer never fails for want of one.
 */
export interface Pictures {
  bracket(view: BracketView): Promise<ReplyFile | undefined>;
  card(view: Omit<RankCard, 'avatar'>): Promise<ReplyFile | undefined>;
}

export interface PicturesOptions {
  log: Logger;
  /** Bounds drawing and the decoding of avatars, which share libuv's threads. */
  slots?: LimitFunction;
  paint?: Paint;
  fetchAvatar?: FetchAvatar;
}

/** Draws brackets and cards off the event loop, with their alt texts; avatars come from the internet. */
export function createPictures({
  log,
  slots = createSlots(),
  paint = createPainter({ slots }),
  fetchAvatar = createAvatars({ slots }),
}: PicturesOptions): Pictures {
  async function file(
    name: string,
    prepare: () => Promise<Omit<Picture, 'subject'> & { subject: object }>,
  ): Promise<ReplyFile | undefined> {
    try {
      const { subject, ...drawing } = await prepare();
      return { name, ...(await paint({ subject: JSON.stringify([name, subject]), ...drawing })) };
    } catch (error) {
      log.error({ err: error }, 'a picture could not be drawn');
      return undefined;
    }
  }
  return {
    bracket: ({ bracket, name, window, playerId, t }) =>
      file('bracket.png', async () => {
        const picture = { window, title: name, t, ...present({ highlightPlayerId: playerId }) };
        return {
          subject: { ...picture, bracket, locale: t.locale },
          svg: () => inSlices(bracketSvg(bracket, picture)),
          description: () => bracketAltText(bracket, picture),
        };
      }),
    card: (view) =>
      file('rank.png', async () => {
        const avatar = await fetchAvatar(view.player);
        const card: RankCard = { ...view, ...present({ avatar }) };
        return {
          // An avatar changes with its address, and where it could not be had.
          subject: { ...view, hasAvatar: avatar !== undefined, locale: view.t.locale },
          svg: () => rankCardSvg(card),
          description: () => rankCardAltText(card),
        };
      }),
  };
}
