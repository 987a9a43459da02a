import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hq, jobContext, make, staffWith, useApp } from '#tests/harness.ts'
import {
  addSystemAccount,
  issueSystemCode,
  listSystemAccounts,
  USED_NETWORKS_MAX,
  updateSystemAccount,
} from '../contract/system-accounts.ts'
import { profile, systemSignIn, systemSignInWithCode } from '../contract.ts'
import { expiredDataCleanUpJob } from './forget-expired.ts'

const PROXY = '10.0.0.1'
const app = useApp({ at: '2026-11-21T02:05:00Z', trustProxy: [PROXY], limits: { perAddress: 10_000 } })
const manager = staffWith({ roles: ['User Roles'], outlet: 'HQ' })
const managerElsewhere = staffWith({ roles: ['User Roles'], outlet: 'KLCC' })
const otherStaff = staffWith({ roles: ['Settings'], outlet: 'HQ' })

const emailOf = async (caller: typeof hq) => {
  const { staffId } = await app.token(caller)
  const [staff] = await app.sql<{ email: string }>('select email from staff where staff_id = $1', staffId)
  return staff!.email
}
let managerEmail: string

beforeAll(async () => {
  managerEmail = await emailOf(manager)
  await emailOf(managerElsewhere)
  await emailOf(otherStaff)
})
beforeEach(async () => {
  await app.sql('delete from outbox_message')
  app.clock.set('2026-11-21T02:05:00Z')
})

async function addProgram(more: object = {}) {
  const ClientId = `till${make.nextNumber()}`
  const { body } = await app.call(
    addSystemAccount,
    { Username: ClientId, DisplayName: 'Till of the test', Scopes: ['members:read'], ...more } as never,
    hq,
  )
  return { ClientId, ClientSecret: body.ClientSecret, UserId: body.Account.UserId, Version: body.Account.Version }
}
type Program = Awaited<ReturnType<typeof addProgram>>

const signInFrom = async ({ ClientId, ClientSecret }: Program, ip: string, headers: Record<string, string> = {}) => {
  const { status, body } = await app.call(systemSignIn, { ClientId, ClientSecret }, { as: null, ip, headers })
  expect(status).toBe(200)
  return body.access_token
}

const networksOf = async ({ UserId }: Program) => {
  const { body } = await app.call(listSystemAccounts, {}, hq)
  return body.rows.find((account) => account.UserId === UserId)!.UsedNetworks
}
const namesOf = async (program: Program) => (await networksOf(program)).map(({ Network }) => Network).sort()
const reports = () => app.sql<{ recipient: string; subject: string; body: string }>('select * from outbox_message')
const reported = async () => (await reports()).map(({ body }) => /network (\S+) for/.exec(body)?.[1])

describe('networks of a program', () => {
  test('networks of a program: the first network of a new account is recorded and not reported', async () => {
    const program = await addProgram()
    await signInFrom(program, '203.0.113.7')
    expect(await networksOf(program)).toEqual([
      {
        Network: '203.0.113.0/24',
        FirstSeenAt: '2026-11-21T02:05:00.000Z',
        LastSeenAt: '2026-11-21T02:05:00.000Z',
      },
    ])
    expect(await reports()).toEqual([])
  })

  test('networks of a program: a second network is reported once, to the managers of accounts at head office', async () => {
    const program = await addProgram()
    await signInFrom(program, '203.0.113.7')
    await signInFrom(program, '198.51.100.4')
    const sent = await reports()
    expect(sent.map(({ recipient }) => recipient)).toContain(managerEmail)
    expect(sent.map(({ recipient }) => recipient)).not.toContain(await emailOf(managerElsewhere))
    expect(sent.map(({ recipient }) => recipient)).not.toContain(await emailOf(otherStaff))
    const { subject, body } = sent.find(({ recipient }) => recipient === managerEmail)!
    expect(subject).toBe('A program signed in from a new network')
    expect(body).toContain(`${program.ClientId} (Till of the test) signed in from the network 198.51.100.0/24`)

    await app.sql('delete from outbox_message')
    app.clock.advance(3600)
    await signInFrom(program, '198.51.100.77')
    await signInFrom(program, '203.0.113.200')
    expect(await reports()).toEqual([])
    expect(await networksOf(program)).toMatchObject([
      { LastSeenAt: '2026-11-21T03:05:00.000Z', FirstSeenAt: '2026-11-21T02:05:00.000Z' },
      { LastSeenAt: '2026-11-21T03:05:00.000Z', FirstSeenAt: '2026-11-21T02:05:00.000Z' },
    ])
  })

  test('networks of a program: concurrent first sign-ins from a network are reported once', async () => {
    const program = await addProgram()
    await signInFrom(program, '203.0.113.7')
    await Promise.all(Array.from({ length: 8 }, () => signInFrom(program, '198.51.100.4')))
    expect((await reports()).filter(({ recipient }) => recipient === managerEmail)).toHaveLength(1)
  })

  test('networks of a program: an IPv6 network is the /48, and a mapped IPv4 address counts as IPv4', async () => {
    const program = await addProgram()
    await signInFrom(program, '2001:db8:1:2::3')
    await signInFrom(program, '2001:db8:1:ffff::1')
    await signInFrom(program, '::ffff:203.0.113.9')
    expect(await namesOf(program)).toEqual(['2001:db8:1::/48', '203.0.113.0/24'])
    expect(new Set(await reported())).toEqual(new Set(['203.0.113.0/24']))
  })

  test('networks of a program: behind a trusted proxy the network is that of the program', async () => {
    const program = await addProgram()
    await signInFrom(program, PROXY, { 'x-forwarded-for': '198.51.100.4' })
    // Without the proxy anybody could send the header.
    await signInFrom(program, '203.0.113.9', { 'x-forwarded-for': '192.0.2.1' })
    expect(await namesOf(program)).toEqual(['198.51.100.0/24', '203.0.113.0/24'])
  })

  test('networks of a program: a wrong secret and a call leave no network, a one-time code does', async () => {
    const program = await addProgram()
    const token = await signInFrom(program, '203.0.113.7')
    const { ClientId, UserId } = program
    await app.call(systemSignIn, { ClientId, ClientSecret: 'wrong' }, { as: null, ip: '192.0.2.1' })
    await app.call(profile, {}, { as: null, ip: '192.0.2.2', headers: { authorization: `Bearer ${token}` } })
    expect(await namesOf(program)).toEqual(['203.0.113.0/24'])
    const { Code } = (await app.call(issueSystemCode, { UserId }, hq)).body
    await app.call(systemSignInWithCode, { ClientId, Code }, { as: null, ip: '198.51.100.4' })
    expect(await namesOf(program)).toEqual(['198.51.100.0/24', '203.0.113.0/24'])
    expect(await reported()).toContain('198.51.100.0/24')
  })

  test('networks of a program: an account that is restricted to networks is not reported within them', async () => {
    const program = await addProgram({ Networks: ['198.51.0.0/16'] })
    await signInFrom(program, '198.51.100.4')
    await signInFrom(program, '198.51.7.4')
    expect(await namesOf(program)).toEqual(['198.51.100.0/24', '198.51.7.0/24'])
    expect(await reports()).toEqual([])
    const { UserId, Version } = program
    await app.call(updateSystemAccount, { UserId, Version, Networks: [] }, hq)
    await signInFrom(program, '192.0.2.1')
    expect(await reported()).toContain('192.0.2.0/24')
  })

  test('networks of a program: at most five networks an hour are reported', async () => {
    const program = await addProgram()
    for (let network = 0; network < 8; network++) await signInFrom(program, `198.18.${network}.1`)
    expect((await reports()).filter(({ recipient }) => recipient === managerEmail)).toHaveLength(5)
    expect(await networksOf(program)).toHaveLength(8)
  })

  test('networks of a program: only the networks used last are stored', async () => {
    const program = await addProgram()
    for (let network = 0; network <= USED_NETWORKS_MAX; network++) {
      await signInFrom(program, `198.18.${network}.1`)
      app.clock.advance(60)
    }
    const networks = await networksOf(program)
    expect(networks).toHaveLength(USED_NETWORKS_MAX)
    expect(networks.map(({ Network }) => Network)).not.toContain('198.18.0.0/24')
  })

  test('networks of a program: a network without a sign-in for a year is deleted, and is new again', async () => {
    const program = await addProgram()
    await signInFrom(program, '203.0.113.7')
    app.clock.set('2027-06-01T02:05:00Z')
    await signInFrom(program, '198.51.100.4')
    app.clock.set('2027-11-22T02:05:00Z')
    await expiredDataCleanUpJob.run(jobContext(app))
    expect(await namesOf(program)).toEqual(['198.51.100.0/24'])
    await app.sql('delete from outbox_message')
    await signInFrom(program, '203.0.113.7')
    expect(await reported()).toContain('203.0.113.0/24')
  })
})
