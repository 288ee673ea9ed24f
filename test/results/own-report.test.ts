import { expect, it } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { resultWorld } from '../support/result-world.ts';

const MATCH: Match = {
  id: 'm1',
  tournament: { id: 't1', name: 'Cup' },
  phase: 'open',
  sides: [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }],
};

it('a report that awaits the other side can be fixed at once, and is shown to its reporter as theirs', async () => {
  const world = resultWorld({ settings: { agreement: 'both' } });
  world.platform.history = [MATCH];
  const { body } = await world.replica().report('ana', 3, 1);
  expect(messageText(body)).toMatchInlineSnapshot(`
    Reported. It's sent to Playhouse once the other side or an organizer confirms it.
    | # Score
    | **Ana** 3 – 1 Bruno
    |
    | Cup
    [Fix score]
  `);
  const next = (await world.replica().send(slash('next', {}, { userId: '501' }))).at(-1)!;
  expect(messageText(next.body)).toMatchInlineSnapshot(`
    (private)
    | # What's next
    | Your next match:
    | **Bruno**
    | You reported: Ana wins 3–1; waiting for Bruno
    | Cup
    | Ready to play
    | You're registered for: Nothing yet. /tournaments shows what's open.
    | Match alerts:
    | When your match is called, or a score you reported is disputed or ruled on, you're mentioned in that channel.
    | **Remind me** sends you a message in the last hour before a tournament you registered for.
    [Bracket] [Match]
    [✓ Mention me] [Direct message] [Alerts off]
    [Remind me]
  `);
});

it('a dispute is shown with a line for each side', async () => {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  await world.replica().report('bruno', 1, 3);
  const shown = (await world.replica().send(slash('match', { match: 'm1' }, { userId: '504' }))).at(-1)!;
  expect(messageText(shown.body)).toMatchInlineSnapshot(`
    | # Ana vs Bruno
    | Cup
    | Ana: <@501>
    | Bruno: <@502>
    | Result:
    | Disputed. The organizers decide:
    | Ana says: Ana wins 3–1
    | Bruno says: Bruno wins 3–1
    | Status: Ready to play
    [Report score] [Bracket]
  `);
});
