import { changeSeries } from '../../guilds/series-changes.ts';
import { looksForTournaments, withoutChannel } from '../../guilds/series.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import type { Refused } from '../../message/channels.ts';
import { StoreError } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Translate } from '../../words/words.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { Owned } from '../owner/owned.ts';
import { openRecord } from '../owner/owned-record.ts';
import type { JobsDeps } from '../work.ts';
import { followByRule } from './auto-follow.ts';
import type { List } from './list-reads.ts';
import { announcementsOf, type AnnouncementsRecord, type RuleAnnouncements } from './announcement-record.ts';
import { createRuleAnnouncements, type RuleTurn } from './announcement-rule.ts';
import { createAnnouncementUpdates, type AnnouncementUpdatesDeps } from './announcement-updates.ts';

export interface AnnouncementsDeps
  extends Pick<JobsDeps, 'events' | 'log' | 'now' | 'words'>, AnnouncementUpdatesDeps {
  store: Store<AnnouncementsRecord>;
  guilds: Pick<
    Guilds,
    'announcing' | 'boards' | 'follows' | 'note' | 'settings' | 'translator' | 'translatorIn'
  >;
}

/** Announces and follows new tournaments in servers, by the rules of their series: each once, across kills and owners. */
export function createAnnouncements(deps: AnnouncementsDeps) {
  const { events, guilds, log, store } = deps;
  const updates = createAnnouncementUpdates(deps);
  /** By server: the announced tournaments that only a read by their id shows. */
  const unlisted = new Map<string, readonly string[]>();

  /** Crossposts the message to servers that follow an announcement channel, if Discord accepts that. */
  async function publish({ guildId, owned }: RuleTurn, channelId: string, messageId: string): Promise<void> {
    try {
      const outcome = await owned.channels.publish(channelId, messageId);
      if (!('refused' in outcome)) return;
      log.info({ guildId, channelId, reason: outcome.refused }, 'Discord refused to publish an announcement');
      const t = await guilds.translator(guildId);
      await guilds.note(guildId, t('announcements.unpublished', { channel: `<#${channelId}>` }));
    } catch (error) {
      log.warn({ channelId, err: error }, 'an announcement could not be published');
    }
  }

  /** Without its channel, a rule announces nothing more, and one log line says why. */
  async function stop(guildId: string, channelId: string, reason: Exclude<Refused, 'closed'>): Promise<void> {
    let isNew = false;
    await changeSeries(guilds, guildId, (rules) => {
      isNew = rules.some(({ announceChannelId }) => announceChannelId === channelId);
      return withoutChannel(rules, 'announceChannelId', channelId);
    });
    if (!isNew) return;
    events.onStop(reason);
    log.info({ guildId, channelId, reason }, 'stopped announcing tournaments');
    const t = await guilds.translator(guildId);
    const why = t(`feed.audit.why.${reason}`);
    await guilds.note(guildId, t('announcements.stopped', { channel: `<#${channelId}>`, why }));
  }

  const tellRule = createRuleAnnouncements({
    ...deps,
    follow: (guildId, rule, tournament) => followByRule(guilds, guildId, rule, tournament),
    // Discord allows ten an hour in a channel: nothing waits for it.
    publish: (...announced) => void publish(...announced),
    stop,
  });

  /**
   * Announces in one server what is new in the list. `since`: when it last changed its rules. A failing rule does not stop the
   * others: the first failure is thrown at the end, and the same list can be processed again. `over`: it has no rules and no
   * announcement to update. Throws what Discord and the store throw, and `NotOwnerError`.
   */
  async function tell(
    guildId: string,
    list: List,
    { since, owned }: { since: number; owned: Owned },
  ): Promise<'over' | 'goes-on'> {
    const { series = [] } = await guilds.settings.read(guildId);
    const active = series.filter(looksForTournaments);
    const record = await openRecord(store, {
      key: guildId,
      lost: 'another process announced tournaments',
    });
    const stored = (): Readonly<Record<string, RuleAnnouncements>> => announcementsOf(record.read());
    const failures: unknown[] = [];
    const ids: string[] = [];

    function save(ruleId: string, next: RuleAnnouncements | undefined): Promise<void> {
      const { [ruleId]: _before, ...others } = stored();
      return record.save({ rules: next === undefined ? others : { ...others, [ruleId]: next } });
    }

    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (error instanceof NotOwnerError || error instanceof StoreError) throw error;
        failures.push(error);
      }
    };

    /** Edits the announcements as their tournaments go on. */
    async function keepTrue(ruleId: string, t: Translate): Promise<void> {
      for (const [key, announcement] of Object.entries(stored()[ruleId]?.shown ?? {})) {
        const { channels } = owned;
        const { after, isUnlisted } = await updates.update(guildId, announcement, { list, t, channels });
        if (isUnlisted) ids.push(announcement.tournamentId);
        if (after?.shows === announcement.shows && after.unlisted === announcement.unlisted) continue;
        const told = stored()[ruleId];
        if (told === undefined) return;
        const { [key]: _before, ...others } = told.shown ?? {};
        await save(ruleId, { ...told, shown: after === undefined ? others : { ...others, [key]: after } });
      }
    }

    for (const [at, rule] of active.entries()) {
      const t = await guilds.translatorIn(guildId, rule.language);
      const earlier = active.slice(0, at);
      const known = stored()[rule.id];
      await attempt(() =>
        tellRule({
          guildId,
          rule,
          earlier,
          list,
          since,
          owned,
          t,
          record: known,
          save: (next) => save(rule.id, next),
        }),
      );
    }
    for (const [ruleId, { isOff, known }] of Object.entries(stored())) {
      const rule = series.find(({ id }) => id === ruleId);
      const t = await guilds.translatorIn(guildId, rule?.language);
      await attempt(() => keepTrue(ruleId, t));
      if (active.some(({ id }) => id === ruleId)) continue;
      const { shown = {} } = stored()[ruleId] ?? {};
      // Its announcements are still updated; pending ones are forgotten.
      if (Object.keys(shown).length === 0) await save(ruleId, undefined);
      else if (isOff !== true) await save(ruleId, { known, pending: {}, posts: [], shown, isOff: true });
    }
    unlisted.set(guildId, ids);
    if (failures.length > 0) throw failures[0];
    return active.length === 0 && Object.keys(stored()).length === 0 ? 'over' : 'goes-on';
  }

  return {
    tell,
    /** Whether a server has no active rules and no announcement to update. Throws `StoreError`. */
    async isIdle(guildId: string): Promise<boolean> {
      const { series = [] } = await guilds.settings.read(guildId);
      return !series.some(looksForTournaments) && (await store.get(guildId)) === undefined;
    },
    /** The announced tournaments that must be read by their ids. */
    unlisted: (): string[] => [...unlisted.values()].flat(),
    /** The servers that wait for such reads. */
    waitingFor: (tournamentId: string): string[] =>
      [...unlisted].flatMap(([guildId, ids]) => (ids.includes(tournamentId) ? [guildId] : [])),
    clear: (): void => unlisted.clear(),
    /** The server has no rules: a later start gets a new baseline. Throws `StoreError`. */
    async forget(guildId: string): Promise<void> {
      unlisted.delete(guildId);
      await store.delete(guildId);
    },
  };
}
