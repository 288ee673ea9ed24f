import type { Account } from '../accounts/accounts.ts';
import { LinkLostError } from '../accounts/links.ts';
import { ReplyError, type Modal, type Reply } from '../message/reply.ts';
import { within } from '../async/within.ts';
import type { CallAct, FormAct, InteractionAct, PressAct, SentenceAct } from './acts.ts';
import type { Command, BotContext, Filled } from './command.ts';
import { formInput, readOptions, readTypedPress } from './input.ts';
import { isOwn } from './interaction.ts';
import { parseOptions, type RawOptions } from './options.ts';
import { knowsNoSuch, looksUpFirst, withIds } from './typed-names.ts';

/** How long the account look-up and the guard may delay a form, which has to open within 3 s. */
const LOOK_UP_MS = 500;

/** Runs an act and returns its reply. Throws what its handler throws. */
export async function runAct(act: Exclude<InteractionAct, FormAct>, context: BotContext): Promise<Reply> {
  switch (act.kind) {
    case 'call':
      return runCall(act, context);
    case 'press':
      return runPress(act, context);
    case 'sentence':
      return { content: sentenceText(act, context) };
  }
}

/** Adds to the context, which belongs to this act alone: V8 would build a spread of so many fields as a dictionary. */
async function runCall(act: CallAct, context: BotContext): Promise<Reply> {
  const { command, interaction } = act;
  const raw = await readOptions(act, context);
  const run = async (values: RawOptions): Promise<Reply> => {
    const options = parseOptions(command.options, values, interaction.resolved);
    const account = await accountFor(context, command.needs);
    return command.run(Object.assign(context, { options }, account));
  };
  const isTyped = 'options' in act.source;
  const first = isTyped && looksUpFirst(command) ? await withIds(command, raw, context) : undefined;
  try {
    return await run(first ?? raw);
  } catch (error) {
    const named = isTyped && knowsNoSuch(error) ? await withIds(command, raw, context) : undefined;
    if (named === undefined) throw error;
    return run(named);
  }
}

async function runPress(act: PressAct, context: BotContext): Promise<Reply> {
  const { action, command, interaction } = act;
  if (action.press === 'caller' && !isOwn(interaction))
    throw new ReplyError(
      'not-yours',
      context.t('failure.notYours', { command: context.mention(command.name) }),
    );
  const input = await readTypedPress(act, context);
  const account = await accountFor(context, action.needs);
  return action.run(Object.assign(context, input, account));
}

function sentenceText({ sentence, name }: SentenceAct, { t, mention }: BotContext): string {
  switch (sentence) {
    case 'gone':
      return t('failure.gone', { help: mention('help') });
    case 'guarded':
      return t('failure.guarded', { command: mention(name) });
    case 'too-fast':
      return t('failure.tooFast');
    case 'busy':
      return t('failure.busy');
  }
}

/** The account, if the command needs one. Throws `LinkLostError` if the caller has no usable account. */
async function accountFor({ self }: BotContext, needs: Command['needs']): Promise<{ account?: Account }> {
  if (needs === undefined) return {};
  const link = await self.find();
  if (link.state === 'linked') return { account: link.account };
  throw new LinkLostError(link.state);
}

type Instead = (() => Promise<Reply>) | undefined;

/** What answers instead of this form: callers without a usable account, or whom its guard refuses. `undefined`: it opens. */
export async function insteadOfForm(act: FormAct, context: BotContext): Promise<Instead> {
  const decision = decideForm(act, context).catch(() => undefined);
  return within(decision, LOOK_UP_MS, () => undefined);
}

async function decideForm(act: FormAct, context: BotContext): Promise<Instead> {
  const { guard, needs } = act.action;
  if (needs === undefined) return undefined;
  const link = await context.self.find();
  if (link.state !== 'linked') {
    return async () => {
      await guard?.beforeLinking?.({ ...context, ...formInput(act) });
      throw new LinkLostError(link.state);
    };
  }
  const input = { ...context, ...formInput(act), account: link.account };
  if (guard === undefined || (await guard.admits(input))) return undefined;
  return () => guard.otherwise(input);
}

/** What the store has for this form. Never rejects. */
export const filledOf = (act: FormAct, context: BotContext): Promise<Filled | undefined> =>
  within(
    fill(act, context).catch(() => undefined),
    LOOK_UP_MS,
    () => undefined,
  );

async function fill(act: FormAct, context: BotContext): Promise<Filled | undefined> {
  if (act.action.fill === undefined) return undefined;
  const link = await context.self.find();
  return link.state === 'linked'
    ? act.action.fill({ ...context, ...formInput(act), account: link.account })
    : undefined;
}

export const formOf = (act: FormAct, context: BotContext, filled: Filled | undefined): Modal =>
  act.action.open({ ...context, ...formInput(act), filled });
