import type { ActionInput } from '../../src/bot/command.ts';

/** What was typed into a form for a number, with the digits of a Japanese keyboard as plain ones. */
export const typedDigits = (fields: ActionInput['fields'], name: string): string =>
  fields[name]?.normalize('NFKC').trim() ?? '';
