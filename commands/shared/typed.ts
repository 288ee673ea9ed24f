/** What was typed into a form for a number, with the digits of a Japanese keyboard as plain ones. */
export const typedDigits = (text: string): string => text.normalize('NFKC').trim();
