import { expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { people } from '../support/ask.ts';
import { press } from '../support/interactions.ts';

const needing = commands.flatMap(({ name, actions }) =>
  Object.entries(actions).flatMap(([action, { args = {} }]) =>
    Object.values(args).some((kind) => kind.endsWith('!')) ? [`${name}:${action}`] : [],
  ),
);

it('a button without its action’s arguments is answered like a missing one', async () => {
  expect(needing.length).toBeGreaterThan(20);
  for (const id of needing)
    expect(JSON.stringify(await people().ask(press(id, { ownerId: '501', ephemeral: true }))), id).toContain(
      'This button no longer works.',
    );
});
