/**
 * What each sealed text is bound to, so that it opens in its own place alone: tokens of one member in no other's link,
 * waiting tokens in no link. A change of keys (`sealed-records.ts`) opens by the same contexts.
 */
export const sealContext = {
  link: (discordId: string) => `link:${discordId}`,
  flow: (discordId: string) => `flow:${discordId}`,
  ticket: (discordId: string) => `ticket:${discordId}`,
  restart: (key: string) => `restart:${key}`,
  code: (codeKey: string) => `code:${codeKey}`,
  claim: (discordId: string) => `claim:${discordId}`,
};
