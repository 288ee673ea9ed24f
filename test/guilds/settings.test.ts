import { describe, expect, it } from 'vitest';
import { createServerList } from '../../src/guilds/server-list.ts';
import { createSettingsStore } from '../../src/guilds/settings-store.ts';
import {
  GuildSettings,
  isOrganizer,
  isPublicIn,
  localeOf,
  SERVER_SETTINGS,
  SETTING_PAGES,
  valuesOf,
  withValues,
} from '../../src/guilds/settings.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { weekWorld } from '../support/week-world.ts';

function setUp() {
  let time = 1_000_000;
  const stores = memoryStores({ now: () => time });
  const calls: string[] = [];
  const errors: unknown[] = [];
  stores.control.before = (call) => Promise.resolve(void calls.push(call));
  const replica = () => {
    const own = stores.replica();
    const serverList = createServerList(own.namespace('servers'));
    return createSettingsStore({
      store: own.namespace('guilds'),
      trackServer: (guildId) => serverList.add(guildId),
      now: () => time,
      onError: (error) => errors.push(error),
    });
  };
  return { stores, calls, errors, replica, pass: (ms: number) => (time += ms) };
}

describe('settings of a server', () => {
  it('of another replica are seen within 15 s, also after the clock was set back', async () => {
    const { pass, replica } = setUp();
    const [one, other] = [replica(), replica()];
    await one.recent('1');
    pass(-3_600_000);
    await other.change('1', (before) => ({ ...before, organizerRoleId: '77' }));
    pass(16_000);
    expect(await one.recent('1')).toMatchObject({ organizerRoleId: '77' });
  });

  it('are read from the store at most once in 15 s', async () => {
    const { calls, replica } = setUp();
    const settings = replica();
    await Promise.all(Array.from({ length: 20 }, () => settings.recent('1')));
    await settings.recent('1');
    expect(calls).toEqual(['guilds.get 1']);
  });

  it('apply on every replica within 15 s of a change, and at once where it was made', async () => {
    const { replica, pass } = setUp();
    const [one, other] = [replica(), replica()];
    expect(await other.recent('1')).toEqual({});
    await one.change('1', (before) => ({ ...before, logChannelId: '5' }));
    expect(await one.recent('1')).toEqual({ logChannelId: '5' });
    pass(15_000);
    expect(await other.recent('1')).toEqual({ logChannelId: '5' });
  });

  it('are the last known ones, or none, while the store is down, which is tried once', async () => {
    const { stores, calls, errors, replica, pass } = setUp();
    const settings = replica();
    await settings.change('1', () => ({ publicChannelIds: ['5'] }));
    pass(15_000);
    stores.control.down = true;
    calls.length = 0;
    for (let times = 0; times < 3; times++) {
      expect(await settings.recent('1')).toEqual({ publicChannelIds: ['5'] });
      expect(await settings.recent('2')).toEqual({});
    }
    expect(calls).toHaveLength(2);
    expect(errors).toHaveLength(2);
    await expect(settings.read('1')).rejects.toThrow('down');
    await expect(settings.change('1', () => ({}))).rejects.toThrow('down');
  });

  it('keep the changes of two admins at the same time', async () => {
    const { replica } = setUp();
    const [one, other] = [replica(), replica()];
    const changes = await Promise.all([
      one.change('1', (before) => ({ ...before, logChannelId: '5' })),
      other.change('1', (before) => ({ ...before, resultsChannelId: '6' })),
    ]);
    expect(await one.read('1')).toEqual({ logChannelId: '5', resultsChannelId: '6' });
    const second = changes.find(({ before }) => Object.keys(before).length === 1);
    expect(Object.keys(second?.after ?? {})).toHaveLength(2);
  });

  it('name Discord’s language for a server once it is another than English, and are written on a change only', async () => {
    const { calls, errors, replica, stores } = setUp();
    const settings = replica();
    await settings.noteLocale('1', 'en-US');
    expect(stores.keys('guilds')).toEqual([]);
    await settings.noteLocale('1', 'fr');
    expect(await settings.read('1')).toEqual({ discordLocale: 'fr' });
    expect(localeOf(await settings.read('1'))).toBe('fr');
    calls.length = 0;
    await settings.noteLocale('1', 'fr');
    expect(calls).toEqual([]);
    await settings.change('1', (before) => ({ ...before, language: 'ja' }));
    expect(localeOf(await settings.read('1'))).toBe('ja');
    await settings.noteLocale('1', 'en-US');
    expect(await settings.read('1')).toEqual({ language: 'ja' });
    expect(errors).toEqual([]);
  });

  it('have a new language of Discord’s before it is stored', async () => {
    const { stores, replica } = setUp();
    const settings = replica();
    await settings.recent('1');
    stores.control.before = () => new Promise(() => {});
    void settings.noteLocale('1', 'fr');
    await settings.recent('1');
    expect(localeOf(await settings.recent('1'))).toBe('fr');
  });

  it('leave no record once nothing is set', async () => {
    const { stores, replica } = setUp();
    const settings = replica();
    await settings.change('1', () => ({ logChannelId: '5' }));
    expect(stores.keys('guilds')).toEqual(['1']);
    await settings.change('1', () => ({}));
    expect(stores.keys('guilds')).toEqual([]);
  });
});

describe('the table of settings', () => {
  /** As version 1.0.0 stored them. */
  const stored: GuildSettings = {
    organizerRoleId: '31',
    resultsChannelId: '41',
    logChannelId: '42',
    publicChannelIds: ['43', '44'],
    agreement: 'both',
    deadlineHours: 24,
    language: 'fr',
    discordLocale: 'ja',
  };

  it('reads what version 1.0.0 stored, and refuses a value of another kind', () => {
    expect(GuildSettings.parse(stored)).toEqual(stored);
    expect(Object.keys(GuildSettings.shape)).toEqual(expect.arrayContaining(Object.keys(stored)));
    for (const { key } of SERVER_SETTINGS)
      expect(GuildSettings.safeParse({ ...stored, [key]: {} }).success, key).toBe(false);
    expect(GuildSettings.safeParse({ ...stored, agreement: 'neither' }).success).toBe(false);
  });

  it('gives the values that it takes, and removes what is not set or what it is initially', () => {
    const known = SERVER_SETTINGS.filter(({ key }) => key in stored);
    const values = known.map((setting) => [setting.name, ...valuesOf(stored, setting)]);
    expect(values).toEqual([
      ['organizerRole', '31'],
      ['resultsChannel', '41'],
      ['logChannel', '42'],
      ['publicChannels', '43', '44'],
      ['agreement', 'both'],
      ['deadline', '24'],
      ['language', 'fr'],
    ]);
    const { deadlineHours: _initial, discordLocale: _seen, ...chosen } = stored;
    let settings: GuildSettings = {};
    for (const [at, setting] of known.entries())
      settings = withValues(settings, setting, values[at]?.slice(1) ?? []);
    expect(settings).toEqual(chosen);
    for (const setting of known) {
      settings = withValues(settings, setting, 'initial' in setting ? [String(setting.initial)] : []);
      expect(settings, setting.name).not.toHaveProperty(setting.key);
    }
    expect(settings).toEqual({});
  });

  it('has no page with more settings than a panel has rows, besides the one for the pages', () => {
    for (const page of SETTING_PAGES) {
      const settings = SERVER_SETTINGS.filter((one) => one.page === page);
      expect(settings.length, page).toBeLessThanOrEqual(4);
    }
  });
});

it('the language of a server is its choice, then what an interaction says, then what was seen last', async () => {
  const { guilds } = weekWorld();
  const locale = async (said?: string) => (await guilds.translator('1', said)).locale;
  expect(await locale()).toBe('en-US');
  await guilds.settings.noteLocale('1', 'fr');
  expect([await locale(), await locale('ja')]).toEqual(['fr', 'ja']);
  await guilds.settings.change('1', (settings) => ({ ...settings, language: 'vi' }));
  expect([await locale(), await locale('ja')]).toEqual(['vi', 'vi']);
});

it('a thread counts as its parent channel, and all channels are public by default', () => {
  const restricted = { publicChannelIds: ['5'] };
  const cases: [GuildSettings, channelId: string | undefined, parentId: string | undefined, boolean][] = [
    [{}, '9', undefined, true],
    [restricted, '5', undefined, true],
    [restricted, '9', undefined, false],
    [restricted, '9', '5', true],
    [restricted, '5', '9', false],
    [restricted, undefined, undefined, false],
  ];
  for (const [at, [settings, channelId, parentId, expected]] of cases.entries())
    expect(isPublicIn(settings, { channelId, parentId }), `case ${at}`).toBe(expected);
});

it('an organizer manages the server or has the organizer role', () => {
  const cases = [
    [{ roleIds: [], permissions: 0x20n }, {}, true],
    [{ roleIds: [], permissions: 0x8n }, {}, true],
    [{ roleIds: ['31'], permissions: 0n }, {}, false],
    [{ roleIds: ['31'], permissions: 0n }, { organizerRoleId: '31' }, true],
    [{ roleIds: ['32'], permissions: 0x800n }, { organizerRoleId: '31' }, false],
  ] as const;
  for (const [at, [caller, settings, expected]] of cases.entries())
    expect(isOrganizer(settings, caller), `case ${at}`).toBe(expected);
});
