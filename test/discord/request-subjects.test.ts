import { expect, test } from 'vitest';
import { ANSWER, createRequestSubjects } from '../../src/discord/request-subjects.ts';

const GUILD = '7'.repeat(18);
const path = (route: string) => ({ path: `/api/v10${route}`, body: null });

test('the subject of a request is its server, channel or user, the answers, or none', () => {
  const subjects = createRequestSubjects();
  subjects.noteInteraction({ guild_id: GUILD, channel_id: '11' });
  const cases: [string, string | undefined][] = [
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
  for (const [route, subject] of cases) expect([route, subjects.of(path(route))]).toEqual([route, subject]);
  expect(subjects.of({ ...path('/users/@me/channels'), body: '{"recipient_id":"42"}' })).toBe('42');
  expect(subjects.of({ ...path('/users/@me/channels'), body: 'no JSON' })).toBeUndefined();
});

test('a server can claim only unknown channels', () => {
  const subjects = createRequestSubjects();
  subjects.noteInteraction({ guild_id: GUILD, channel_id: '11' });
  subjects.suppose('666', ['11', '12', '13']);
  expect(subjects.of(path('/channels/11'))).toBe(GUILD);
  expect(subjects.of(path('/channels/12'))).toBe('666');
  subjects.noteInteraction({ guild_id: GUILD, channel_id: '13' });
  expect(subjects.of(path('/channels/13'))).toBe(GUILD);
});

test('a malformed or direct interaction is ignored', () => {
  const subjects = createRequestSubjects();
  for (const raw of [undefined, 'x', [], { channel_id: '11' }, { guild_id: 5, channel_id: '11' }])
    subjects.noteInteraction(raw);
  expect(subjects.of(path('/channels/11'))).toBe('11');
});
