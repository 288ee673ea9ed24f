import type { Guilds } from '../guilds/guilds.ts';
import { isPublicIn } from '../guilds/settings.ts';
import type { InteractionPlace } from './interaction.ts';

/** `channel-if-allowed`: the channel, unless the server's settings make answers private there. */
export type Visibility = 'caller' | 'channel' | 'channel-if-allowed';

/** Who sees the answer to one interaction: the channel, or only the caller. */
export interface AnswerAudience {
  /** Whether the channel sees it. */
  isPublic(): Promise<boolean>;
  /** Makes a public answer private, at any time until it is sent. */
  close(): void;
  isClosed(): boolean;
}

interface AudienceServices {
  guilds: Pick<Guilds, 'settings'>;
}

/** Reads the server's settings once, at the first `isPublic`. */
export function createAudience(
  visibleTo: Visibility,
  place: InteractionPlace,
  services: AudienceServices,
): AnswerAudience {
  let allowed: Promise<boolean> | undefined;
  let closed = false;
  return {
    async isPublic() {
      allowed ??=
        visibleTo === 'channel-if-allowed'
          ? isPublicPlace(services, place)
          : Promise.resolve(visibleTo === 'channel');
      return (await allowed) && !closed;
    },
    close() {
      closed = true;
    },
    isClosed: () => closed,
  };
}

/** Whether public commands answer in public here: a server can choose channels for that. */
export const isPublicPlace = async (
  { guilds }: AudienceServices,
  place: InteractionPlace,
): Promise<boolean> =>
  place.serverId === undefined || isPublicIn(await guilds.settings.recent(place.serverId), place);
