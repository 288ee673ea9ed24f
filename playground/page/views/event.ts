import { GuildScheduledEventStatus as Status } from 'discord.js';
import type { GuildEvent } from '../../../tools/discord-stand-in/rest/event-routes.ts';
import type { DiscordWorld } from '../../../tools/discord-stand-in/world.ts';
import type { PageEvent } from '../protocol.ts';

const STATES: Readonly<Record<Status, PageEvent['state']>> = {
  [Status.Scheduled]: 'scheduled',
  [Status.Active]: 'active',
  [Status.Completed]: 'over',
  [Status.Canceled]: 'canceled',
};

/** A scheduled event as the page draws it. */
export function eventView(event: GuildEvent, { guilds }: DiscordWorld): PageEvent {
  return {
    id: event.id,
    serverName: guilds.find(({ id }) => id === event.guild_id)?.name ?? '',
    name: event.name,
    startsAt: Date.parse(event.scheduled_start_time),
    location: event.entity_metadata.location,
    state: STATES[event.status],
  };
}
