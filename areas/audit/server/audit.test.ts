import { describe, expect, test } from 'vitest'
import { updateAddress } from '#areas/customers/contract/addresses.ts'
import { revealIdentity, updateCustomer } from '#areas/customers/contract/customers.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addAuditLog, listAuditLog, listAuditRecords } from '../contract.ts'
import { auditRoutes } from './routes.ts'

const app = useApp()

describe('notes in the text log', () => {
  test('audit note: records the actual author, time and origin, whatever the caller sends', async () => {
    const { userId } = await app.token(outletStaff)
    const note = { ObjectType: 'CardGroup', ObjectId: '77', LogText: 'Delete Card Group in Card Group. GroupId - 77' }
    const { status, headers } = await app.call(addAuditLog, note, { as: outletStaff, ip: '10.9.8.7' })
    expect(status).toBe(201)
    const [entry] = await app.sql(
      'select action_type, log_text, updated_by_id::int as by, outlet_code, source_ip from audit_log where request_id = $1',
      headers['x-request-id'],
    )
    expect(entry).toEqual({
      action_type: 'Note',
      log_text: note.LogText,
      by: userId,
      outlet_code: 'KLCC',
      source_ip: '10.9.8.7',
    })
  })

  test.each(['UpdatedById', 'UpdatedBy', 'SourceIP', 'LoggedAt', 'OutletCode', 'SessionId'])(
    'audit note: rejects %s in the input',
    async (field) => {
      const body = { ObjectType: 'Customer', ObjectId: '1', LogText: 'x', [field]: '1' }
      expect((await app.call(addAuditLog, body as never, outletStaff)).status).toBe(400)
    },
  )

  test('audit note: has the action Note, whatever action the caller sends', async () => {
    const body = { ObjectType: 'Setting', ObjectId: '1', LogText: 'x', ActionType: 'Deleted' }
    expect((await app.call(addAuditLog, body as never, hq)).status).toBe(201)
    expect(await app.sql(`select from audit_log where action_type = 'Deleted' and log_text = 'x'`)).toEqual([])
  })

  test('audit note: no endpoint changes or deletes an audit note', async () => {
    const changingRoutes = auditRoutes.filter(({ endpoint }) => !/\/find-\w+$/.test(endpoint.path))
    expect(changingRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual(['POST /audit-log/add'])
    for (const path of ['/audit-log/update', '/audit-log/delete', '/audit-log/1'])
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const { token } = await app.token(hq)
        const reply = await app.inject({
          method,
          url: `/api/1.0${path}`,
          headers: { authorization: `Bearer ${token}` },
          payload: {},
        })
        expect(reply.status).toBe(404)
      }
  })
})

describe('text log of actions', () => {
  test('text log: users see their own entries, auditors those of their outlet, and auditors of head office all entries', async () => {
    const feedbackStaff = staffWith({ roles: ['Feedback'] })
    const auditor = staffWith({ privileges: ['View Audit'] })
    await app.call(addAuditLog, { ObjectType: 'Feedback', ObjectId: '1', LogText: 'by hq' }, hq)
    await app.call(addAuditLog, { ObjectType: 'Feedback', ObjectId: '1', LogText: 'by the clerk' }, feedbackStaff)
    const textsFor = async (caller: typeof hq) =>
      (await app.call(listAuditLog, { Search: { ObjectType: 'Feedback' } }, caller)).body.rows
    expect(await textsFor(feedbackStaff)).toMatchObject([{ LogText: 'by the clerk', SourceIP: null, SessionId: null }])
    const feedbackNote = { LogText: 'by the clerk', SourceIP: '127.0.0.1' }
    expect(await textsFor(auditor)).toMatchObject([feedbackNote])
    expect(await textsFor(staffWith({ privileges: ['View Audit'], outlet: 'PAV' }))).toEqual([])
    expect(await textsFor(hq)).toMatchObject([feedbackNote, { LogText: 'by hq' }])
  })
})

describe('history of a record', () => {
  const historyOf = (ObjectType: 'Customer' | 'CardGroup' | 'TransactionSummary', ObjectId: string | number, as = hq) =>
    app.call(listAuditRecords, { Search: { ObjectType, ObjectId: `${ObjectId}` } }, as)

  test('record history: each changed field has its previous and new value, user and outlet, including address fields', async () => {
    const { CustomerId } = await registered(app.db, { PreferredName: 'Aisyah' })
    const { AddressId } = await address(app.db, CustomerId)
    await app.call(
      updateCustomer,
      { CustomerId, Version: 1, PreferredName: 'Nur', Remarks: 'Likes rubies' },
      outletStaff,
    )
    await app.call(updateAddress, { AddressId, Version: 1, City: 'Ipoh' }, outletStaff)
    const { body } = await historyOf('Customer', CustomerId, outletStaff)
    const { userId } = await app.token(outletStaff)
    const expectedActor = { UpdatedById: userId, OutletCode: 'KLCC', SourceIP: null, SessionId: null }
    const change = (field: string) => body.rows.find((row) => row.UpdatedFieldName === field)
    expect(change('PreferredName')).toMatchObject({ PreviousInfo: 'Aisyah', UpdatedInfo: 'Nur', ...expectedActor })
    expect(change('Remarks')).toMatchObject({ PreviousInfo: null, UpdatedInfo: 'Likes rubies', ...expectedActor })
    expect(change('City')).toMatchObject({ ObjectType: 'CustomerAddress', UpdatedInfo: 'Ipoh', ...expectedActor })
    expect(
      body.rows
        .filter(({ ActionType }) => ActionType === 'Add')
        .map(({ ObjectType }) => ObjectType)
        .sort(),
    ).toEqual(['Customer', 'CustomerAddress', 'CustomerConsent'])
  })

  test('record history: masks identity numbers, and the text log shows who revealed a number', async () => {
    const { CustomerId } = await registered(app.db, { IdType: 'NRIC', IdNo: '900101145678' })
    await app.call(updateCustomer, { CustomerId, Version: 1, IdNo: '900101145679', IdType: 'NRIC' })
    const { body } = await historyOf('Customer', CustomerId)
    expect(JSON.stringify(body)).not.toMatch(/90010114567/)
    expect(body.rows.find(({ UpdatedFieldName }) => UpdatedFieldName === 'IdNo')).toMatchObject({
      PreviousInfo: '******-**-5678',
      UpdatedInfo: '******-**-5679',
    })

    await app.call(revealIdentity, { CustomerId, Reason: 'Gift collection' })
    const log = await app.call(listAuditLog, { Search: { ObjectType: 'Customer', ObjectId: `${CustomerId}` } })
    expect(log.body.rows[0]).toMatchObject({ ActionType: 'Reveal Identity Number', ObjectId: `${CustomerId}` })
  })

  test('record history: is visible to users who may open the record, and to auditors', async () => {
    const { body } = await app.call(cardGroups.add, { Name: 'Jade Club', Description: 'x' })
    await app.call(cardGroups.remove, { GroupId: body.GroupId })
    expect((await historyOf('CardGroup', body.GroupId, outletStaff)).refusal.code).toBe('audit.forbidden')
    expect((await historyOf('CardGroup', body.GroupId, staffWith({ roles: ['Card Group'] }))).body.count).toBe(2)
    const change = { UpdatedFieldName: 'Status', PreviousInfo: 'Active', UpdatedInfo: 'Deleted' }
    for (const [outlet, SourceIP] of [
      ['HQ', '127.0.0.1'],
      // Auditors of outlets do not see the IP addresses of head office.
      ['KLCC', null],
    ] as const) {
      const auditor = await historyOf('CardGroup', body.GroupId, staffWith({ privileges: ['View Audit'], outlet }))
      expect(auditor.body.rows).toMatchObject([{ ...change, SourceIP }, { ActionType: 'Add' }])
    }
  })

  test('record history: the history of a sale is hidden from other outlets', async () => {
    await addEarningRules(app.db)
    const { MembershipNo } = await member(app.db)
    const sale = { TransactionType: 'N', InvoiceNo: 'HIST1', MembershipNo, Details: [line('100')] } as never
    await app.call(addTransaction, sale, outletStaff)
    const [row] = await app.sql<{ id: string }>(
      `select transaction_id::text as id from transaction_summary where invoice_no = 'HIST1'`,
    )
    expect((await historyOf('TransactionSummary', row!.id, outletStaff)).body.count).toBe(1)
    const pavilion = staffWith({ roles: ['Customer Transaction'], outlet: 'PAV' })
    expect((await historyOf('TransactionSummary', row!.id, pavilion)).status).toBe(404)
  })

  test('record history: a request for a table that has no history is refused', async () => {
    for (const ObjectType of ['Session', 'Setting', 'customer', ''])
      expect((await app.call(listAuditRecords, { Search: { ObjectType, ObjectId: '1' } } as never)).status).toBe(400)
  })
})
