/**
 * A spreadsheet runs a cell that begins with one of these as a formula, sometimes in full width too; if it splits cells at
 * semicolons or tabs, these begin a cell.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r])|(?<=[;\t])(?=["\s]*[=+\-@＝＋－＠])/g;

const cell = (text: string): string => {
  const harmless = text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A table for spreadsheets (RFC 4180), in UTF-8 with a byte order mark, without which some of them assume another encoding. */
export const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`);
