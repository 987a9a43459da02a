import { describe, expect, test } from 'vitest'
import { redeemRewards } from '#areas/customer-rewards/contract/give.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { validatePasscode } from '#areas/self-service/contract/passcodes.ts'
import { points, reward, stock } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { type CallContention, createCallQueue } from './call-queue.ts'
import { createSharedConcurrencyLimit } from './concurrency-limit.ts'
import { API_BASE } from './serve.ts'

const app = useApp()
const counter = staffWith({ roles: ['Redeem Rewards', 'Customer'] })

const change = (...rows: string[]): CallContention => ({ rows, isPublic: false, isChange: true })
const read: CallContention = { rows: [], isPublic: false, isChange: false }
const publicChange: CallContention = { rows: [], isPublic: true, isChange: true }

/** Creates a queue for 20 connections, whose calls run until the test calls `end`. */
function started() {
  const queue = createCallQueue(20)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string, contention: CallContention) =>
    queue(contention, async () => {
      running.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      running.splice(running.indexOf(name), 1)
    })
  return { begin, running, end: (name: string) => ends.get(name)!() }
}
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('queue of calls for database connections', () => {
  test('call queue: two changes of the same row run at once, and further ones wait in order of arrival', async () => {
    const { begin, running, end } = started()
    const all = numbers(6).map((number) => begin(`${number}`, change('reward 7')))
    for (const number of numbers(6)) {
      await expect.poll(() => running).toEqual([`${number}`, `${number + 1}`].slice(0, 6 - number))
      end(`${number}`)
    }
    await Promise.all(all)
  })

  test('call queue: public calls use at most a third of the connections, changes half, and two connections stay free', async () => {
    const { begin, running, end } = started()
    const all = [
      ...numbers(30).map((number) => begin(`public ${number}`, publicChange)),
      ...numbers(30).map((number) => begin(`change ${number}`, change(`row ${number}`))),
      ...numbers(30).map((number) => begin(`read ${number}`, read)),
    ]
    const count = (kind: string) => running.filter((name) => name.startsWith(kind)).length
    await expect.poll(() => ['public', 'change', 'read'].map(count)).toEqual([6, 4, 8])
    let ended = 0
    while (ended < all.length) {
      await expect.poll(() => running.length).toBeGreaterThan(0)
      for (const name of [...running]) {
        end(name)
        ended++
      }
    }
    await Promise.all(all)
  })

  test('call queue: a change of several rows waits for all of them, and does not block these rows while it waits', async () => {
    const { begin, running, end } = started()
    const all = [
      begin('a1', change('a')),
      begin('a2', change('a')),
      begin('both', change('a', 'b')),
      begin('b1', change('b')),
      begin('b2', change('b')),
    ]
    await expect.poll(() => running).toEqual(['a1', 'a2', 'b1', 'b2'])
    end('a1')
    end('b1')
    await expect.poll(() => running).toEqual(['a2', 'b2', 'both'])
    for (const name of ['a2', 'b2', 'both']) end(name)
    await Promise.all(all)
  })

  const answers = async () => 'answered'
  const fails = (error: Error) => () => Promise.reject(error)
  const lost = Object.assign(new Error('gone'), { code: '57P01' })

  test.each([
    ['succeed', answers, 'fulfilled'],
    ['are refused', fails(new Error('no such row')), 'rejected'],
  ] as const)('call queue: one lost connection fails no queued call while other calls %s', async (_, work, status) => {
    const limited = createSharedConcurrencyLimit(1)
    const outcomes = await Promise.allSettled([limited(work, []), limited(fails(lost), []), limited(answers, [])])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([status, 'rejected', 'fulfilled'])
  })

  test('call queue: if the database is lost before any call was answered, all queued calls fail at once', async () => {
    const limited = createSharedConcurrencyLimit(1)
    const outcomes = await Promise.allSettled([limited(fails(lost), []), limited(answers, []), limited(answers, [])])
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: lost }))
  })
})

/** Holds row locks on another connection while `work` runs. */
async function whileLocked<Result>(statement: string, values: unknown[], work: () => Promise<Result>) {
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    await other.query(statement, values)
    return await work()
  } finally {
    other.release(true)
  }
}

test('call queue: thirty redemptions of a locked reward use two connections, so that other calls are answered', async () => {
  const { RewardId } = await reward(app.db)
  await stock(app.db, RewardId, 'KLCC', 5)
  const members: Awaited<ReturnType<typeof member>>[] = []
  for (const _ of numbers(30)) members.push(await member(app.db))
  for (const { MembershipNo } of members) await points(app.db, MembershipNo, 1000)
  const { pool } = app.calls
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const redeemed = await whileLocked('select from reward where reward_id = $1 for update', [RewardId], async () => {
    const calls = members.map(({ MembershipNo }) =>
      app.call(redeemRewards, { MembershipNo, Rewards: [{ RewardId }] }, counter),
    )
    await expect.poll(async () => (await app.sql(waiting)).length).toBe(2)
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(2)
    const found = await app.call(lookupMember, { Typed: members[0]!.MembershipNo }, counter)
    expect(found.status).toBe(200)
    return { calls }
  })
  const statuses = (await Promise.all(redeemed.calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
})

test('call queue: wrong passcodes from different networks do not wait for a common counter', async () => {
  const guess = (network: number) =>
    app.inject({
      method: 'POST',
      url: API_BASE + validatePasscode.path,
      payload: { Passcode: 'AAAA-0000' },
      remoteAddress: `203.0.113.${network}`,
    })
  expect((await guess(1)).status).toBe(404)
  const second = await whileLocked('select from rate_limit for update', [], () => guess(2))
  expect(second.status).toBe(404)
})
