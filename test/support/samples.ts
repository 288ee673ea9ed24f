/** One line of Prometheus' text format. */
interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Scraped {
  /** Names as in their `# TYPE` lines, with their types. */
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
  /** The one sample of this name with these labels at least; undefined without one. */
  value: (name: string, labels?: Record<string, string>) => number | undefined;
}

/** Reads what `/metrics` says. https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function readSamples(text: string): Scraped {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Sample => {
      const [, name = '', labels = '', value = ''] =
        /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === '') throw new Error(`no sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', held = '']) => [label, held])),
        value: Number(value),
      };
    });
  return {
    types,
    samples,
    value: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, held]) => sample.labels[label] === held),
      )?.value,
  };
}
