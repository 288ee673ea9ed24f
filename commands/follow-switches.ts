import type { Topic } from '../src/guilds/follows.ts';
import { SWITCHES, type Switches } from '../src/replies/follow.ts';
import type { ActionButton } from '../src/words/reply.ts';
import type { Translate } from '../src/words/words.ts';

/** A switch as a button that says its state; a press leads to the other one. */
export const switchButton = (
  { topic, isOn, ...press }: { topic: Topic; isOn: boolean } & Pick<ActionButton, 'action' | 'args'>,
  t: Translate,
): ActionButton => ({
  kind: 'action',
  label: t(isOn ? 'follow.switch.on' : 'follow.switch.off', { topic: t(`follow.topics.${topic}`) }),
  style: isOn ? 'success' : 'secondary',
  ...press,
});

/** The switches as one number, for what a button carries: the first is the lowest bit. */
export const bitsOf = (topics: Switches): number =>
  SWITCHES.reduce((bits, topic, at) => bits + (topics[topic] ? 2 ** at : 0), 0);

export function topicsOf(bits: number): Record<Topic, boolean> {
  const isOn = (topic: Topic) => ((bits >> SWITCHES.indexOf(topic)) & 1) === 1;
  return { calls: isOn('calls'), results: isOn('results'), event: isOn('event') };
}
