import { MINUTE_MS } from './clock.ts';
import type { Night, SeriesRule } from './night.ts';
import { plainSpaces } from './read-message.ts';

/** News are told within 90 s, by the list that is read once a minute, which may wait for a while. */
const NEWS_MS = 5 * MINUTE_MS;

/** Whether a rule is about a tournament. */
export const isAbout = ({ words = [] }: Pick<SeriesRule, 'words'>, name: string): boolean =>
  words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));

export const ruleIn = <Rule>({ settings }: { settings: { series?: readonly Rule[] } }): Rule | undefined =>
  settings.series?.[0];

type Wrong = (at: number, text: string) => void;

/** What a server announces, and where its season stands, by its rule. */
export function judgeSeries(night: Night): string[] {
  const faults: string[] = [];
  const wrong: Wrong = (at, text) => void faults.push(`${night.clockOf(at)} ${text}`);
  judgeNews(night, wrong);
  judgeSeason(night, wrong);
  return faults;
}

function judgeNews(night: Night, wrong: Wrong): void {
  const { cups, endedAt, isReadable, news, servers, snapshots, troubles, world } = night;
  for (const server of servers) {
    const rule = ruleIn(server);
    const channelId = rule?.announceChannelId;
    if (rule === undefined || channelId === undefined) continue;
    const posts = world.changes.filter((one) => one.channelId === channelId && one.kind === 'post');
    const announced = posts.filter(({ post }) => post.content.startsWith('New tournament: '));
    const wanted = news.filter(({ name }) => isAbout(rule, name));
    // A draft is announced once it is published.
    const drafts = cups.filter(({ id }) =>
      snapshots.get(id)?.some(({ tournament }) => tournament.registration === 'draft'),
    );
    // One that was to have started, and is put off, comes back to the list.
    const returned = cups.filter(({ id }) =>
      snapshots.get(id)?.some(({ at, tournament }, index, all) => {
        const startedAt = all[index - 1]?.tournament.startsAt?.epochMs ?? Infinity;
        return startedAt <= at && (tournament.startsAt?.epochMs ?? 0) > at;
      }),
    );
    for (const { at, post } of announced)
      if (![...wanted, ...drafts, ...returned].some(({ name }) => post.content.includes(name)))
        wrong(at, `announces what it should not: ${post.content}`);
    for (const { at, name } of wanted) {
      const told = announced.filter(({ post }) => post.content.includes(name));
      if (told.length > 1) wrong(told[1]?.at ?? 0, `announces twice: ${name}`);
      const isHindered = troubles.some(
        ({ kind, from, to }) => kind !== 'quiet' && from <= at + NEWS_MS && to >= at - NEWS_MS,
      );
      const isLate = told.length === 0 || (told[0]?.at ?? 0) - at > NEWS_MS;
      if (isLate && !isHindered && endedAt - at >= NEWS_MS)
        wrong(at, `does not announce ${name} in ${channelId}`);
      // An announcement must not offer what cannot be done.
      const stage = cups.flatMap((cup) =>
        cup.name === name ? (snapshots.get(cup.id)?.at(-1)?.stage ?? []) : [],
      )[0];
      if (stage === undefined || stage === 'registration') continue;
      // Where nobody can read, a message whose answer was lost stays unknown.
      const isLost = (at: number): boolean =>
        !isReadable && troubles.some(({ kind, from, to }) => kind !== 'quiet' && from <= at && to >= at);
      for (const { post } of world.messages.filter(
        (one) => one.channelId === channelId && one.post.content.includes(name) && !isLost(one.at),
      ))
        if (JSON.stringify(post.rows ?? []).includes('"Register"'))
          wrong(endedAt, `still offers to register: ${name}`);
    }
  }
}

/** Each winner counts, and nobody else does. */
function judgeSeason(
  { cups, endedAt, follows, isPatient, servers, snapshots, troubles, world }: Night,
  wrong: Wrong,
): void {
  for (const server of servers) {
    const rule = ruleIn(server);
    const channelId = rule?.seasonChannelId;
    const own = world.messages.filter(
      (one) => one.channelId === channelId && one.post.content.startsWith('-# Updated after each winner'),
    );
    if (rule === undefined || channelId === undefined) continue;
    const mayBeTwice = troubles.some(({ kind }) => kind !== 'quiet' && kind !== 'platform');
    if (own.length > 1 && !mayBeTwice) wrong(endedAt, `${own.length} seasons in ${channelId}`);
    const winners = [
      ...plainSpaces(own.at(-1)?.post.embeds?.[0]?.description ?? '').matchAll(
        /\*\*([^*]+)\*\*[^\n]* · ([1-9]\d*) wins?/g,
      ),
    ];
    const wins = new Map(winners.map(([, name = '', count]) => [name, Number(count)]));
    const named = cups.filter((cup) => isAbout(rule, cup.name));
    const counted = named.filter((cup) =>
      follows.some((one) => one.guildId === server.guildId && one.cup === cup),
    );
    for (const [name, count] of wins) {
      // The bot may have followed one by itself later than anybody waited for.
      const most = named.filter((cup) => {
        const last = snapshots.get(cup.id)?.at(-1);
        const who = cup.playerOf(name);
        const isTable =
          last?.champion === undefined && (cup.format === 'swiss' || cup.format === 'round-robin');
        return who !== undefined && last?.stage === 'over' && (isTable || last.champion === who);
      });
      if (count > most.length) wrong(endedAt, `the season in ${channelId} counts ${count} wins of ${name}`);
    }
    for (const cup of isPatient ? counted : []) {
      const { champion, stage } = snapshots.get(cup.id)?.at(-1) ?? {};
      const isCounted = [...wins.keys()].some((name) => cup.playerOf(name) === champion);
      if (stage === 'over' && champion !== undefined && !isCounted)
        wrong(endedAt, `the season in ${channelId} does not count the win in ${cup.name}`);
    }
  }
}
