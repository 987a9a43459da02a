import { beforeAll, expect } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { hq, staffWith, useApp } from '../harness.ts'
import { registered } from './customers.ts'
import { customers, exportInput, type Options } from './exports.ts'

// A company with more customers than are exported synchronously.

export const EXPORTABLE_CUSTOMER_COUNT = 60
export const SYNCHRONOUS_EXPORT_ROWS = 50

export function exportingCompany() {
  const app = useApp({ exportRowsAtOnce: SYNCHRONOUS_EXPORT_ROWS, at: '2026-06-15T04:00:00Z' })

  const exporterRights = { roles: ['Customer', 'Customer Transaction'], privileges: ['Export Data'] } as const
  const klcc = staffWith({ ...exporterRights, outlet: 'KLCC' })
  const pavilion = staffWith({ ...exporterRights, outlet: 'PAV' })
  const fields = ['CustomerId', 'FullName', 'IdNo', 'ContactNo', 'Status', 'RegisteredOutletCode']

  beforeAll(async () => {
    await customers(app.db, EXPORTABLE_CUSTOMER_COUNT, 'KLCC')
    await customers(app.db, 7, 'PAV')
    await registered(app.db, { FullName: '陈美玲', RegisteredOutletCode: 'PAV' })
  })

  const exported = async (more: Options = {}, as = hq) => {
    const { status, body } = await app.call(addExport, exportInput(listCustomers.path, fields, more), as)
    expect(status).toBe(201)
    return body
  }
  return { app, own: exporterRights, klcc, pavilion, fields, exported }
}
