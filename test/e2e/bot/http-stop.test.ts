import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { goToQuestion, linkAddress } from '../../../playground/tour/link-member.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';

let world: Playground;
const idOf = (name: string) =>
  [...world.platform.world.tournaments.values()].find((one) => one.name === name)?.id ?? '';
const readyz = () =>
  fetch(`${world.bot.url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );

beforeAll(async () => {
  world = await startPlayground({ mode: 'http' });
  await linked(world, 'Ana', CAST.contender);
});
afterAll(() => world.close());

test('in HTTP mode /readyz fails after SIGTERM, new work is still done for a while, and running work is finished', async () => {
  const ana = world.discord.member('Ana');
  const prompt = await world.discord
    .member('Bruno')
    .slash('register', { tournament: idOf('Late Break') })
    .answer();
  const browser = new Browser();
  const person = { discord: 'Bruno', player: CAST.rival };
  const question = await goToQuestion(browser, linkAddress(prompt), person);

  const stopped = world.bot.stop();
  await until('it tells that it stops', async () => (await readyz()) === 503);
  // Balancers have not heard of it yet: what still comes is done.
  expect(await ana.slash('help').answer()).toReadAlone(ana.id, '/rank');
  // Deferred before the port closes, answered after.
  world.platform.setFault({ kind: 'slow', ms: 4000, match: { path: /users|tournaments/ } });
  const late = ana.slash('rank', { id: '1012' });
  // How long the notice lasts is a matter of time alone.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await readyz()).toBe(503);
  // A link whose welcome comes after all answers: it names the tournament, which is read first.
  expect((await browser.press(question, 'Link accounts')).status).toBe(200);
  expect(await stopped).toBe(0);
  expect(await late.answer()).toRead('#150');
  expect(world.discord.message(prompt.id)?.content).toMatch(/^Welcome/);
  expect(world.discord.message(prompt.id)?.components).toHaveLength(1);
  expect(world.discord.problems).toEqual([]);
});
