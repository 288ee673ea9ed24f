// Loaded into the bot before its own code: once that listens to signals, throws as libraries do, with everything that
// they had at hand hung on the error and on its cause. THROW says how.
const hung = {
  url: 'https://discord.com/api/v10/webhooks/1/marked-secret-url',
  requestBody: { json: { token: 'marked-secret-body' } },
  headers: ['Bot marked-secret-header'],
};
const cause = Object.assign(
  new Error('GET /interactions/1/marked-secret-path/callback?x=marked-secret-query'),
  hung,
);
const error = Object.assign(new Error('it broke', { cause }), hung);

function fail() {
  if (process.env.THROW === 'in a listener') throw error;
  else void Promise.reject(error);
}

// Not into npm, which starts it.
if (process.argv[1]?.endsWith('main.js'))
  process.on('newListener', (name) => {
    if (name === 'SIGINT') setImmediate(fail);
  });
