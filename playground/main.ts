import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { tour: { type: 'boolean', default: false } } });

if (values.tour) {
  const { runTour } = await import('./tour.ts');
  process.exitCode = await runTour();
} else {
  console.error('Try: npm run playground -- --tour');
  process.exitCode = 1;
}
