import { beforeEach, describe, expect, test } from 'vitest'
import { updateOwnProfile } from '#areas/self-service/contract/profile.ts'
import { customerSignIn, getOwnProfile, registerCustomer, requestSignInCode } from '#areas/self-service/contract.ts'
import { textsOfArchive } from '#tests/factories/archives.ts'
import { registered } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { anyAddress, bearer, registration, visitor } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { type CallOptions, hq, useApp } from '#tests/harness.ts'
import { exportOwnData } from '../contract.ts'

// A customer exports their own data on the self-service page.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at, prepare: async ({ db }) => void (await cardGroup(db)) })
beforeEach(() => app.clock.set(at))

async function signIn(Email: string): Promise<CallOptions> {
  const from = { as: null, ip: anyAddress() }
  const { ChallengeId } = (await app.call(requestSignInCode, { Identifier: Email }, from)).body
  const Code = await codeSentTo(app, Email)
  const { body, refusal } = await app.call(customerSignIn, { Identifier: Email, ChallengeId, Code }, from)
  if (!body) throw new Error(refusal.message)
  return bearer(body.access_token)
}

async function downloadExport(session: CallOptions, Language: 'en' | 'ja' = 'en') {
  const { status, body, refusal } = await app.call(exportOwnData, { Language }, session)
  expect([status, refusal?.message]).toEqual([200, undefined])
  const text = await textsOfArchive(body.Content)
  const data = JSON.parse(await text('data.json')).data as Record<string, Record<string, unknown>[]>
  return { data, text, FileName: body.FileName }
}

let people = 0
async function member() {
  people++
  const Email = `own.data.${people}@mail.example`
  const IdNo = `85041210${5000 + people}`
  const customer = await registered(app.db, { Email, VerifiedEmailYN: 'Y', IdType: 'NRIC', IdNo })
  return { ...customer, Email, IdNo }
}

describe('export of personal data by the customer', () => {
  test('export by the customer: equals the export by staff, without data of other customers, with masked identity numbers', async () => {
    const { CustomerId, Email, IdNo } = await member()
    const otherMember = await member()
    const session = await signIn(Email)
    const { Version } = (await app.call(getOwnProfile, {}, session)).body
    const dashed = IdNo.replace(/^(\d{6})(\d{2})/, '$1-$2-')
    await app.call(
      updateOwnProfile,
      { Version, IdNo: '850412106666', PreferredName: 'Siti' },
      { ...session, key: 'change' },
    )
    await app.sql(
      'update customer set remarks = $2 where customer_id = $1',
      CustomerId,
      `Showed ${dashed} at the counter`,
    )

    const { data, text, FileName } = await downloadExport(session, 'ja')
    expect(FileName).toMatch(/^personal-data-\w+\.zip$/)
    expect(data.Customer).toEqual([
      expect.objectContaining({
        CustomerId,
        Email,
        IdNo: `******-**-${IdNo.slice(-4)}`,
        Remarks: expect.stringMatching(/\*-\d{4} at/),
      }),
    ])
    const all = (
      await Promise.all(['data.json', 'index.html', 'csv/Customer.csv', 'csv/ProfileUpdatedField.csv'].map(text))
    ).join()
    for (const secret of [IdNo, dashed, '850412106666', otherMember.Email, otherMember.FullName])
      expect(all).not.toContain(secret)
    expect(data.ProfileUpdatedField).toContainEqual(
      expect.objectContaining({ FieldName: 'IdNo', Updated: '******-**-6666' }),
    )
    expect(await text('index.html')).toContain('<html lang="ja">')
    const [entry] = await app.sql<{ log_text: string }>(
      `select log_text from audit_log where action_type = 'Export Personal Data' and object_id = $1`,
      String(CustomerId),
    )
    expect(entry!.log_text).toMatch(/\d+ rows, identity number masked\. By the customer$/)
  })

  test('export by the customer: requires a new code to the customer’s own address; a passcode or an old sign-in is refused', async () => {
    const { CustomerId, Email } = await member()
    const refused = async (session: CallOptions | typeof hq) => {
      const { status, refusal } = await app.call(exportOwnData, {}, session)
      return [status, refusal.code]
    }
    expect(await refused(await visitor(app, { CustomerId }))).toEqual([403, 'privacy.sign_in_first'])
    expect((await refused(await visitor(app)))[0]).toBe(403)
    expect((await refused(hq))[0]).toBe(403)
    const session = await signIn(Email)
    app.clock.advance(31 * 60)
    expect((await app.call(getOwnProfile, {}, session)).status).toBe(200)
    expect(await refused(session)).toEqual([403, 'privacy.sign_in_first'])
  })

  test('export by the customer: a customer can export at most five times a day', async () => {
    const session = await signIn((await member()).Email)
    for (let attempt = 0; attempt < 5; attempt++) expect((await app.call(exportOwnData, {}, session)).status).toBe(200)
    const sixth = await app.call(exportOwnData, {}, session)
    expect(sixth).toMatchObject({
      status: 429,
      refusal: { code: 'privacy.too_often', params: { times: 5, Hours: 24 } },
      headers: { 'retry-after': '86400' },
    })
  })

  test('export by the customer: does not reveal that another customer has the same identity number', async () => {
    const existing = await member()
    const shapeOf = async (IdNo: string) => {
      const Email = `who.registers.${IdNo}@mail.example`
      const form = registration({ Email, IdType: 'NRIC', IdNo })
      const { body } = await app.call(registerCustomer, form, await visitor(app))
      await app.sql(`update customer set verified_email_yn = 'Y' where customer_id = $1`, body.CustomerId)
      const { data } = await downloadExport(await signIn(Email))
      // Replaces numbers, names and times, which differ between any two people.
      const plain = (value: unknown) =>
        typeof value === 'string' && !/^[YN]$/.test(value) ? 'text' : typeof value === 'number' ? 0 : value
      return Object.entries(data).map(([table, rows]) => [
        table,
        rows.map((row) =>
          Object.entries(row).map(([field, value]) => [
            field,
            field === 'IdNo' ? String(value).slice(0, 10) : plain(value),
          ]),
        ),
      ])
    }
    expect(await shapeOf(existing.IdNo)).toEqual(await shapeOf('850412109876'))
  })
})
