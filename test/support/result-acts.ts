import { press as pressOf, slash, submit } from './interactions.ts';
import { buttonIn, formId, type ShownMessage } from './shown-message.ts';

export const PEOPLE = {
  ana: { userId: '501', playerId: 'u1' },
  bruno: { userId: '502', playerId: 'u2' },
  olga: { userId: '503', playerId: 'u3', roles: ['77'] },
  chris: { userId: '504', playerId: 'u4' },
} as const;
export type Person = keyof typeof PEOPLE;

/** What people do with a result. `send`: gives what they are shown of an interaction, in order. */
export function actsOf(send: (raw: object) => Promise<ShownMessage[]>) {
  async function last(raw: object): Promise<ShownMessage> {
    const answer = (await send(raw)).at(-1);
    if (answer === undefined) throw new Error('no answer');
    return answer;
  }

  const press = (who: Person, id: string, values?: string[], place: object = {}): Promise<ShownMessage> =>
    last({
      ...pressOf(id, {
        ...PEOPLE[who],
        ownerId: PEOPLE[who].userId,
        ephemeral: true,
        ...(values && { values }),
      }),
      ...place,
    });
  const fill = (
    who: Person,
    form: ShownMessage,
    fields: Record<string, string>,
    place: object = {},
  ): Promise<ShownMessage> =>
    last({ ...submit(formId(form), fields, { ...PEOPLE[who], ownerId: PEOPLE[who].userId }), ...place });

  return {
    press,
    fill,
    type: (who: Person, name: string, options: Record<string, string | number>, place: object = {}) =>
      last({ ...slash(name, options, PEOPLE[who]), ...place }),
    /** Reports by /score, and confirms the question. */
    async report(who: Person, player1: number, player2: number, place: object = {}): Promise<ShownMessage> {
      const asked = await last({
        ...slash('score', { match: 'm1', player1_score: player1, player2_score: player2 }, PEOPLE[who]),
        ...place,
      });
      return press(who, buttonIn(asked, 'Confirm'), undefined, place);
    },
    /** "That's wrong", with the other score. */
    async dispute(
      who: Person,
      id: string,
      player1: number,
      player2: number,
      place: object = {},
    ): Promise<ShownMessage> {
      const form = await press(who, id, undefined, place);
      if (!('custom_id' in form.body)) return form;
      return fill(who, form, { first: String(player1), second: String(player2) }, place);
    },
    /** A button of a ruling, with its reason. */
    async rule(
      who: Person,
      id: string,
      fields: Record<string, string>,
      place: object = {},
    ): Promise<ShownMessage> {
      const form = await press(who, id, undefined, place);
      return 'custom_id' in form.body ? fill(who, form, fields, place) : form;
    },
  };
}
