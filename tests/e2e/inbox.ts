import { type Mail, openMailbox } from './mailbox.ts'
import { type Server, startServer } from './server.ts'
import { test as base } from './staff.ts'

// Journeys whose other side is a real mail server: what arrives there is what people read.

export const mails: Mail[] = []

export const test = base.extend<object, { server: Server }>({
  server: [
    async ({ browserName }, use) => {
      const mailbox = await openMailbox((mail) => mails.push(mail))
      const { stop, ...server } = await startServer(browserName, { SMTP_URL: mailbox.address })
      await use(server)
      await stop()
      await mailbox.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
