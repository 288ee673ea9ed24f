import {
  GuildScheduledEventEntityType as Kind,
  GuildScheduledEventStatus as Status,
  PermissionFlagsBits as Permission,
  RESTJSONErrorCodes as Code,
} from 'discord.js';
import { changedEvent, newEvent, type EventBody } from '../check/schemas.ts';
import { checkShape } from '../check/shape.ts';
import { permissionsIn } from '../guilds/permissions.ts';
import { RestRefusal, refuseAny, type ShapeFault } from '../refusal.ts';
import type { Guild, DiscordWorld } from '../world.ts';
import { guildOf, missingPermissions } from './access.ts';
import type { Route } from './route.ts';

/** A scheduled event as Discord's API tells of it; only events outside of Discord are there. */
export interface GuildEvent extends EventBody {
  id: string;
  guild_id: string;
  creator_id: string;
  status: Status;
}

interface EventRouteParts {
  world: DiscordWorld;
  now: () => number;
  nextId: () => string;
  events: Map<string, GuildEvent>;
  changed: (event: GuildEvent) => void;
  deleted: (event: GuildEvent) => void;
}

const MAX_UNFINISHED = 100;
const UNFINISHED: readonly Status[] = [Status.Scheduled, Status.Active];
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  [Status.Scheduled]: [Status.Active, Status.Canceled],
  [Status.Active]: [Status.Completed],
  [Status.Completed]: [],
  [Status.Canceled]: [],
};

export function eventRoutes(parts: EventRouteParts): Route[] {
  const { world, now, nextId, events } = parts;
  const bot = { auth: 'bot', body: 'none', global: true } as const;
  const all = '/guilds/:guild/scheduled-events';
  const one = `${all}/:event`;

  const view = (event: GuildEvent): object => ({
    ...event,
    description: event.description ?? null,
    scheduled_end_time: event.scheduled_end_time ?? null,
    channel_id: null,
    entity_id: null,
    image: null,
    recurrence_rule: null,
    guild_scheduled_event_exceptions: [],
  });

  /** Since 2026-02-23, MANAGE_EVENTS alone makes none, and CREATE_EVENTS is enough for one's own. */
  function need(guild: Guild, permission: bigint): void {
    if ((permissionsIn(guild, world.bot.id) & permission) === 0n) throw missingPermissions();
  }

  function eventOf(guildId: string, eventId: string): GuildEvent {
    const guild = guildOf(world, guildId);
    const event = events.get(eventId);
    if (event?.guild_id !== guild.id)
      throw new RestRefusal(404, Code.UnknownGuildScheduledEvent, 'Unknown Guild Scheduled Event');
    return event;
  }

  return [
    {
      ...bot,
      method: 'GET',
      path: all,
      handle: (_request, guildId) => {
        const { id } = guildOf(world, guildId);
        return { status: 200, body: [...events.values()].filter((event) => event.guild_id === id).map(view) };
      },
    },
    {
      ...bot,
      body: 'json',
      method: 'POST',
      path: all,
      handle: ({ body }, guildId) => {
        const guild = guildOf(world, guildId);
        need(guild, Permission.CreateEvents);
        const draft = checkShape(newEvent, body);
        refuseAny([...eventFaults(draft), ...pastFaults(draft, now())]);
        const unfinished = [...events.values()].filter(
          (event) => event.guild_id === guild.id && UNFINISHED.includes(event.status),
        );
        if (unfinished.length >= MAX_UNFINISHED)
          throw new RestRefusal(
            400,
            Code.MaximumNumberOfUncompletedGuildScheduledEventsReached,
            `Maximum number of uncompleted guild scheduled events reached (${MAX_UNFINISHED})`,
          );
        const event: GuildEvent = {
          ...draft,
          id: nextId(),
          guild_id: guild.id,
          creator_id: world.bot.id,
          status: Status.Scheduled,
        };
        events.set(event.id, event);
        parts.changed(event);
        return { status: 200, body: view(event) };
      },
    },
    {
      ...bot,
      method: 'GET',
      path: one,
      handle: (_request, guildId, eventId) => ({ status: 200, body: view(eventOf(guildId, eventId)) }),
    },
    {
      ...bot,
      body: 'json',
      method: 'PATCH',
      path: one,
      handle: ({ body }, guildId, eventId) => {
        const before = eventOf(guildId, eventId);
        need(guildOf(world, guildId), Permission.CreateEvents | Permission.ManageEvents);
        const { status, ...change } = checkShape(changedEvent, body);
        const after = { ...before, ...change, status: status ?? before.status };
        refuseAny([
          ...eventFaults(after),
          ...(change.scheduled_start_time === undefined ? [] : pastFaults(after, now())),
          ...(after.status === before.status || NEXT[before.status].includes(after.status)
            ? []
            : [
                {
                  path: ['status'],
                  code: 'TRANSITION_INVALID',
                  message: `An event cannot go from status ${before.status} to ${after.status}.`,
                },
              ]),
        ]);
        events.set(after.id, after);
        parts.changed(after);
        return { status: 200, body: view(after) };
      },
    },
    {
      ...bot,
      method: 'DELETE',
      path: one,
      handle: (_request, guildId, eventId) => {
        const event = eventOf(guildId, eventId);
        need(guildOf(world, guildId), Permission.CreateEvents | Permission.ManageEvents);
        events.delete(event.id);
        parts.deleted(event);
        return { status: 204 };
      },
    },
  ];
}

const MAX_LOCATION = 100;

function eventFaults(event: EventBody): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const refuse = (path: string[], code: string, message: string) => faults.push({ path, code, message });
  if (event.name.trim() === '') refuse(['name'], 'BASE_TYPE_REQUIRED', 'This field is required');
  if (event.entity_type !== Kind.External || event.channel_id)
    refuse(['channel_id'], 'GUILD_SCHEDULED_EVENT_CHANNEL_ID_SET', 'An external event has no channel.');
  const { location } = event.entity_metadata;
  if (location.trim() === '' || location.length > MAX_LOCATION)
    refuse(
      ['entity_metadata', 'location'],
      'BASE_TYPE_BAD_LENGTH',
      `Must be between 1 and ${MAX_LOCATION} in length.`,
    );
  const end = event.scheduled_end_time ?? undefined;
  if (end === undefined)
    refuse(['scheduled_end_time'], 'BASE_TYPE_REQUIRED', 'An external event needs an end.');
  else if (Date.parse(end) <= Date.parse(event.scheduled_start_time))
    refuse(
      ['scheduled_end_time'],
      'GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START',
      'The end has to be after the start.',
    );
  return faults;
}

const pastFaults = ({ scheduled_start_time: start }: EventBody, at: number): ShapeFault[] =>
  Date.parse(start) > at
    ? []
    : [
        {
          path: ['scheduled_start_time'],
          code: 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST',
          message: 'Cannot schedule event in the past.',
        },
      ];
