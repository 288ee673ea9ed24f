import { expect, test } from 'vitest';
import { ANSWER, createRequestOwners } from '../../src/discord/request-owners.ts';

const GUILD = '7'.repeat(18);
const path = (route: string) => ({ path: `/api/v10${route}`, body: null });

test('a request is its server’s, its channel’s, its user’s, an answer, or nobody’s', () => {
  const owners = createRequestOwners();
  owners.noteInteraction({ guild_id: GUILD, channel_id: '11' });
  const found: [string, string | undefined][] = [
    [`/guilds/${GUILD}/members/5`, GUILD],
    ['/channels/11/messages', GUILD],
    ['/channels/11', GUILD],
    ['/channels/12/messages?limit=100', '12'],
    ['/interactions/9/tok/callback', ANSWER],
    ['/webhooks/900/tok/messages/@original', ANSWER],
    ['/oauth2/token', undefined],
    ['/users/@me/guilds?after=0', undefined],
    ['/gateway/bot', undefined],
  ];
  for (const [route, owner] of found) expect([route, owners.of(path(route))]).toEqual([route, owner]);
  expect(owners.of({ ...path('/users/@me/channels'), body: '{"recipient_id":"42"}' })).toBe('42');
  expect(owners.of({ ...path('/users/@me/channels'), body: 'no JSON' })).toBeUndefined();
});

test('a server may claim channels that nobody knows, and no others', () => {
  const owners = createRequestOwners();
  owners.noteInteraction({ guild_id: GUILD, channel_id: '11' });
  owners.suppose('666', ['11', '12', '13']);
  expect(owners.of(path('/channels/11'))).toBe(GUILD);
  expect(owners.of(path('/channels/12'))).toBe('666');
  owners.noteInteraction({ guild_id: GUILD, channel_id: '13' });
  expect(owners.of(path('/channels/13'))).toBe(GUILD);
});

test('what is no interaction of a server teaches nothing', () => {
  const owners = createRequestOwners();
  for (const raw of [undefined, 'x', [], { channel_id: '11' }, { guild_id: 5, channel_id: '11' }])
    owners.noteInteraction(raw);
  expect(owners.of(path('/channels/11'))).toBe('11');
});
