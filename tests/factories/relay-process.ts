import { startMailRelay } from '#areas/messages/server/relay/mail.ts'
import { openDatabase } from '#kit/server/database.ts'

// Runs the message relay in a separate process, so that a test can kill it; arguments: database URL, mail server URL.

const [url = '', smtpUrl] = process.argv.slice(2)
const database = openDatabase({ url, max: 2 })
startMailRelay({ database, clock: () => new Date(), smtpUrl, from: 'no-reply@carat.example', demo: false })
// This timer keeps the process running, because the relay itself does not.
setInterval(() => {}, 1_000)
