import type { LinkedContext } from '../shared/define.ts';
import type { Attachment } from '../../src/bot/modal-inputs.ts';
import { sideOf } from '../../src/brackets/results.ts';
import { organizersChannelsOf } from '../../src/guilds/settings.ts';
import type { FileSource, Reply } from '../../src/message/reply.ts';
import { lines, nameText } from '../../src/replies/format.ts';
import type { Match } from '../../src/reading/records.ts';
import type { Settling } from './presser.ts';
import { settle } from './settle.ts';

export const SCREENSHOTS = 3;

/**
 * Lets `work` send the screenshots of a form to the organizers, as the bot's own files. `note`: the text about those that were not
 * sent.
 */
async function withPictures(
  context: LinkedContext,
  match: Match,
  attachments: readonly Attachment[],
  work: (pictures: { files: FileSource[]; note?: () => string | undefined }) => Promise<Reply>,
): Promise<Reply> {
  const { account, caller, guilds, place, t, withScreenshots } = context;
  if (attachments.length === 0 || place.serverId === undefined) return work({ files: [] });
  const own = organizersChannelsOf(await guilds.settings.recent(place.serverId));
  if (own.length === 0) return work({ files: [], note: () => t('results.unpostedScreenshots') });
  const serverT = await guilds.translator(place.serverId);
  const side = sideOf(match, account.playerId);
  const player = nameText(side === undefined ? undefined : match.sides[side].player, serverT);
  const name = side === undefined ? 'screenshot' : `player-${side + 1}-screenshot`;
  const all = attachments.slice(0, SCREENSHOTS);
  return withScreenshots(caller.discordId, async (fetchPicture) => {
    if (fetchPicture === 'busy') return work({ files: [], note: () => t('results.busyScreenshots') });
    let lost = 0;
    const files = all.map(
      (attachment, at): FileSource =>
        (send) =>
          fetchPicture(attachment, (picture) => {
            if (picture === undefined) lost += 1;
            return send(
              picture && {
                name: `${name}-${at + 1}.${picture.extension}`,
                bytes: picture.bytes,
                description: serverT('results.organizers.screenshot', { player }),
              },
            );
          }),
    );
    return work({
      files,
      note: () => (lost === 0 ? undefined : t('results.lostScreenshots', { count: lost })),
    });
  });
}

/** Makes a press on a result with the screenshots of its form. */
export const settleWithPictures = (
  context: LinkedContext,
  settling: Settling,
  screenshots: readonly Attachment[],
): Promise<Reply> =>
  withPictures(context, settling.match, screenshots, async ({ files, note }) => {
    const reply = await settle(context, { ...settling, files });
    const said = note?.();
    return said === undefined ? reply : { ...reply, content: lines(reply.content, said) };
  });
