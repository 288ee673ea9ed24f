import { expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { ModalAction } from '../../src/bot/command.ts';
import { parseArgs } from '../../src/message/custom-id.ts';
import { createWords } from '../../src/words/words.ts';

const t = createWords({ strict: true, platformName: 'Playhouse' }).in('en-US');

/** The form as a component without arguments opens it, and as a component with all of them does. */
const modalsOf = (form: ModalAction) => {
  const { args = {} } = form;
  return [[], Object.keys(args).map(() => '3')].map((values) =>
    form.open({
      t,
      args: parseArgs(args, values),
      values: [],
      fields: {},
      message: undefined,
      resolved: { roles: new Map(), channels: new Map() },
    }),
  );
};

it('what a form asks for and carries is what its action reads', () => {
  const forms: string[] = [];
  for (const { name, actions } of commands)
    for (const [key, own] of Object.entries(actions)) {
      if (own.answers !== 'modal') continue;
      forms.push(`${name}:${key}`);
      for (const { action, args = [], inputs } of modalsOf(own)) {
        const [command, target = ''] = action.split(':');
        const answer = commands.find((one) => one.name === command && one.kind === 'slash')?.actions[target];
        if (answer === undefined || answer.answers === 'modal') throw new Error(`${action} takes no form`);
        const asked = inputs.map(({ name: input, kind }) => [input, kind === 'files' ? 'files' : 'text']);
        expect(answer.fields, action).toMatchObject(Object.fromEntries(asked));
        expect(args.length, action).toBeLessThanOrEqual(Object.keys(answer.args ?? {}).length);
      }
    }
  expect(forms.toSorted()).toEqual([
    'account:edit',
    'bracket:ask',
    'follow:form',
    'leaderboard:jump',
    'link:code',
    'score:enter',
    'score:form',
    'score:formAgain',
    'score:rule',
    'score:ruleAgain',
    'score:wrong',
    'score:wrongAgain',
    'settings:ruleForm',
    'settings:seriesForm',
    'settings:seriesHours',
  ]);
});
