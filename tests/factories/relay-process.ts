import { startMailRelay } from '#areas/messages/server/relay/mail.ts'
import { openDatabase } from '#kit/server/database.ts'

// Runs the message relay in a separate process, so that a test can kill it. Arguments: the database, the mail server.

const [url = '', smtpUrl] = process.argv.slice(2)
const database = openDatabase({ url, max: 2 })
startMailRelay({ database, clock: () => new Date(), smtpUrl, from: 'no-reply@carat.example', demo: false })
// The relay itself does not keep a process running.
setInterval(() => {}, 1_000)
