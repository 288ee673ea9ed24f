import type { APIEmbed } from 'discord-api-types/v10';

export interface PostButton {
  kind: 'action';
  label: string;
  action: `${string}:${string}`;
  args?: readonly (string | number)[];
  shortArgs?: readonly (string | number)[];
  style?: 'primary' | 'secondary';
}

/** A message of the bot's own, which answers nobody. */
export interface Post {
  content: string;
  embeds?: readonly APIEmbed[];
  rows?: readonly (readonly PostButton[])[];
  files?: readonly { name: string; bytes: Buffer; description: string }[];
  mentions?: { users?: readonly string[]; roles?: readonly string[] };
}
