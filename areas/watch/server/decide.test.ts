import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditLog } from '#areas/audit/contract.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { addEarningRules, member } from '#tests/factories/sales.ts'
import { type Caller, staffWith, useApp } from '#tests/harness.ts'
import { decideFinding, type Finding, getFinding, listFindings, runWatchNow, type WatchDecision } from '../contract.ts'
import { watchPath } from '../paths.ts'

const app = useApp({ at: '2026-11-20T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const watcher = staffWith({ roles: ['Loyalty Watch'], outlet: 'HQ' })
const secondWatcher = staffWith({ roles: ['Loyalty Watch', 'Settings'], outlet: 'HQ' })
// An account that is the subject of a finding and has the role that decides findings.
const subject = staffWith({
  roles: ['Loyalty Watch', 'Point Adjustment'],
  privileges: ['Adjust Points'],
  outlet: 'HQ',
})
const notFound = { status: 404, refusal: { message: 'Record not found' } }

const adjust = async () => {
  const { MembershipNo } = await member(app.db)
  const body = { MembershipNo, TransactionType: 'Adjust In', PointAmount: 50, ReasonCode: 'Goodwill', Remark: 'x' }
  expect((await app.call(addAdjustment, body as never, subject)).status).toBe(201)
}
const list = async (caller: Caller = watcher) => (await app.call(listFindings, {}, caller)).body
const check = (caller: Caller = watcher) => app.call(runWatchNow, {}, caller)
const decide = (finding: Finding, Decision: WatchDecision, Reason = 'Asked the outlet', caller: Caller = watcher) =>
  app.call(decideFinding, { FindingId: finding.FindingId, Version: finding.Version, Decision, Reason }, caller)
const readBadge = async (caller: Caller) =>
  (await app.call(getMenuBadges, {}, caller)).body.rows.find(({ Path }) => Path === watchPath.pattern)?.Count ?? 0

let finding: Finding
beforeEach(async () => {
  await app.sql('delete from watch_decision')
  await app.sql('update watch_act set finding_id = null')
  await app.sql('delete from watch_act')
  await app.sql('delete from watch_finding')
  await app.sql('delete from watch_mark')
  app.clock.advance(60 * 24 * 3600)
  await app.sql(
    `insert into setting (name, value) values ('watch.adjustments', '2') on conflict (name) do update set value = excluded.value`,
  )
  await adjust()
  await adjust()
  await check()
  finding = (await list()).rows[0]!
})

describe('access to findings of loyalty watch', () => {
  test('access to findings: only head office staff with the role Loyalty Watch can read findings', async () => {
    expect(finding).toMatchObject({ Pattern: 'Adjustments', Acts: 2 })
    expect((await app.call(listFindings, {}, staffWith({ roles: ['Loyalty Watch'] }))).status).toBe(403)
    expect((await app.call(getFinding, findingKey(), staffWith({ roles: ['Loyalty Watch'] }))).status).toBe(404)
    expect((await app.call(listFindings, {}, staffWith({ roles: ['Settings'], outlet: 'HQ' }))).status).toBe(403)
    expect(await readBadge(watcher)).toBe(1)
  })

  test('access to findings: the person whom a finding is about can neither see, count nor decide it', async () => {
    expect(await list(subject)).toMatchObject({ count: 0, rows: [] })
    expect(await readBadge(subject)).toBe(0)
    expect(await app.call(getFinding, findingKey(), subject)).toMatchObject(notFound)
    expect(await decide(finding, 'Harmless', 'It was me', subject)).toMatchObject(notFound)
    expect((await list()).rows[0]).toMatchObject({ Status: 'Open' })
  })

  const findingKey = () => ({ FindingId: finding.FindingId })
})

describe('decisions on findings of loyalty watch', () => {
  test('decision on a finding: a reason is required, and a second decision replaces the first, which the history still shows', async () => {
    expect((await decide(finding, 'Harmless', ' ')).status).toBe(400)
    const first = await decide(finding, 'Harmless')
    expect(first).toMatchObject({ status: 200, body: { Status: 'Harmless', Reason: 'Asked the outlet' } })
    expect(await readBadge(watcher)).toBe(0)
    const second = await decide(first.body, 'Confirmed', 'The outlet knew nothing', secondWatcher)
    expect(second.body).toMatchObject({ Status: 'Confirmed', Reason: 'The outlet knew nothing' })
    const { body } = await app.call(getFinding, { FindingId: finding.FindingId }, watcher)
    expect(body.Decisions.map(({ Decision, Reason }) => [Decision, Reason])).toEqual([
      ['Confirmed', 'The outlet knew nothing'],
      ['Harmless', 'Asked the outlet'],
    ])
    const log = await app.call(listAuditLog, { Search: { ActionType: 'Decide Finding' } })
    expect(log.body.rows[0]).toMatchObject({ ObjectType: 'Finding', ObjectId: `${finding.FindingId}` })
  })

  test('decision on a finding: of two concurrent decisions one is refused', async () => {
    const replies = await Promise.all([
      decide(finding, 'Harmless'),
      decide(finding, 'Confirmed', 'Sure', secondWatcher),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each(['Harmless', 'Confirmed'] as const)(
    'decision on a finding: %s applies only to the acts of the finding; new acts raise a new finding',
    async (decision) => {
      await decide(finding, decision)
      expect((await check()).body.Findings).toBe(0)
      await adjust()
      await check()
      expect((await list()).rows).toMatchObject([{ Status: decision, Acts: 2 }])
      await adjust()
      await check()
      const { rows } = await list()
      expect(rows.map(({ Status, Acts }) => [Status, Acts]).sort()).toEqual(
        [
          [decision, 2],
          ['Open', 2],
        ].sort(),
      )
    },
  )

  test('decision on a finding: a finding with the decision Watching opens again with the next recorded act', async () => {
    await decide(finding, 'Watching')
    expect((await check()).body.Findings).toBe(0)
    await adjust()
    await check()
    expect((await list()).rows).toMatchObject([{ FindingId: finding.FindingId, Status: 'Open', Acts: 3 }])
  })
})
