import type { Logger } from 'pino';
import type { BracketWindow } from '../brackets/windows.ts';
import type { Bracket } from '../reading/records.ts';
import { present } from '../present.ts';
import { inSlices } from '../async/slices.ts';
import type { ReplyFile } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { bracketAltText, podiumAltText, rankCardAltText } from './alt-text.ts';
import { createAvatars, type FetchAvatar } from './avatars.ts';
import { bracketSvg } from './bracket-svg.ts';
import { createPainter, createSlots, type PaintPicture, type PictureSource } from './painter.ts';
import { podiumSvg, type PodiumPicture } from './podium.ts';
import { rankCardSvg, type RankCard } from './rank-card.ts';

export interface BracketRequest {
  bracket: Bracket;
  /** The tournament's name. */
  name: string;
  window: BracketWindow;
  /** The player whose matches are highlighted. */
  playerId?: string;
  t: Translate;
}

/**
 * Draws pictures for answers. `undefined` if drawing failed, which is logged: the message contains the same information, so
 * an answer never fails because of a picture.
 */
export interface Pictures {
  bracket(view: BracketRequest): Promise<ReplyFile | undefined>;
  card(view: Omit<RankCard, 'avatar'>): Promise<ReplyFile | undefined>;
  podium(view: PodiumPicture): Promise<ReplyFile | undefined>;
}

export interface PicturesOptions {
  log: Logger;
  paint?: PaintPicture;
  fetchAvatar?: FetchAvatar;
}

/** Draws brackets, cards and podiums off the event loop, with their alt texts; avatars come from the internet. */
export function createPictures({ log, ...options }: PicturesOptions): Pictures {
  // Bounds drawing and the decoding of avatars, which share libuv's threads.
  const slots = createSlots();
  const { paint = createPainter({ slots }), fetchAvatar = createAvatars({ slots }) } = options;
  async function file(
    name: string,
    prepare: () => Promise<Omit<PictureSource, 'subject'> & { subject: object }>,
  ): Promise<ReplyFile | undefined> {
    try {
      const { subject, ...drawing } = await prepare();
      return { name, ...(await paint({ subject: JSON.stringify([name, subject]), ...drawing })) };
    } catch (error) {
      log.error({ err: error }, 'could not draw a picture');
      return undefined;
    }
  }
  return {
    bracket: ({ bracket, name, window, playerId, t }) => {
      const sheet = 'sheet' in window ? window.sheet : 0;
      // The files of one message need different names.
      return file(sheet === 0 ? 'bracket.png' : `bracket-${sheet + 1}.png`, async () => {
        const picture = { window, title: name, t, ...present({ highlightPlayerId: playerId }) };
        return {
          subject: { ...picture, bracket, locale: t.locale },
          svg: () => inSlices(bracketSvg(bracket, picture)),
          description: () => bracketAltText(bracket, picture),
        };
      });
    },
    podium: (view) =>
      file('podium.png', async () => ({
        subject: { ...view, locale: view.t.locale },
        svg: () => podiumSvg(view),
        description: () => podiumAltText(view),
      })),
    card: (view) =>
      file('rank.png', async () => {
        const avatar = await fetchAvatar(view.player);
        const card: RankCard = { ...view, ...present({ avatar }) };
        return {
          // An avatar changes only with its URL, which is in `view`, or if it was not available.
          subject: { ...view, hasAvatar: avatar !== undefined, locale: view.t.locale },
          svg: () => rankCardSvg(card),
          description: () => rankCardAltText(card),
        };
      }),
  };
}
