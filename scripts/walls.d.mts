export function breachesIn(files: ReadonlyMap<string, string>): string[];
