/** The description in the member's language. */
export const describe = (
  { descriptions }: { descriptions: Readonly<Record<string, string>> },
  locale: string,
): string => descriptions[locale] ?? descriptions['default'] ?? '';
