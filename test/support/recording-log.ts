import { inspect } from 'node:util';

/** Records what is logged, whole: every field, message, nested cause and stack. */
export function recordingLog() {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message });
  return {
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines,
    text: () => inspect(lines, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
  };
}
