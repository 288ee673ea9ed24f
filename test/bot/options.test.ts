import { ChannelType } from 'discord.js';
import { expect, it } from 'vitest';
import { defineCommand } from '../../src/bot/command.ts';
import { declare } from '../../src/bot/declare.ts';
import { OptionError, parseOptions } from '../../src/bot/options.ts';
import { createWords } from '../../src/words/words.ts';

const record = {
  channel: { type: 'channel', channelTypes: [ChannelType.GuildText, ChannelType.PublicThread] },
} as const;

it('a channel comes with what Discord says of it, and none where it says nothing', () => {
  const channel = { isThread: true, isElsewhere: false, botPermissions: 8n, presserPermissions: 0n };
  const resolved = { users: {}, memberIds: [], channels: new Map([['41', channel]]) };
  const chosen = (id: string) => parseOptions(record, { channel: id }, resolved).channel;
  expect(chosen('41')).toEqual({ channelId: '41', ...channel });
  expect(() => chosen('42')).toThrow(OptionError);
});

it('what is no id is no channel', () => {
  for (const channel of ['', 'general', '<#41>', '1'.repeat(21), 41, true])
    expect(() => parseOptions(record, { channel }), String(channel)).toThrow(OptionError);
});

it('text is trimmed, and blank text is missing', () => {
  const parse = (name: string | number | boolean) => parseOptions({ name: { type: 'text' } }, { name }).name;
  expect(parse('  Friday Cup \n')).toBe('Friday Cup');
  for (const name of ['', ' ', '\t\n', 5, true]) expect(() => parse(name), String(name)).toThrow(OptionError);
});

it('an integer is a whole number that JavaScript holds exactly', () => {
  const parse = (limit: string | number | boolean) =>
    parseOptions({ limit: { type: 'integer' } }, { limit }).limit;
  for (const limit of [0, -3, 9_007_199_254_740_991]) expect(parse(limit)).toBe(limit);
  for (const limit of [1.5, NaN, Infinity, 9_007_199_254_740_992, '3', true])
    expect(() => parse(limit), String(limit)).toThrow(OptionError);
});

it('a channel option is declared with the kinds that it takes', () => {
  const run = () => Promise.resolve({});
  const command = defineCommand({ name: 'follow', audience: 'private', options: record, run });
  expect(declare(command, createWords())).toMatchObject({
    options: [{ name: 'channel', type: 7, channel_types: [0, 11] }],
  });
});

it('a command for servers is declared with the permissions that it names, or for everybody', () => {
  const run = () => Promise.resolve({});
  const declared = (permissions?: bigint) =>
    declare(
      defineCommand({
        name: 'follow',
        audience: 'private',
        serverOnly: { ...(permissions !== undefined && { permissions }) },
        run,
      }),
      createWords(),
    );
  expect(declared(32n)).toMatchObject({
    contexts: [0],
    integration_types: [0],
    default_member_permissions: '32',
  });
  expect(declared()).toMatchObject({ contexts: [0], integration_types: [0] });
  expect(declared()).not.toHaveProperty('default_member_permissions');
});
