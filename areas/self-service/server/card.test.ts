import { expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import { confirmContact, getContactHold } from '#areas/customers/contract/contact-changes.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isOpenToSelfService } from '#kit/server/may-call.ts'
import { rowsOf } from '#tests/factories/foreign-rows.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { visitor } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { qrCode } from './qr-code.ts'

const app = useApp({ at: '2026-03-10T02:00:00Z', prepare: async ({ db }) => earningRules(db) })

let invoices = 0
async function buyer() {
  const who = await member(app.db)
  invoices++
  const sale = {
    OutletCode: 'KLCC',
    MembershipNo: who.MembershipNo,
    InvoiceNo: `SELF${invoices}`,
    TransactionType: 'N',
    Details: [line('500.00')],
  }
  expect((await app.call(addTransaction, sale as never, hq)).status).toBe(201)
  return { ...who, InvoiceNo: sale.InvoiceNo, session: await visitor(app, { CustomerId: who.CustomerId }) }
}

test('a member sees card, points, purchases and rewards of their own', async () => {
  const mine = await buyer()
  const other = await buyer()
  const card = await app.call(contract.getOwnCard, {}, mine.session)
  expect(card).toMatchObject({ status: 200, body: { MembershipNo: mine.MembershipNo, QrPayload: mine.MembershipNo } })
  expect(card.body.Qr).toEqual(qrCode(mine.MembershipNo))
  // As words, whatever capitals a form was filled in with.
  await app.sql(`update customer set full_name = 'NUR AISYAH BINTI RAHMAN' where customer_id = $1`, mine.CustomerId)
  expect((await app.call(contract.getOwnCard, {}, mine.session)).body.FullName).toBe('Nur Aisyah binti Rahman')
  const points = await app.call(contract.getOwnPoints, {}, mine.session)
  expect(points.status).toBe(200)
  expect(points.body.PointBalance).toBeGreaterThan(0)
  const purchases = await app.call(contract.listOwnPurchases, {}, mine.session)
  expect(purchases.body).toMatchObject({ count: 1, rows: [{ InvoiceNo: mine.InvoiceNo, NetAmount: '500.00' }] })
  for (const call of [contract.listOwnMovements, contract.listOwnRewards, contract.listOwnCatalogue]) {
    const { status, body } = await app.call(call as typeof contract.listOwnMovements, {}, mine.session)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(other.InvoiceNo)
  }
})

test('a history of more rows than a list answers at once goes on to its end, by pages', async () => {
  const { MembershipNo, session } = await buyer()
  await app.sql(
    `insert into point_history (membership_no, sequence_no, transaction_type, points, business_date, invoice_no, object_type, object_value, source_key)
     select $1, 1000 + n, 'Redeem', -1, '2026-03-10', 'LONG' || n, 'Test', 'LONG', $1 || ' long ' || n from generate_series(1, 1300) n`,
    MembershipNo,
  )
  const seen: (string | null)[] = []
  for (const Page of [1, 2, 3]) {
    const { body } = await app.call(contract.listOwnMovements, { Rows: 640, Page }, session)
    expect(body.count).toBe(1301)
    seen.push(...body.rows.map(({ InvoiceNo }) => InvoiceNo))
  }
  expect(seen).toHaveLength(1301)
  expect(new Set(seen).size).toBe(1301)
})

test('25: after a change of contact points wait for a day, unless staff confirm the customer in person', async () => {
  const { MembershipNo, CustomerId, session } = await buyer()
  const redeem = (ObjectValue: string) =>
    app.call(redeemPoints, { MembershipNo, Points: 1, ObjectType: 'Test', ObjectValue } as never, hq)
  await app.call(contract.updateEmail, { Email: 'moved@mail.example' }, session)
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
  await app.call(contract.updateEmail, { Email: 'moved.again@mail.example' }, session)
  expect((await redeem('C')).status).toBe(409)
  app.clock.advance(24 * 3600)
  expect((await redeem('D')).status).toBeLessThan(300)
})

test('9: staff clear what a member asked too often, and send a link; sessions end', async () => {
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
  const own = { as: null, headers: { authorization: `Bearer ${signed.body.access_token}` } }
  expect((await ask()).status).toBe(429)
  const unlocked = await app.call(contract.resetCustomerSignIn, { CustomerId, LinkYN: 'N' }, hq)
  expect(unlocked.body).toMatchObject({ SessionsEnded: 0, SentTo: null })
  expect((await app.call(contract.getOwnCard, {}, own)).status).toBe(200)
  expect((await ask()).status).toBe(200)
  const reset = await app.call(contract.resetCustomerSignIn, { CustomerId }, hq)
  expect(reset.body).toMatchObject({ SentTo: 'l•••@mail.example' })
  expect(reset.body.SessionsEnded).toBeGreaterThan(0)
  expect((await app.call(contract.getOwnCard, {}, own)).status).toBe(401)
})

test('a customer’s token on every call of the document: refused, or their own rows only', async () => {
  const { session } = await buyer()
  const foreign = await rowsOf(app, 'PAV')
  const before = await app.sql('select max(audit_record_id) from audit_record')
  const wrong: object[] = []
  for (const { endpoint } of routes as readonly { endpoint: Endpoint }[]) {
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
      const known = Object.keys((body as { shape?: object }).shape ?? {})
      const sent = Object.fromEntries(Object.entries(whole).filter(([name]) => known.includes(name)))
      const { status } = await app.call(endpoint, sent as never, session)
      if (status !== 403 && status !== 404) wrong.push({ path, status })
    }
  }
  expect(wrong).toEqual([])
  expect(await app.sql('select max(audit_record_id) from audit_record')).toEqual(before)
})
