import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { confirmContact, getContactHold } from '#areas/customers/contract/contact-changes.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isOpenToSelfService } from '#kit/server/may-call.ts'
import { rowsOf } from '#tests/factories/foreign-rows.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { visitor } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { createQrCode } from './qr-code.ts'

const app = useApp({ at: '2026-03-10T02:00:00Z', prepare: async ({ db }) => addEarningRules(db) })

let invoices = 0
async function buyer() {
  const customer = await member(app.db)
  invoices++
  const sale = {
    OutletCode: 'KLCC',
    MembershipNo: customer.MembershipNo,
    InvoiceNo: `SELF${invoices}`,
    TransactionType: 'N',
    Details: [line('500.00')],
  }
  expect((await app.call(addTransaction, sale as never, hq)).status).toBe(201)
  return { ...customer, InvoiceNo: sale.InvoiceNo, session: await visitor(app, { CustomerId: customer.CustomerId }) }
}

test('member card: a member sees their own card, points, purchases and rewards', async () => {
  const self = await buyer()
  const otherMember = await buyer()
  const card = await app.call(contract.getOwnCard, {}, self.session)
  expect(card).toMatchObject({ status: 200, body: { MembershipNo: self.MembershipNo, QrPayload: self.MembershipNo } })
  expect(card.body.Qr).toEqual(createQrCode(self.MembershipNo))
  // The name is stored in capitals and displayed in mixed case.
  await app.sql(`update customer set full_name = 'NUR AISYAH BINTI RAHMAN' where customer_id = $1`, self.CustomerId)
  expect((await app.call(contract.getOwnCard, {}, self.session)).body.FullName).toBe('Nur Aisyah binti Rahman')
  const points = await app.call(contract.getOwnPoints, {}, self.session)
  expect(points.status).toBe(200)
  expect(points.body.PointBalance).toBeGreaterThan(0)
  const purchases = await app.call(contract.listOwnPurchases, {}, self.session)
  expect(purchases.body).toMatchObject({ count: 1, rows: [{ InvoiceNo: self.InvoiceNo, NetAmount: '500.00' }] })
  for (const call of [contract.listOwnMovements, contract.listOwnRewards, contract.listOwnCatalogue]) {
    const { status, body } = await app.call(call as typeof contract.listOwnMovements, {}, self.session)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(otherMember.InvoiceNo)
  }
})

test('member card: a non-premium member sees for which purchase amount they become premium', async () => {
  const { CustomerId, MembershipNo } = await member(app.db, { memberType: 'Non-Premium Member' })
  await app.sql(`insert into card_level (card_category_id, first_sales_amount, effective_from)
    select card_category_id, 500, '2020-01-01' from card_category where code = 'SILVER'`)
  const session = await visitor(app, { CustomerId })
  const { Entry } = (await app.call(contract.getOwnCard, {}, session)).body
  expect(Entry).toEqual({ Amount: '500.00', CategoryName: 'SILVER' })
  expect((await app.call(contract.getOwnPoints, {}, session)).body.Entry).toEqual(Entry)
  await app.sql(
    `update membership set member_type = 'Premium Member', card_category_code = 'SILVER' where membership_no = $1`,
    MembershipNo,
  )
  expect((await app.call(contract.getOwnCard, {}, session)).body.Entry).toBeNull()
})

test('points page: a purchase and its campaign bonus are shown as one entry with their sum', async () => {
  const { MembershipNo, InvoiceNo, session } = await buyer()
  const [before] = (await app.call(contract.listOwnMovements, {}, session)).body.rows
  await app.sql(
    `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, invoice_no,
       transaction_id, object_type, object_value, source_key)
     select membership_no, 1000, 'Bonus', 40, 40, business_date, earned_at, available_from, invoice_no, transaction_id, 'Test', 'BONUS', 'bonus ' || invoice_no
     from point_history where membership_no = $1 and transaction_type = 'Earn'`,
    MembershipNo,
  )
  const { body } = await app.call(contract.listOwnMovements, {}, session)
  expect(body).toMatchObject({
    count: 1,
    rows: [{ TransactionType: 'Earn', InvoiceNo, Points: before!.Points + 40, Bonus: 40 }],
  })
})

test('points page: a history of several pages is loaded completely', async () => {
  const { MembershipNo, session } = await buyer()
  await app.sql(
    `insert into point_history (membership_no, sequence_no, transaction_type, points, business_date, invoice_no, object_type, object_value, source_key)
     select $1, 1000 + n, 'Redeem', -1, '2026-03-10', 'LONG' || n, 'Test', 'LONG', $1 || ' long ' || n from generate_series(1, 1300) n`,
    MembershipNo,
  )
  const invoices: (string | null)[] = []
  for (const Page of [1, 2, 3]) {
    const { body } = await app.call(contract.listOwnMovements, { Rows: 640, Page }, session)
    expect(body.count).toBe(1301)
    invoices.push(...body.rows.map(({ InvoiceNo }) => InvoiceNo))
  }
  expect(invoices).toHaveLength(1301)
  expect(new Set(invoices).size).toBe(1301)
})

test('contact hold: for a day after new contact details, points can be spent only once staff have confirmed the customer', async () => {
  const { MembershipNo, CustomerId, session } = await buyer()
  const redeem = (ObjectValue: string) =>
    app.call(redeemPoints, { MembershipNo, Points: 1, ObjectType: 'Test', ObjectValue } as never, hq)
  await app.call(contract.updateOwnEmail, { Email: 'moved@mail.example' }, session)
  expect(await redeem('A')).toMatchObject({
    status: 409,
    refusal: { message: 'Contact details changed on 2026-03-10; confirm the customer in person' },
  })
  expect((await app.call(getContactHold, { MembershipNo }, hq)).body.Hold).toMatchObject({ Fields: ['Email'] })
  expect((await app.call(confirmContact, { MembershipNo }, hq)).body).toEqual({ Confirmed: 1 })
  expect((await redeem('B')).status).toBeLessThan(300)
  const noted = await app.sql(
    `select from audit_log where action_type = 'Confirm Contact' and object_id = $1`,
    `${CustomerId}`,
  )
  expect(noted).toHaveLength(1)
  await app.call(contract.updateOwnEmail, { Email: 'moved.again@mail.example' }, session)
  expect((await redeem('C')).status).toBe(409)
  app.clock.advance(24 * 3600)
  expect((await redeem('D')).status).toBeLessThan(300)
})

test('sign-in reset: staff reset the member’s attempt limits, and sending a new link also ends the member’s sessions', async () => {
  const { CustomerId, MembershipNo } = await buyer()
  await app.sql(
    `update customer set email = 'locked@mail.example', verified_email_yn = 'Y' where customer_id = $1`,
    CustomerId,
  )
  const ask = () => app.call(contract.requestSignInCode, { Identifier: MembershipNo }, null)
  const { body } = await ask()
  const Code = await codeSentTo(app, 'locked@mail.example')
  const signed = await app.call(
    contract.customerSignIn,
    { Identifier: MembershipNo, ChallengeId: body.ChallengeId, Code },
    null,
  )
  const session = { as: null, headers: { authorization: `Bearer ${signed.body.access_token}` } }
  expect((await ask()).status).toBe(429)
  const unlocked = await app.call(contract.resetCustomerSignIn, { CustomerId, LinkYN: 'N' }, hq)
  expect(unlocked.body).toMatchObject({ SessionsEnded: 0, SentTo: null })
  expect((await app.call(contract.getOwnCard, {}, session)).status).toBe(200)
  expect((await ask()).status).toBe(200)
  const reset = await app.call(contract.resetCustomerSignIn, { CustomerId }, hq)
  expect(reset.body).toMatchObject({ SentTo: 'l•••@mail.example' })
  expect(reset.body.SessionsEnded).toBeGreaterThan(0)
  expect((await app.call(contract.getOwnCard, {}, session)).status).toBe(401)
})

test('customer token: each endpoint either refuses the token or returns only the customer’s own rows', async () => {
  const { session } = await buyer()
  const foreign = await rowsOf(app, 'PAV')
  const before = await app.sql('select max(audit_record_id) from audit_record')
  const wrong: object[] = []
  for (const { endpoint } of jsonRoutes as readonly { endpoint: Endpoint }[]) {
    const { path, access, scope, body } = endpoint
    if (access === 'public') continue
    if (!isOpenToSelfService(access)) {
      const inPath = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1]))
      const { status } = await app.call(endpoint, inPath as never, session)
      if (status !== 401) wrong.push({ path, status })
      continue
    }
    for (const { field, kind } of scope.rows) {
      const key = foreign[kind as string]
      if (key === undefined) wrong.push({ path, kind: 'no row of this kind is tried' })
      const whole = { [field]: key, Version: 1, ChallengeId: 'x', Code: '1', Email: 'a@b.example' }
      const fieldNames = Object.keys((body as { shape?: object }).shape ?? {})
      const input = Object.fromEntries(Object.entries(whole).filter(([name]) => fieldNames.includes(name)))
      const { status } = await app.call(endpoint, input as never, session)
      if (status !== 403 && status !== 404) wrong.push({ path, status })
    }
  }
  expect(wrong).toEqual([])
  expect(await app.sql('select max(audit_record_id) from audit_record')).toEqual(before)
})
