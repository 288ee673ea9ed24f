import { present } from '../present.ts';
import type { Bracket, Tournament } from '../reading/records.ts';

/** What a format's name says: everybody plays on (`table`), or who loses leaves (`knockout`). */
export type FormatKind = 'table' | 'knockout';

const TABLE =
  /swiss|round.?robin|league|\bliga\b|\bligue\b|all.?play.?all|schweizer|suisse|suizo|suíço|todos contra todos|jeder gegen jeden|toutes rondes|vòng tròn|thụy sĩ|スイス|総当|リーグ/i;
const KNOCKOUT =
  /elimination|knock.?out|play.?offs?|elimina|trực tiếp|k\.?[-.]?o\.?\b|ノックアウト|トーナメント/i;

/** By the platform's words for a format or a stage; `undefined` where they say neither, or both. */
export function kindOfFormat(words: string | undefined): FormatKind | undefined {
  if (words === undefined) return undefined;
  const [isTable, isKnockout] = [TABLE.test(words), KNOCKOUT.test(words)];
  if (isTable === isKnockout) return undefined;
  return isTable ? 'table' : 'knockout';
}

/** A bracket with what its tournament's record says of it: the format comes before the shape. */
export const withRecord = (
  bracket: Bracket,
  { format, phase }: Pick<Tournament, 'format' | 'phase'>,
): Bracket => ({ ...bracket, record: present({ format, phase }) });
