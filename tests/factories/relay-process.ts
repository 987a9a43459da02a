import { startMailRelay } from '#areas/messages/server/relay/mail.ts'
import { openDatabase } from '#kit/server/database.ts'

// A sender of messages in a process of its own, so that a test can kill it. Its arguments: the database, the mail server.

const [url = '', smtpUrl] = process.argv.slice(2)
const database = openDatabase({ url, max: 2 })
startMailRelay({ database, clock: () => new Date(), smtpUrl, from: 'no-reply@carat.example', demo: false })
// The relay itself keeps no process alive.
setInterval(() => {}, 1_000)
