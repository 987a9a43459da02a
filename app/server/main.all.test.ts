import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/database.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'
import {
  cleanUps,
  end,
  signIn,
  startProgram as start,
  untilServed,
  waitUntilReady,
} from '#tests/factories/started-program.ts'

// Starts complete servers on an empty database and as a demo. main.test.ts uses a migrated database.

test('server: starts on an empty database behind a connection pooler if the direct URL is set', async () => {
  const { url, drop } = await emptyDatabase()
  cleanUps.push(drop)
  const pooler = await databaseProxy(url, { asPooler: true })
  cleanUps.push(pooler.goAway)
  const server = await start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })
  await waitUntilReady(server)
  end(server.child)
  expect(await server.exited).toBe(0)
})

test('demo: starts without settings, prints its accounts and delivers codes to the inbox; elsewhere its accounts are refused', async () => {
  const server = await start({ PUBLIC_URL: '', SERVER_SECRET: '' })
  const address = await waitUntilReady(server)
  expect(server.output()).toMatch(
    /Demo accounts: hq, hq\.approver, hq\.analyst, outlet, outlet\.manager\nPassword: +diamond-counter-42/,
  )
  const requested = JSON.parse((await untilServed(() => signIn(address, 'hq', 'diamond-counter-42'))).body) as {
    ChallengeId: string
  }
  const inbox = (await (await fetch(`${address}/api/1.0/dev/outbox`)).json()) as Record<string, string>[]
  expect(inbox[0]).toMatchObject({ To: 'hq@carat.example', Channel: 'Email', Subject: 'Your sign-in code' })
  const Code = /\d{6}/.exec(inbox[0]!.Body!)![0]
  const headers = { 'content-type': 'application/json' }
  const verified = await fetch(`${address}/api/1.0/auth/sign-in/verify`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ChallengeId: requested.ChallengeId, Code }),
  })
  expect(verified.status).toBe(200)
  const secret = /secret (\S+)/.exec(server.output())![1]
  const till = await fetch(`${address}/api/1.0/auth/system/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ClientId: 'pos', ClientSecret: secret }),
  })
  expect(till.status).toBe(200)
  end(server.child)
  expect(await server.exited).toBe(0)
  const company = await start({ DATA_DIR: server.dataDir, DEMO: '0' })
  expect(await company.exited).toBe(1)
  expect(company.output()).toContain('The account hq has the demo’s password')
})
