import { beforeAll, describe, expect, test } from 'vitest'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { registered } from '#tests/factories/customers.ts'
import { columns, run } from '#tests/factories/reports.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { auditTrailReport } from './contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
let ObjectId = ''
beforeAll(async () => {
  const { CustomerId } = await registered(app.db, { PreferredName: 'Aisyah', IdType: 'Passport', IdNo: 'P1234567' })
  ObjectId = `${CustomerId}`
  await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Nur' } as never, outletStaff)
  await app.call(updateCustomer, { CustomerId, Version: 2, PreferredName: 'Siti' } as never, hq)
  await app.call(updateCustomer, { CustomerId, Version: 3, IdType: 'Passport', IdNo: 'P7654321' } as never, hq)
  // Ten minutes before and after midnight of 1 March in the business time zone.
  const moveChange = (value: string, at: string) =>
    app.sql(
      `update audit_record set audited_at = $1 where object_type = 'Customer' and object_id = $2 and updated_info = $3`,
      ...[at, ObjectId, value],
    )
  await moveChange('Nur', '2026-02-28T15:50:00Z')
  await moveChange('Siti', '2026-02-28T16:10:00Z')
})

const listChanges = async (input: object, as = hq) =>
  columns(
    (await run(app, auditTrailReport, { ObjectType: 'Customer', ObjectId, ...input }, as)).rows,
    ...['UpdatedFieldName', 'PreviousInfo', 'UpdatedInfo', 'OutletCode'],
  )

describe('audit trail report', () => {
  test('audit trail report: lists the previous and new value of each changed field by business day, newest first', async () => {
    expect(await listChanges({ DateFrom: '2026-03-01', DateTo: '2026-03-01' })).toEqual([
      ['PreferredName', 'Nur', 'Siti', 'HQ'],
    ])
    expect(await listChanges({ DateFrom: '2026-02-28', DateTo: '2026-02-28' })).toEqual([
      ['PreferredName', 'Aisyah', 'Nur', 'KLCC'],
    ])
    expect(await listChanges({ UpdatedFieldName: 'PreferredName' })).toHaveLength(2)
  })

  test('audit trail report: identity numbers are masked; totals count changes, records, users and requests', async () => {
    expect(await listChanges({ UpdatedFieldName: 'IdNo' })).toEqual([['IdNo', '****4567', '****4321', 'HQ']])
    const { Totals } = await run(app, auditTrailReport, { ObjectType: 'Customer', ObjectId, ActionType: 'Update' })
    expect(Totals).toEqual({ Changes: 3, Records: 1, Users: 2, Requests: 3 })
  })

  test('audit trail report: auditors at an outlet see only the changes of that outlet', async () => {
    const auditor = (outlet: string) => staffWith({ roles: ['Audit Trail Report'], privileges: ['View Audit'], outlet })
    expect(await listChanges({ ActionType: 'Update' }, auditor('KLCC'))).toEqual([
      ['PreferredName', 'Aisyah', 'Nur', 'KLCC'],
    ])
    expect(await listChanges({ ActionType: 'Update' }, auditor('PAV'))).toEqual([])
  })

  test('audit trail report: requires the report’s role, and shows network addresses and sessions only with View Audit', async () => {
    const listAs = async (privileges: readonly 'View Audit'[], search: object = {}) => {
      const caller = staffWith({ roles: ['Audit Trail Report'], privileges, outlet: 'HQ' })
      const { status, body } = await app.call(
        auditTrailReport.call,
        { ObjectType: 'Customer', ObjectId, ...search } as never,
        caller,
      )
      expect(status).toBe(200)
      return body.rows
    }
    const SourceIP = (await listAs(['View Audit'])).find((row) => row.SourceIP)!.SourceIP
    expect((await listAs(['View Audit'], { SourceIP })).length).toBeGreaterThan(0)
    const rows = await listAs([])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => row.SourceIP !== null || row.SessionId !== null)).toEqual([])
    expect(await listAs([], { SourceIP })).toEqual([])
  })
})
