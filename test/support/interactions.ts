import { ApplicationCommandOptionType as Type, PermissionFlagsBits as Permission } from 'discord.js';

let last = 1_300_000_000_000_000_000n;
const nextId = (): string => String((last += 1n));

const POSTS = Permission.ViewChannel | Permission.SendMessages | Permission.SendMessagesInThreads;
/** What a new server allows everybody. */
export const MEMBER = String(POSTS);
/** Manage Server, and what an organizer needs to post, to start threads and to create events. */
export const ORGANIZER = String(
  POSTS | Permission.ManageGuild | Permission.CreatePublicThreads | Permission.CreateEvents,
);

interface Who {
  userId?: string;
  id?: string;
  /** In the server, as Discord writes them. */
  roles?: readonly string[];
  permissions?: string;
  /** What the bot may do in the channel. */
  bot?: string;
}

const base = (type: number, { userId = '501', id = nextId(), roles, permissions = MEMBER, bot }: Who) => ({
  id,
  application_id: '900',
  type,
  token: `token-${id}`,
  version: 1,
  locale: 'en-US',
  guild_id: '700',
  channel_id: '800',
  member: {
    user: { id: userId, username: 'ana', global_name: 'Ana', discriminator: '0', avatar: null },
    ...(roles && { roles }),
    permissions,
  },
  ...(bot !== undefined && { app_permissions: bot }),
});

const typeOf = (value: unknown) => (typeof value === 'number' ? Type.Integer : Type.String);
const optionsOf = (options: Record<string, string | number>, focused?: string) =>
  Object.entries(options).map(([name, value]) => ({
    name,
    value,
    type: typeOf(value),
    ...(name === focused && { focused: true }),
  }));

/** A slash command as Discord delivers it. */
export const slash = (name: string, options: Record<string, string | number> = {}, who: Who = {}) => ({
  ...base(2, who),
  data: { id: '1', type: 1, name, options: optionsOf(options) },
});

export const autocomplete = (
  name: string,
  focused: string,
  options: Record<string, string> = {},
  who: Who = {},
) => ({
  ...base(4, who),
  data: { id: '1', type: 1, name, options: optionsOf({ [focused]: '', ...options }, focused) },
});

interface On extends Who {
  /** The user whose interaction the message answers. */
  ownerId?: string;
  ephemeral?: boolean;
  values?: string[];
}

/** A press on a component with this custom id. */
export const press = (customId: string, { ownerId = '501', ephemeral = false, values, ...who }: On = {}) => ({
  ...base(3, who),
  data: { custom_id: customId, component_type: values === undefined ? 2 : 3, ...(values && { values }) },
  message: {
    id: '6000',
    flags: ephemeral ? 64 : 0,
    interaction_metadata: { id: '1', type: 2, user: { id: ownerId } },
    embeds: [],
    components: [],
  },
});

export const submit = (
  customId: string,
  fields: Record<string, string>,
  { ownerId = '501', ephemeral = false, ...who }: On = {},
) => ({
  ...base(5, who),
  data: {
    custom_id: customId,
    components: Object.entries(fields).map(([name, value]) => ({
      type: 18,
      component: { type: 4, custom_id: name, value },
    })),
  },
  message: {
    id: '6000',
    flags: ephemeral ? 64 : 0,
    interaction_metadata: { id: '1', type: 2, user: { id: ownerId } },
  },
});
