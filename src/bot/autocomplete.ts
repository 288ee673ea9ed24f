import { InteractionResponseType as Response } from 'discord-api-types/v10';
import { present } from '../present.ts';
import { LIMITS } from '../message/limits.ts';
import { fitLabel } from '../words/plain.ts';
import { within } from '../async/within.ts';
import type { Services } from './command.ts';
import type { AnswerResult } from './answer.ts';
import type { ParsedInteraction } from './interaction.ts';
import type { Respond } from './respond.ts';

interface SuggestOptions extends Pick<
  Services,
  'accounts' | 'commands' | 'now' | 'platform' | 'regions' | 'registrations' | 'words'
> {
  suggestWithinMs?: number;
}

type AutocompleteInteraction = Extract<ParsedInteraction, { kind: 'autocomplete' }>;

function suggestOf({ commands }: SuggestOptions, interaction: AutocompleteInteraction) {
  const command = commands.find(({ name }) => name === interaction.command);
  const option = command?.options[interaction.focused];
  return option?.type === 'text' ? option.suggest : undefined;
}

/** Suggests within Discord's time limit: suggestions that are late or fail become an empty list. */
export async function answerAutocomplete(
  options: SuggestOptions,
  interaction: AutocompleteInteraction,
  respond: Respond,
): Promise<AnswerResult> {
  const { accounts, now, platform, regions, registrations, words } = options;
  const suggest = suggestOf(options, interaction);
  let error: unknown;
  const work = suggest?.({
    accounts: { find: (discordId) => accounts.find(discordId) },
    now,
    platform: platform.forAnswer(),
    regions,
    registrations,
    typed: interaction.typed.trim(),
    callerId: interaction.callerId,
    t: words.in(interaction.locale),
  }).catch((cause: unknown) => {
    error = cause;
    return [];
  });
  const suggestions = work === undefined ? [] : await within(work, options.suggestWithinMs ?? 2000, () => []);
  const choices = suggestions
    .filter((choice) => choice.value !== '' && choice.value.length <= LIMITS.choiceValue)
    .map((choice) => ({
      name: fitLabel(choice.name, LIMITS.choiceName) || choice.value,
      value: choice.value,
    }))
    .slice(0, LIMITS.choices);
  const ack = await respond({
    body: { type: Response.ApplicationCommandAutocompleteResult, data: { choices } },
    files: [],
  });
  return { outcome: ack === 'ours' ? 'ok' : ack, ...present({ error }) };
}
