import { describe, expect, test } from 'vitest'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { registered } from '#tests/factories/customers.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { listAuditTrail } from '../contract.ts'

const app = useApp()

describe('audit trail of all records', () => {
  test('audit trail: entries are listed newest first and can be filtered by record, field, user, outlet, action and date', async () => {
    const { CustomerId } = await registered(app.db, { PreferredName: 'Aisyah' })
    await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Nur' }, outletStaff)
    await app.call(updateCustomer, { CustomerId, Version: 2, PreferredName: 'Siti' }, hq)
    const trail = async (Search: object) =>
      (await app.call(listAuditTrail, { Search: { ObjectType: 'Customer', ObjectId: `${CustomerId}`, ...Search } }))
        .body
    expect((await trail({ UpdatedFieldName: 'PreferredName' })).rows).toMatchObject([
      { PreviousInfo: 'Nur', UpdatedInfo: 'Siti', OutletCode: 'HQ', ErasedYN: 'N' },
      { PreviousInfo: 'Aisyah', UpdatedInfo: 'Nur', OutletCode: 'KLCC' },
    ])
    expect((await trail({ UpdatedFieldName: 'PreferredName', OutletCode: 'KLCC' })).count).toBe(1)
    expect((await trail({ ActionType: 'Add' })).count).toBe(1)
    expect((await trail({ DateFrom: '2001-01-01', DateTo: '2001-01-02' })).count).toBe(0)
    expect((await trail({ SourceIP: '127.0.0.1' })).count).toBe(2)
    const { RequestId } = (await trail({ UpdatedFieldName: 'PreferredName' })).rows[0]!
    expect((await trail({ RequestId })).rows.every((row) => row.RequestId === RequestId)).toBe(true)
  })

  test('audit trail: identity numbers are masked, and auditors of an outlet see only entries of that outlet', async () => {
    const { CustomerId } = await registered(app.db, { IdType: 'NRIC', IdNo: '900101145678' })
    await app.call(updateCustomer, { CustomerId, Version: 1, IdType: 'NRIC', IdNo: '900101145679' }, outletStaff)
    const Search = { ObjectType: 'Customer', ObjectId: `${CustomerId}` }
    const trailOfHQ = await app.call(listAuditTrail, { Search })
    expect(JSON.stringify(trailOfHQ.body)).not.toMatch(/90010114567/)
    const auditor = (outlet: string) => staffWith({ roles: ['Audit Trail Report'], privileges: ['View Audit'], outlet })
    const trailOfOutlet = async (outlet: string) =>
      (await app.call(listAuditTrail, { Search }, auditor(outlet))).body.rows
    expect((await trailOfOutlet('KLCC')).map(({ OutletCode }) => OutletCode)).toEqual(expect.arrayContaining(['KLCC']))
    expect(await trailOfOutlet('PAV')).toEqual([])
    expect((await app.call(listAuditTrail, { Search }, staffWith({ roles: ['Audit Trail Report'] }))).status).toBe(403)
  })
})
