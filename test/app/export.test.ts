import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/durations.ts';
import { press, slash } from '../support/interactions.ts';
import { productWorld } from '../support/product/product-world.ts';

const ANA = '501';

test('an export explains each record in the language of its reader, with times to read', async () => {
  const world = productWorld();
  await world.member(ANA, { id: 'p1', name: 'Ana', elo: 1700 });
  const bot = world.start();
  await world.interact(bot, slash('rank'));
  await world.pass(MINUTE_MS);
  const fileFor = async (locale: string): Promise<string> => {
    await world.interact(bot, { ...press('privacy:export'), locale });
    await world.pass(MINUTE_MS);
    const [file] = [...world.discord.filesOf.values()]
      .flat()
      .filter(({ name }) => name === 'my-data.json')
      .slice(-1);
    return file?.bytes.toString() ?? '';
  };
  expect(await fileFor('en-US')).toMatchInlineSnapshot(`
    "{
      "what": "What I store about you. Times are in UTC; long numbers are the IDs of members, servers and messages.",
      "discordId": "501",
      "records": [
        {
          "what": "Your link, without its keys",
          "record": "links",
          "key": "501",
          "value": {
            "playerId": "p1",
            "playerName": "Ana",
            "linkedAt": "2027-01-01T12:00:00.000Z",
            "namingShown": true
          }
        },
        {
          "what": "The player that is linked to you",
          "record": "owners",
          "key": "p1",
          "value": {
            "discordId": "501"
          }
        },
        {
          "what": "Where you were seen, and whether you hide",
          "record": "members",
          "key": "501",
          "value": {
            "guilds": {
              "700": {
                "since": "2027-01-01T12:00:00.000Z",
                "at": "2027-01-01T12:00:00.000Z",
                "used": true
              }
            }
          }
        },
        {
          "what": "When you were last seen in a server",
          "record": "rosters",
          "key": "700:5",
          "value": {
            "501": "2027-01-01T12:00:00.000Z"
          }
        },
        {
          "what": "When you can export again",
          "record": "exports",
          "key": "501",
          "value": "2027-01-01T12:02:02.250Z"
        }
      ]
    }"
  `);
  expect(await fileFor('de')).toMatchInlineSnapshot(`
    "{
      "what": "Was ich über dich speichere. Zeiten sind in UTC; lange Zahlen sind die IDs von Mitgliedern, Servern und Nachrichten.",
      "discordId": "501",
      "records": [
        {
          "what": "Deine Verknüpfung, ohne ihre Schlüssel",
          "record": "links",
          "key": "501",
          "value": {
            "playerId": "p1",
            "playerName": "Ana",
            "linkedAt": "2027-01-01T12:00:00.000Z",
            "namingShown": true
          }
        },
        {
          "what": "Der Spieler, der mit dir verknüpft ist",
          "record": "owners",
          "key": "p1",
          "value": {
            "discordId": "501"
          }
        },
        {
          "what": "Wo du gesehen wurdest und ob du verborgen bist",
          "record": "members",
          "key": "501",
          "value": {
            "guilds": {
              "700": {
                "since": "2027-01-01T12:00:00.000Z",
                "at": "2027-01-01T12:00:00.000Z",
                "used": true
              }
            }
          }
        },
        {
          "what": "Wann du zuletzt auf einem Server gesehen wurdest",
          "record": "rosters",
          "key": "700:5",
          "value": {
            "501": "2027-01-01T12:00:00.000Z"
          }
        },
        {
          "what": "Wann du wieder exportieren kannst",
          "record": "exports",
          "key": "501",
          "value": "2027-01-01T12:03:02.250Z"
        }
      ]
    }"
  `);
});
