import type { Logger } from 'pino';
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
  log: Logger;
}

const LETTERS = { win: 'W', loss: 'L', draw: 'D' } as const;

/** A card's figures: those of the rank record, and the player's own where it has none. */
async function cardOf({ player, rank, form, t }: CardView, fetchAvatar: FetchAvatar): Promise<RankCard> {
  const avatar = await fetchAvatar(player.avatarUrl);
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
export function createPictures({ painter, fetchAvatar, log }: Studio): Pictures {
  async function file(name: string, svg: () => string, description: () => string): Promise<ReplyFile> {
    return { name, bytes: await painter.paint(svg()), description: description() };
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
      const work = () =>
        file(
          'bracket.png',
          () => bracketSvg(bracket, picture),
          () => bracketAltText(bracket, picture),
        );
      return orNone(work());
    },
    card(view) {
      const work = async () => {
        const card = await cardOf(view, fetchAvatar);
        return file(
          'rank.png',
          () => rankCardSvg(card),
          () => rankCardAltText(card),
        );
      };
      return orNone(work());
    },
  };
}
