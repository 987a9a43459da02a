import { expect, test } from 'vitest'
import { proveAudit, sealAudit } from '#areas/audit/server/index.ts'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { registered } from './factories/customers.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from './harness.ts'

const lines: string[] = []
const app = useApp({
  at: '2026-03-01T04:00:00Z',
  log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
})
const OPERATIONS = 2000

// Counts audit records and text log lines over a run of changes, many of which are refused.

test('the audit logs contain every change once and no refused change, and their hash chain is intact', async () => {
  const { CustomerId } = await registered(app.db)
  const groups: { GroupId: number; Version: number; deleted: boolean }[] = []
  let customerVersion = 1
  const changes: { request: string; fields: number }[] = []
  const refused: { request: string; code: string }[] = []
  type Answer = { status: number; headers: Record<string, unknown>; refusal: { code: string } }
  const recordOutcome = ({ status, headers, refusal }: Answer, fields: number) => {
    const request = String(headers['x-request-id'])
    if (status < 300) changes.push({ request, fields })
    else refused.push({ request, code: refusal.code })
    return status < 300
  }

  for (let n = 0; n < OPERATIONS; n++) {
    const group = groups[n % Math.max(1, groups.length)]
    switch (n % 8) {
      case 0: {
        // Every third added name exists already, so its addition is refused.
        const reply = await app.call(cardGroups.add, { Name: `Club ${n % 24 === 16 ? 0 : n}`, Description: 'x' })
        if (recordOutcome(reply, 1)) groups.push({ GroupId: reply.body.GroupId, Version: 1, deleted: false })
        break
      }
      case 1: {
        const Version = n % 3 === 0 ? group!.Version + 7 : group!.Version
        const reply = await app.call(cardGroups.update, { GroupId: group!.GroupId, Version, Description: `d${n}` })
        if (recordOutcome(reply, 1)) group!.Version++
        break
      }
      case 2: {
        const reply = await app.call(cardGroups.remove, { GroupId: group!.GroupId })
        if (recordOutcome(reply, 1)) Object.assign(group!, { deleted: true, Version: group!.Version + 1 })
        break
      }
      case 3: {
        const reply = await app.call(cardGroups.restore, { GroupId: group!.GroupId })
        if (recordOutcome(reply, 1)) Object.assign(group!, { deleted: false, Version: group!.Version + 1 })
        break
      }
      case 4: {
        const change = { PreferredName: `p${n}`, Remarks: `r${n}` }
        const reply = await app.call(updateCustomer, { CustomerId, Version: customerVersion, ...change }, outletStaff)
        if (recordOutcome(reply, 2)) customerVersion++
        break
      }
      case 5:
        recordOutcome(await app.call(updateCustomer, { CustomerId, Version: customerVersion, ContactNo: 'x' }), 1)
        break
      case 6:
        recordOutcome(await app.call(cardGroups.add, { Name: `Role ${n}`, Description: 'x' }, staffWith()), 1)
        break
      default:
        recordOutcome(await app.call(cardGroups.remove, { GroupId: 999_999 }, hq), 1)
    }
  }

  expect(changes.length).toBeGreaterThan(OPERATIONS / 4)
  expect(refused.length).toBeGreaterThan(OPERATIONS / 4)
  const count = async (records: string, requests: readonly string[]) =>
    (await app.sql<{ n: number }>(`select count(*)::int as n from ${records} where request_id = any($1)`, requests))[0]!
      .n
  const requests = changes.map(({ request }) => request)
  expect(await count('audit_log', requests)).toBe(changes.length)
  expect(await count('audit_record', requests)).toBe(changes.reduce((sum, { fields }) => sum + fields, 0))
  const refusedRequests = refused.map(({ request }) => request)
  expect(await count('audit_log', refusedRequests)).toBe(0)
  expect(await count('audit_record', refusedRequests)).toBe(0)
  // The server's log has each refused change, with the reason and the same request id.
  const logged = lines.map((line) => JSON.parse(line) as { reqId?: string; code?: string })
  const reasons = new Map(logged.map(({ reqId, code }) => [reqId, code]))
  expect(refused.filter(({ request, code }) => reasons.get(request) !== code)).toEqual([])
  await sealAudit(jobContext(app))
  await sealAudit(jobContext(app))
  expect(await proveAudit(jobContext(app))).toMatchObject({ Waiting: 0, Faults: [] })
  // Two thousand sequential calls take long on a slow machine.
})
