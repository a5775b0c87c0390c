// Opens COUNT connections to PORT, sends TEXT on each and resets them: `node hangUp.mjs PORT COUNT TEXT`. Runs in its
// own process, so that a test can keep its server from reading anything before the clients are gone.
import { connect } from 'node:net'

const [port, count, text = ''] = process.argv.slice(2)
for (let n = 0; n < Number(count); n += 1) {
  const socket = connect({ port: Number(port), host: '127.0.0.1' }, () => {
    socket.write(text, () => socket.resetAndDestroy())
  })
}
