import type { ChannelType } from 'discord.js';
import { visibleChannels } from '../guilds/permissions.ts';
import { resolvedChannel, roleView } from '../guilds/views.ts';
import { resolvedMember, type Place, type Resolved } from '../interactions/payload.ts';
import type { Member, GuildRole, DiscordWorld } from '../world.ts';
import { ClientRefusal } from './client-refusal.ts';

/** Who chooses, and where: what a person can choose from depends on both. */
export interface Scene {
  world: DiscordWorld;
  place: Place;
  member: Member;
}

export const findMember = (world: DiscordWorld, idOrName: string): Member | undefined =>
  world.members.find(
    ({ id, name, user }) => id === idOrName || name === idOrName || user.username === idOrName,
  );

/** Puts a user into `resolved` and gives the id; the bot itself can be meant too. */
export function resolveUser(idOrName: string, resolved: Resolved, { world, place }: Scene): string {
  const match = findMember(world, idOrName);
  const user = match?.user ?? (idOrName === world.bot.id ? world.bot : undefined);
  if (!user) throw new ClientRefusal(`there is no member ${idOrName}`);
  resolved.users = { ...resolved.users, [user.id]: user };
  const member = resolvedMember(place, user);
  if (member) resolved.members = { ...resolved.members, [user.id]: member };
  return user.id;
}

const findRole = ({ place }: Scene, idOrName: string): GuildRole | undefined =>
  place.guild?.roles.find(({ id, name }) => id === idOrName || name === idOrName);

export function resolveRole(idOrName: string, resolved: Resolved, scene: Scene): string {
  const role = findRole(scene, idOrName);
  if (!role) throw new ClientRefusal(`there is no role ${idOrName}`);
  const position = scene.place.guild?.roles.indexOf(role) ?? 0;
  resolved.roles = { ...resolved.roles, [role.id]: roleView(role, position) };
  return role.id;
}

export const resolveMentionable = (idOrName: string, resolved: Resolved, scene: Scene): string =>
  findRole(scene, idOrName) ? resolveRole(idOrName, resolved, scene) : resolveUser(idOrName, resolved, scene);

export function resolveChannel(
  idOrName: string,
  resolved: Resolved,
  scene: Scene,
  types: readonly ChannelType[] = [],
): string {
  const { guild } = scene.place;
  const channel =
    guild &&
    visibleChannels(guild, scene.member.id).find(({ id, name }) => id === idOrName || name === idOrName);
  if (!channel) throw new ClientRefusal(`there is no channel ${idOrName}`);
  if (types.length > 0 && !types.includes(channel.type))
    throw new ClientRefusal(`${idOrName} is not of a kind that can be chosen here`);
  resolved.channels = {
    ...resolved.channels,
    [channel.id]: resolvedChannel(guild, channel, scene.member, scene.world),
  };
  return channel.id;
}
