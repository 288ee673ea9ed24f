import { isLostPress } from './people.ts';
import { SETTLED_MS, pairKey, type View } from './view.ts';

/** What asks for something. */
const ASKS = ['Report score', 'Confirm', "That's wrong"];
const faces = (rows: unknown): string => JSON.stringify(rows ?? []);

/** In the end, nothing asks about a match that is not asked about any more: no call, no reminder, no thread, no direct message. */
export function judgeAsks({
  cup,
  endedAt,
  follow,
  isRemoved,
  mayBeLost,
  night,
  snapshots,
  wrong,
}: View): void {
  const last = snapshots.at(-1);
  if (last === undefined || endedAt - last.at < SETTLED_MS) return;
  const { messages, threads } = night.world;
  const isHere = (channelId: string): boolean =>
    channelId === follow.channelId || threads.get(channelId)?.channelId === follow.channelId;
  for (const message of messages) {
    const { channelId, id, post } = message;
    if (isLostPress(night, message)) continue;
    const offers = last.stage !== 'registration' && faces(post.rows).includes('"Register"');
    if (offers && !mayBeLost && isHere(channelId) && post.content.includes(cup.name))
      wrong(endedAt, `still offers to register: ${post.content.split('\n')[0]}`);
    const [, first, second] =
      /\*\*([A-Z]\d+(?:x\d+)?)\*\*\)? vs (?:<@\d+> \()?\*\*([A-Z]\d+(?:x\d+)?)\*\*/.exec(post.content) ?? [];
    if (first === undefined || second === undefined || !isHere(channelId) || isRemoved(id)) continue;
    const [one, other] = [cup.playerOf(first), cup.playerOf(second)];
    if (one === undefined || other === undefined) continue;
    const asks = ASKS.filter((label) => faces(post.rows).includes(`"${label}"`));
    const own = last.matches.filter(({ pair }) => pairKey(pair) === pairKey([one, other]));
    const isOpen = own.some(
      ({ isCalledOff, isVoid, played }) => played === undefined && !isCalledOff && !isVoid,
    );
    const isOver = last.stage === 'over' || last.stage === 'cancelled';
    if (asks.length > 0 && (isOver || !isOpen) && !(asks.includes("That's wrong") && !isOver))
      wrong(endedAt, `still asks (${asks.join(', ')}): ${post.content.split('\n')[0]}`);
  }
}
