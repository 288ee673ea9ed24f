import {
  GuildChannelResponseSchema,
  GuildMemberResponseSchema,
  GuildRoleResponseSchema,
  MyGuildResponseSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits as Permission, type REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import type { RawInteraction } from '../interactions/payload.ts';
import { answerFaults, discordWorld, publish } from './world.ts';

const OPEN = Permission.ViewChannel | Permission.SendMessages;

const admin = [
  { name: 'rank', description: 'x', contexts: [0, 1], integration_types: [0, 1] },
  { name: 'settings', description: 'x', default_member_permissions: String(Permission.ManageGuild) },
  {
    name: 'follow',
    description: 'x',
    options: [
      { type: 7, name: 'channel', description: 'x', channel_types: [0, 11] },
      { type: 8, name: 'role', description: 'x' },
      { type: 9, name: 'whom', description: 'x' },
    ],
  },
];

async function servers() {
  const world = await discordWorld();
  await publish(world.rest, world.discord, admin);
  const [arena, backyard] = world.discord.guilds;
  if (!arena || !backyard) throw new Error('there are two');
  const member = (name: string) => world.discord.member(name);
  const channel = (name: string) => world.discord.channels.find((one) => one.name === name)!;
  return { ...world, arena, backyard, member, channel };
}

const bits = (text: string | undefined): bigint => BigInt(text ?? 0);
const last = (interactions: RawInteraction[]): RawInteraction => interactions.at(-1)!;

describe('an interaction in a server', () => {
  test('tells what the member and the bot may do in that very channel', async () => {
    const { interactions, member, arena } = await servers();
    member('Bruno').slash('rank', {}, { place: 'organizers' });
    expect(last(interactions).member?.roles).toEqual(arena.members.get(member('Bruno').id)?.roles);
    expect(bits(last(interactions).member?.permissions) & OPEN).toBe(OPEN);
    expect(bits(last(interactions).member?.permissions) & Permission.ManageGuild).toBe(0n);
    expect(bits(last(interactions).app_permissions) & OPEN).toBe(OPEN);
    member('Ana').slash('rank', {}, { place: 'announcements' });
    expect(bits(last(interactions).member?.permissions) & Permission.Administrator).not.toBe(0n);
    expect(bits(last(interactions).app_permissions) & OPEN).toBe(Permission.ViewChannel);
    member('Ana').slash('rank', {}, { place: 'staff' });
    expect(bits(last(interactions).app_permissions) & OPEN).toBe(Permission.SendMessages);
  });

  test('is sent only from where the member is, and by those who are offered the command', async () => {
    const { member, backyard } = await servers();
    expect(() => member('Chloé').slash('rank', {}, { place: 'organizers' })).toThrow('does not see');
    expect(() => member('Ana').slash('rank', {}, { place: 'lobby' })).toThrow('does not see');
    expect(() => member('Bruno').slash('settings')).toThrow('not offered to this member');
    expect(() => member('Ana').slash('settings')).not.toThrow();
    backyard.members.delete(member('Bruno').id);
    expect(() => member('Bruno').slash('rank', {}, { place: 'lobby' })).toThrow('does not see');
  });

  test('where only its user brought the bot, tells the server by its id, and what the user may do', async () => {
    const { member, backyard, interactions, discord } = await servers();
    backyard.members.delete(discord.applicationId);
    member('Bruno').slash('rank', {}, { place: 'lobby' });
    const {
      authorizing_integration_owners: owners,
      app_permissions: app,
      member: caller,
    } = last(interactions);
    expect(owners).toEqual({ 1: member('Bruno').id });
    expect(last(interactions)).toMatchObject({ guild_id: backyard.id });
    expect(last(interactions)).not.toHaveProperty('guild');
    expect(app).toBe(caller?.permissions);
  });

  test('holds roles, channels and members as resolved', async () => {
    const { member, interactions, channel, arena } = await servers();
    const [, organizer] = arena.roles;
    member('Ana').slash('follow', { channel: 'friday-cup', role: 'Organizer', whom: 'Chloé' });
    const resolved = 'resolved' in last(interactions).data ? last(interactions).data.resolved : undefined;
    const thread = resolved?.channels?.[channel('friday-cup').id] as Record<string, string>;
    expect(thread).toMatchObject({ type: 11, parent_id: channel('match-night').id });
    expect(bits(thread['app_permissions']) & Permission.SendMessagesInThreads).not.toBe(0n);
    expect(resolved?.roles).toMatchObject({ [organizer!.id]: { name: 'Organizer', mentionable: true } });
    expect(resolved?.members?.[member('Chloé').id]).toMatchObject({ roles: [] });
    expect(resolved?.members?.[member('Chloé').id]).not.toHaveProperty('deaf');
    expect(() => member('Chloé').slash('follow', { channel: 'staff' })).toThrow('no channel staff');
  });
});

const selects = [
  { type: 6, custom_id: 'role', min_values: 0 },
  { type: 8, custom_id: 'results', channel_types: [0] },
  { type: 7, custom_id: 'whom' },
].map((select) => ({ type: 1, components: [select] }));

test('native selects send what was chosen, resolved', async () => {
  const { member, interactions, rest, channel, arena } = await servers();
  const interaction = member('Ana').slash('settings');
  await rest.post(`/interactions/${interaction.id}/${interaction.token}/callback`, {
    body: { type: 4, data: { content: 'panel', components: selects } },
    auth: false,
  });
  const panel = await interaction.answer();
  const { id } = arena.roles[1]!;
  member('Ana').select(panel, 'role', 'Organizer');
  expect(last(interactions).data).toMatchObject({
    component_type: 6,
    values: [id],
    resolved: { roles: { [id]: {} } },
  });
  member('Ana').select(panel, 'role', []);
  expect(last(interactions).data).toMatchObject({ values: [], resolved: {} });
  member('Ana').select(panel, 'results', 'results');
  expect(last(interactions).data).toMatchObject({ resolved: { channels: { [channel('results').id]: {} } } });
  member('Ana').select(panel, 'whom', 'Bruno');
  expect(last(interactions).data).toMatchObject({ resolved: { users: { [member('Bruno').id]: {} } } });
  expect(() => member('Ana').select(panel, 'results', 'friday-cup')).toThrow(
    'cannot be chosen here'.slice(-6),
  );
});

describe('what the bot asks about servers', () => {
  const code = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'taken',
      (error: { code: number }) => error.code,
    );
  const get = (rest: REST, path: string) => code(rest.get(path as '/'));

  test('is answered as the official description says', async () => {
    const { rest, arena, backyard, member } = await servers();
    const guilds = (await rest.get('/users/@me/guilds')) as { id: string }[];
    expect(guilds.map(({ id }) => id)).toEqual([arena.id, backyard.id]);
    const roles = (await rest.get(`/guilds/${arena.id}/roles`)) as unknown[];
    const channels = (await rest.get(`/guilds/${arena.id}/channels`)) as unknown[];
    const ana = await rest.get(`/guilds/${arena.id}/members/${member('Ana').id}`);
    for (const [schema, answers] of [
      [MyGuildResponseSchema, guilds],
      [GuildRoleResponseSchema, roles],
      [GuildChannelResponseSchema, channels],
      [GuildMemberResponseSchema, [ana]],
    ] as const)
      for (const answer of answers) expect(answerFaults(schema, answer)).toBeUndefined();
  });

  test('leaves out channels that the bot cannot view, which are there for all that', async () => {
    const { rest, arena, channel } = await servers();
    const listed = (await rest.get(`/guilds/${arena.id}/channels`)) as { name: string }[];
    expect(listed.map(({ name }) => name)).toContain('organizers');
    expect(listed.map(({ name }) => name)).not.toContain('staff');
    expect(await get(rest, `/channels/${channel('staff').id}`)).toBe(50_001);
  });

  test('is refused for who and what is not there', async () => {
    const { rest, arena, backyard, member, channel, discord } = await servers();
    const ana = member('Ana').id;
    expect(await get(rest, `/guilds/${backyard.id}/members/${ana}`)).toBe(10_007);
    expect(await get(rest, `/guilds/${backyard.id}/members/1`)).toBe(10_013);
    expect(await get(rest, `/guilds/1/members/${ana}`)).toBe(10_004);
    expect(await get(rest, `/channels/${channel('staff').id}`)).toBe(50_001);
    arena.members.delete(discord.applicationId);
    expect(await get(rest, `/guilds/${arena.id}/members/${ana}`)).toBe(50_001);
    expect(await rest.get('/users/@me/guilds')).toHaveLength(1);
  });
});
