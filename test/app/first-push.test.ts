import { expect, it, onTestFinished } from 'vitest';
import { pageBrowser } from '../support/page-browser.ts';
import { productWorld } from '../support/product/product-world.ts';

const ANA = { id: 'p1', name: 'Ana', elo: 1777, rank: 'Gold' };

async function consent(world: ReturnType<typeof productWorld>, bot: ReturnType<typeof world.start>) {
  const web = bot.openWeb({
    readiness: async () => ({ ready: true, draining: false, discord: 'connected', store: 'ok' }),
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies: [],
  });
  onTestFinished(() => web.close());
  const browser = pageBrowser(web, {
    publicUrl: 'https://bot.test',
    through({ searchParams }) {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      const code = world.discord.consents.code(
        { discordId: '501', name: 'Ana' },
        back.origin + back.pathname,
      );
      back.searchParams.set('code', code);
      return back;
    },
  });
  await world.finish(browser.go('/linked-role'));
}

it.each(['never read before', 'read before they linked'])(
  'the first push of Linked Roles has the rank of a player who was %s',
  async (when) => {
    const world = productWorld();
    const bot = world.start();
    await world.member('501', ANA, { isLinked: false });
    if (when !== 'never read before') await world.finish(bot.services.platform.userRank('p1'));
    await world.member('501', ANA);
    await consent(world, bot);
    // Nothing else was given time.
    expect(world.discord.connections.shown.get('501')?.metadata).toMatchObject({
      rating: '1777',
      global_place: '1',
    });
  },
);
