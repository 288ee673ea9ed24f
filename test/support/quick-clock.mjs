// Loaded into the bot before its own code: from CLOCK_FROM (epoch milliseconds) on, its clocks run CLOCK_SPEED times as
// fast. Timers keep their pace.
const { CLOCK_FROM, CLOCK_SPEED } = process.env;
const [from, speed] = [Number(CLOCK_FROM), Number(CLOCK_SPEED)];
const realNow = Date.now;
const realElapsed = performance.now.bind(performance);

Date.now = () => Math.floor(from + (realNow() - from) * speed);
performance.now = () => realElapsed() * speed;
