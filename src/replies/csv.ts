/**
 * A spreadsheet runs a cell that begins so as a formula, some also in full width; where it separates cells by semicolons or tabs, each begins
 * a cell.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r])|(?<=[;\t])(?=["\s]*[=+\-@＝＋－＠])/g;

const cell = (text: string): string => {
  const harmless = text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A table for spreadsheets (RFC 4180), in UTF-8 with a byte order mark, without which some of them read another encoding. */
export const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`);
