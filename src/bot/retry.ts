import { own } from '../json.ts';
import { runButton, type ActionButton } from '../message/reply.ts';
import type { CallAct, InteractionAct } from './acts.ts';
import { isGuarded, type BotContext } from './command.ts';
import { directCustomId } from '../message/custom-id.ts';
import { readOptions, readTypedPress } from './input.ts';
import type { Option } from './options.ts';

type RetryContext = Pick<BotContext, 't' | 'callerT' | 'tickets'>;

/** The button that repeats an act; `undefined` for an act that has none, or that does not fit a custom id. */
export async function retryButton(
  act: InteractionAct,
  context: RetryContext,
): Promise<ActionButton | undefined> {
  const retry = await retryOf(act, context);
  // A ticket would need the store, which may be what failed.
  return retry && directCustomId(retry.action, retry.args ?? []) !== undefined ? retry : undefined;
}

async function retryOf(act: InteractionAct, context: RetryContext): Promise<ActionButton | undefined> {
  if (act.kind === 'call' && !act.writes) return retryCall(act, context);
  if (act.kind !== 'press' || act.action.retry === undefined) return undefined;
  return act.action.retry({ t: context.t, ...(await readTypedPress(act, context)) });
}

async function retryCall(act: CallAct, context: RetryContext): Promise<ActionButton | undefined> {
  const { command } = act;
  const options = await readOptions(act, context);
  const has = (type: Option['type']) =>
    Object.keys(options).some((name) => own(command.options, name)?.type === type);
  // Everybody who can see the message can read its custom ids, so a button names no member. A channel counts only where Discord
  // sends it along, which it does for no button.
  if (isGuarded(command) || has('user') || has('channel')) return undefined;
  return runButton(context.t('failure.retry'), command.name, options);
}
