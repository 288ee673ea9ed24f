import type { Guilds } from '../guilds/guilds.ts';
import { isPublicIn } from '../guilds/settings.ts';
import type { Place } from './interaction.ts';

/** Who sees the answer to one interaction: the channel, or the caller alone. */
export interface AnswerAudience {
  /** Whether the channel sees it. */
  isPublic(): Promise<boolean>;
  /** Makes a public answer one for the caller alone, at any time until it is given. */
  close(): void;
  isClosed(): boolean;
}

/** `settle` is called once, when somebody first asks. */
export function createAudience(settle: () => Promise<boolean>): AnswerAudience {
  let settled: Promise<boolean> | undefined;
  let closed = false;
  return {
    async isPublic() {
      settled ??= settle();
      return (await settled) && !closed;
    },
    close() {
      closed = true;
    },
    isClosed: () => closed,
  };
}

/** The caller's alone, wherever they are. */
export const privateAudience = (): AnswerAudience => createAudience(() => Promise.resolve(false));

/** Whether public commands answer in public here: a server may have chosen channels for that. */
export const isPublicPlace = async (
  { guilds }: { guilds: Pick<Guilds, 'settings'> },
  place: Place,
): Promise<boolean> =>
  place.serverId === undefined || isPublicIn(await guilds.settings.recent(place.serverId), place);
