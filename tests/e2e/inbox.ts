import { certificate } from '#tests/factories/certificates.ts'
import { type Mail, openMailbox } from './mailbox.ts'
import { type Server, startServer } from './server.ts'
import { test as base } from './staff.ts'

// A server for journeys at a company with a real mail server and with wallets, whose certificates are created here.

export const mails: Mail[] = []

const authority = certificate('Authority of the test')
const passType = certificate('Pass type of the test', {
  name: 'Authority of the test',
  key: authority.keys.privateKey,
})
const wallets = {
  APPLE_PASS_TYPE_ID: 'pass.example.carat.card',
  APPLE_TEAM_ID: 'A1B2C3D4E5',
  APPLE_PASS_CERTIFICATE: passType.pem,
  APPLE_PASS_KEY: passType.key,
  APPLE_WWDR_CERTIFICATE: authority.pem,
  GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
  GOOGLE_WALLET_ACCOUNT: 'wallet@project.iam.gserviceaccount.com',
  GOOGLE_WALLET_KEY: passType.key,
}

export const test = base.extend<object, { server: Server }>({
  server: [
    async ({ browserName }, use) => {
      const mailbox = await openMailbox((mail) => mails.push(mail))
      const { stop, ...server } = await startServer(browserName, { SMTP_URL: mailbox.address, ...wallets })
      await use(server)
      await stop()
      await mailbox.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
