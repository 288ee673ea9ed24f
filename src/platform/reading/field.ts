import { words } from './keys.ts';
import { asIs, type Fit } from './values.ts';

/** What a field of a record may be, and the names under which it is accepted. */
export interface Field<T> {
  fit: Fit<T>;
  names: readonly string[];
}

/** field(asId)`id user_id` */
export const field =
  <T>(fit: Fit<T>) =>
  ([list = '']: TemplateStringsArray): Field<T> => ({ fit, names: words(list) });

/** Words that are no field's: names`data result` */
export const names = field(asIs);
