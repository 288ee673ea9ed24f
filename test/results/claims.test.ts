import { expect, it } from 'vitest';
import { createWords } from '../../src/words/words.ts';
import { submit } from '../support/interactions.ts';
import { buttonIn, labelsOf, resultWorld, textOf } from '../support/result-world.ts';

const PNG = { bytes: Buffer.from('png'), extension: 'png' };
const upload = (sizes: readonly number[]) => ({
  components: [
    ...['1', '3'].map((value, at) => ({
      type: 18,
      component: { type: 4, custom_id: ['first', 'second'][at], value },
    })),
    { type: 18, component: { type: 19, custom_id: 'screenshots', values: sizes.map((_, at) => String(at)) } },
  ],
  resolved: {
    attachments: Object.fromEntries(
      sizes.map((size, at) => [at, { url: `https://cdn.discordapp.com/${at}`, filename: 'a.png', size }]),
    ),
  },
});

it('a screenshot that cannot be sent on is named to the member, the others reach the organizers', async () => {
  const world = resultWorld({
    settings: { logChannelId: '803' },
    services: { fetchScreenshot: ({ size }) => Promise.resolve(size > 8 ? undefined : PNG) },
  });
  await world.replica().report('ana', 3, 1);
  const raw = submit('score:claim:m1', {}, { userId: '502', ownerId: '502' });
  const data = { ...raw.data, ...upload([1, 9]) };
  const answer = (await world.replica().send({ ...raw, data })).at(-1)!;
  expect(textOf(answer)).toContain('have both scores');
  expect(textOf(answer)).toContain("1 screenshot couldn't be sent on");
  expect(world.public()[1]?.files.map(({ name }) => name)).toEqual(['screenshot-1.png']);
});

it('a screenshot is described to the organizers in the server’s language', async () => {
  const world = resultWorld({
    settings: { logChannelId: '803', language: 'fr' },
    services: { fetchScreenshot: () => Promise.resolve(PNG) },
  });
  await world.replica().report('ana', 3, 1);
  const raw = submit('score:claim:m1', {}, { userId: '502', ownerId: '502' });
  await world.replica().send({ ...raw, data: { ...raw.data, ...upload([1]) } });
  const fr = createWords().in('fr');
  expect(world.public()[1]?.files.map(({ description }) => description)).toEqual([
    fr('results.organizers.screenshot', { player: 'Bruno' }),
  ]);
});

it('an impossible score is asked for again by the form it was typed into', async () => {
  const world = resultWorld({ match: { bestOf: 3 } });
  await world.replica().report('ana', 2, 1);
  const answer = await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 5, 0);
  expect(labelsOf(answer)).toEqual(['Change score']);
  expect(buttonIn(answer, 'Change score')).toMatch(/^score:wrong:m1/);
  const ruled = await world
    .replica()
    .rule('olga', 'score:rule:m1:::::', { reason: 'x', first: '5', second: '0' });
  expect(buttonIn(ruled, 'Other score')).toMatch(/^score:rule:m1/);
  expect(world.events).toEqual(['reported']);
});
