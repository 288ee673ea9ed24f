import type { Guilds } from '../guilds/guilds.ts';
import { isPublicIn } from '../guilds/settings.ts';
import type { Translate } from '../words/words.ts';
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
  /** In the language of those who see the answer, as far as that is known by then: `isPublic` has to be awaited first. */
  t: Translate;
}

interface AudienceServices {
  guilds: Pick<Guilds, 'settings'>;
}

/** Reads the server's settings once, at the first `isPublic`. */
export function createAudience(
  visibleTo: Visibility,
  place: InteractionPlace,
  { guilds, callerT }: { guilds: Pick<Guilds, 'settings' | 'translator'>; callerT: Translate },
): AnswerAudience {
  let decision: Promise<boolean> | undefined;
  let closed = false;
  let channelT: Translate | undefined;

  async function decide(): Promise<boolean> {
    const isPublic =
      visibleTo === 'channel-if-allowed' ? await isPublicPlace({ guilds }, place) : visibleTo === 'channel';
    if (isPublic && place.serverId !== undefined)
      channelT = await guilds.translator(place.serverId, place.guildLocale);
    return isPublic;
  }

  const current = (): Translate => (closed ? undefined : channelT) ?? callerT;
  const t: Translate = Object.defineProperty(
    Object.assign((...sentence: Parameters<Translate>) => current()(...sentence), {
      locale: callerT.locale,
      number: (...value: Parameters<Translate['number']>) => current().number(...value),
      date: (...moment: Parameters<Translate['date']>) => current().date(...moment),
      region: (slug: string) => callerT.region(slug),
    }),
    'locale',
    { get: () => current().locale },
  );

  return {
    async isPublic() {
      decision ??= decide();
      return (await decision) && !closed;
    },
    close() {
      closed = true;
    },
    isClosed: () => closed,
    t,
  };
}

/** Whether public commands answer in public here: a server can choose channels for that. */
const isPublicPlace = async ({ guilds }: AudienceServices, place: InteractionPlace): Promise<boolean> =>
  place.serverId === undefined || isPublicIn(await guilds.settings.recent(place.serverId), place);
