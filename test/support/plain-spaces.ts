/** A text with usual spaces and without word joiners, so that what a test compares it with can be read. A separate test checks them. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll('\u2060', '');
