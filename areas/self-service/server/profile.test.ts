import { beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '#areas/customers/contract/addresses.ts'
import { listAmendments, reviewAmendment } from '#areas/customers/contract/amendments.ts'
import { addCustomer, getCustomer } from '#areas/customers/contract/customers.ts'
import { listCustomersWithIssues } from '#areas/data-quality/contract/quality.ts'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { anyAddress, bearer, registration, visitor } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { type CallOptions, hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at, prepare: async ({ db }) => void (await cardGroup(db)) })
beforeEach(() => app.clock.set(at))

const register = (session: CallOptions, values: Parameters<typeof registration>[0] = {}) =>
  app.call(contract.registerCustomer, registration(values), session)

async function registered(values: Parameters<typeof registration>[0] = {}) {
  const { status, body, refusal } = await register(await visitor(app), values)
  expect({ status, refusal: status === 201 ? undefined : refusal }).toEqual({ status: 201 })
  return { ...body, session: bearer(body.Visit.access_token) }
}

async function customerWithSession(values: Parameters<typeof customer>[1] = {}) {
  const record = await customer(app.db, values)
  return { record, session: await visitor(app, { CustomerId: record.CustomerId }) }
}

const prove = async (session: CallOptions, Email: string) => {
  const reply = await app.call(contract.sendEmailVerification, { Email }, session)
  expect(reply.status).toBe(200)
  const { ChallengeId } = reply.body
  return app.call(contract.validateEmailVerification, { ChallengeId, Code: await codeSentTo(app, Email) }, session)
}

describe('registration by the customer', () => {
  test('self-registration: the new customer belongs to the passcode’s outlet and has a number, consents and address', async () => {
    const { CustomerId, MembershipNo, session } = await registered({
      Consents: [
        { Channel: 'Service', GrantedYN: 'Y', WordingVersion: '1' },
        { Channel: 'Email', GrantedYN: 'N' },
      ],
      Address: { AddressType: 'Home', Line1: '1 Jalan Ampang', Postcode: '50450' },
    })
    const { body } = await app.call(contract.getOwnProfile, {}, session)
    expect(body).toMatchObject({
      CustomerId,
      MembershipNo,
      VerifiedEmailYN: 'N',
      RegisteredOutletCode: 'KLCC',
      Addresses: [{ Line1: '1 Jalan Ampang', IsPrimaryYN: 'Y' }],
      Consents: [
        { Channel: 'Service', GrantedYN: 'Y', WordingVersion: '1' },
        { Channel: 'Email', GrantedYN: 'N' },
      ],
      Waiting: [],
    })
    expect(body.IdNo).toMatch(/^\*+\d{4}$/)
    const { body: stored } = await app.call(getCustomer, { CustomerId }, hq)
    expect(stored).toMatchObject({ RegistrationSource: 'Self Registration Portal', MemberType: 'Non-Premium Member' })
    expect(stored.Consents).toMatchObject([{ Source: 'Self-service' }, { Source: 'Self-service' }])
  })

  test('self-registration: an e-mail address proved by a code is stored as verified', async () => {
    const session = await visitor(app)
    expect(await prove(session, 'mei@mail.example')).toMatchObject({ status: 200, body: { status: 'valid' } })
    const { body } = await register(session, { Email: 'mei@mail.example' })
    const profile = await app.call(contract.getOwnProfile, {}, bearer(body.Visit.access_token))
    expect(profile.body).toMatchObject({ Email: 'mei@mail.example', VerifiedEmailYN: 'Y' })
  })

  test('self-registration: a form that is sent several times registers one customer, and each request gets a reply', async () => {
    const session = await visitor(app)
    const form = registration()
    const send = () => app.call(contract.registerCustomer, form, session)
    const [first, second] = await Promise.all([send(), send()])
    const later = await send()
    expect([first.status, second.status, later.status]).toEqual([201, 201, 201])
    expect(new Set([first, second, later].map(({ body }) => body.CustomerId)).size).toBe(1)
    const again = await app.call(contract.registerCustomer, { ...form, FullName: 'SOMEBODY ELSE' }, session)
    expect(again).toMatchObject({ status: 409, refusal: { code: 'self-service.registered_already' } })
    const profile = await app.call(contract.getOwnProfile, {}, bearer(later.body.Visit.access_token))
    expect(profile.status).toBe(200)
  })

  test('self-registration: if the reply was lost, sending the form again in the new session registers no second customer', async () => {
    const form = registration()
    const send = (from: CallOptions, values = form) => app.call(contract.registerCustomer, values, from)
    const first = await send(await visitor(app))
    const following = bearer(first.body.Visit.access_token)
    const [second, third] = await Promise.all([send(following), send(following)])
    const fourth = await send(bearer(second.body.Visit.access_token))
    expect([second, third, fourth].map(({ status, body }) => ({ status, CustomerId: body.CustomerId }))).toEqual(
      Array(3).fill({ status: 201, CustomerId: first.body.CustomerId }),
    )
    expect(await send(following, registration())).toMatchObject({
      status: 409,
      refusal: { code: 'self-service.registered_already' },
    })
    const counts = `select count(*)::int as customers, max(registered) as registered from customer, passcode
      where contact_no like '%' || $1 and passcode_id = (select passcode_id from self_service_visit where customer_id = $2 limit 1)`
    expect(await app.sql(counts, form.ContactNo!.slice(-7), first.body.CustomerId)).toEqual([
      { customers: 1, registered: 1 },
    ])
  })

  test('self-registration: a known identity number is not revealed, and staff review the registration', async () => {
    const existing = await customer(app.db, { FullName: 'LIM MEI', IdNo: 'K55512345' })
    const duplicate = await registered({ IdNo: 'K55512345' })
    const fresh = await registered({ IdNo: 'K55512346' })
    const shapeOf = async (person: typeof duplicate) => {
      const { body } = await app.call(contract.getOwnProfile, {}, person.session)
      return {
        keys: Object.keys(body).sort(),
        IdNo: body.IdNo!.slice(0, 5),
        IdType: body.IdType,
        Waiting: body.Waiting,
        Version: body.Version,
      }
    }
    expect(await shapeOf(duplicate)).toEqual(await shapeOf(fresh))
    expect(duplicate.CustomerId).not.toBe(existing.CustomerId)

    const { body } = await app.call(
      listAmendments,
      { Search: { CustomerId: duplicate.CustomerId, ReviewedYN: 'N' } },
      hq,
    )
    expect(body.rows).toMatchObject([
      { ActionType: 'Create', Source: 'Self Registration Portal', AppliedYN: 'N', MayReviewYN: 'Y' },
    ])
    const { HistoryId } = body.rows[0]!
    expect(await app.call(reviewAmendment, { HistoryId }, hq)).toMatchObject({
      status: 409,
      refusal: { code: 'customers.duplicate_identity' },
    })
    const worklist = await app.call(listCustomersWithIssues, { Search: { CustomerId: duplicate.CustomerId } }, hq)
    expect(worklist.body.rows[0]!.Issues).toContain('Duplicate')
    expect((await app.call(reviewAmendment, { HistoryId, Restore: ['IdType', 'IdNo'] }, hq)).status).toBe(200)
    expect(
      (await app.call(listAmendments, { Search: { CustomerId: fresh.CustomerId, ReviewedYN: 'N' } }, hq)).body.count,
    ).toBe(0)
  })

  test('self-registration: of concurrent registrations with one identity number only one customer gets the number', async () => {
    const IdNo = 'K77712345'
    const sessions = await Promise.all(Array.from({ length: 10 }, () => visitor(app)))
    const { Consents: _, ...form } = registration({ IdNo })
    const atCounterForm = { ...form, Consents: [{ Channel: 'Service' as const, GrantedYN: 'Y' as const }] }
    const staff = () => app.call(addCustomer, atCounterForm, hq)
    const [atCounter, ...others] = await Promise.all([
      Promise.all([staff(), staff()]),
      ...sessions.map((session) => register(session, { IdNo })),
    ])
    expect(others.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await app.sql('select from customer where id_no = $1', IdNo)).toHaveLength(1)
    // Staff learn who has the number, and a double click at the counter does not create a second customer.
    for (const { status, refusal } of atCounter)
      expect(status === 201 || refusal.code).toBe(status === 201 || 'customers.duplicate_identity')
    expect(atCounter.filter(({ status }) => status === 201).length).toBeLessThan(2)
    expect(new Set(others.map(({ body }) => body.CustomerId)).size).toBe(10)
  })

  test('self-registration: names are stored in Unicode normal form C, and invisible characters are removed or refused', async () => {
    const { session } = await registered({ FullName: 'RENE\u0301E \u202e LIM\u2066' })
    expect((await app.call(contract.getOwnProfile, {}, session)).body.FullName).toBe('REN\u00c9E LIM')
    for (const FullName of ['LIM\0MEI', 'LIM\ud800', 'LIM\u0007', 'LIM\ufffdMEI'])
      expect((await register(await visitor(app), { FullName })).status).toBe(400)
  })

  test('self-registration: the service consent is required, and status, type, source and outlet cannot be set', async () => {
    const session = await visitor(app)
    const without = await register(session, { Consents: [{ Channel: 'Email', GrantedYN: 'Y' }] })
    expect(without).toMatchObject({ status: 400, refusal: { code: 'customers.service_consent_missing' } })
    for (const field of [
      'Status',
      'MemberType',
      'VerifiedEmailYN',
      'PointBalance',
      'CustomerId',
      'RegisteredOutletCode',
      'RegistrationSource',
      'Remarks',
    ])
      expect((await register(session, { [field]: 'Y' })).status).toBe(400)
  })

  test('self-registration: a passcode for an update cannot be used to register', async () => {
    const { session } = await customerWithSession()
    expect(await register(session)).toMatchObject({ status: 403, refusal: { code: 'self-service.not_for_new' } })
  })

  test('self-registration: the profile cannot be read before the registration', async () => {
    expect((await app.call(contract.getOwnProfile, {}, await visitor(app))).status).toBe(403)
  })
})

describe('update of the profile by the customer', () => {
  test('profile update: fields that need no review change at once, and their previous values are recorded', async () => {
    const { record, session } = await customerWithSession()
    const { CustomerId } = record
    const { status, body } = await app.call(
      contract.updateOwnProfile,
      { Version: 1, PreferredName: 'Mei', SpokenLanguages: ['English'] },
      session,
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { PreferredName: 'Mei', Version: 2, Waiting: [] } })
    const { body: history } = await app.call(listAmendments, { Search: { CustomerId } }, hq)
    expect(history.rows).toMatchObject([
      {
        ActionType: 'Update',
        ReviewYN: 'N',
        MayReviewYN: 'N',
        Source: 'Self Registration Portal',
        Fields: [{ FieldName: 'PreferredName', Previous: null, Updated: 'Mei' }, {}],
      },
    ])
  })

  test('profile update: a new name waits until staff accept the change, field by field', async () => {
    const { record, session } = await customerWithSession({
      FullName: 'OLD NAME',
      Gender: 'Male',
      DateOfBirth: '1980-01-01',
    })
    const { CustomerId } = record
    const change = { Version: 1, FullName: 'NEW NAME', Gender: 'Female', DateOfBirth: '1981-01-01' }
    const { body } = await app.call(contract.updateOwnProfile, change, session)
    expect(body).toMatchObject({ FullName: 'OLD NAME', Waiting: [{ Updated: expect.any(String) }, {}, {}] })
    // Saving the same value again creates no second request.
    await app.call(contract.updateOwnProfile, { ...change, Version: body.Version }, session)
    const { body: pendingAmendments } = await app.call(listAmendments, { Search: { CustomerId, ReviewedYN: 'N' } }, hq)
    expect(pendingAmendments.count).toBe(1)
    const { HistoryId } = pendingAmendments.rows[0]!
    expect((await app.call(reviewAmendment, { HistoryId, Restore: ['DateOfBirth'] }, hq)).status).toBe(200)
    const after = await app.call(contract.getOwnProfile, {}, session)
    expect(after.body).toMatchObject({ FullName: 'NEW NAME', Gender: 'Female', DateOfBirth: '1980-01-01', Waiting: [] })
  })

  test('profile update: another customer’s identity number goes to review like any other number', async () => {
    await customer(app.db, { IdNo: 'K99900001' })
    const { session } = await customerWithSession()
    const { status, body } = await app.call(contract.updateOwnProfile, { Version: 1, IdNo: 'K99900001' }, session)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { Waiting: [{ FieldName: 'IdNo', Updated: '*****0001' }] },
    })
  })

  test('profile update: a request with a field that customers cannot change is refused and writes nothing', async () => {
    const { session } = await customerWithSession()
    for (const field of [
      'Status',
      'MemberType',
      'VerifiedEmailYN',
      'PointBalance',
      'CustomerId',
      'Email',
      'RegisteredOutletCode',
      'Remarks',
      'PreferredStaffId',
    ])
      expect(
        (await app.call(contract.updateOwnProfile, { Version: 1, PreferredName: 'X', [field]: 'Y' } as never, session))
          .status,
      ).toBe(400)
    expect((await app.call(contract.getOwnProfile, {}, session)).body).toMatchObject({
      Version: 1,
      PreferredName: null,
    })
  })

  test('profile update: a stale version is refused with the current profile and no other data', async () => {
    const { session } = await customerWithSession({ Remarks: 'Difficult' })
    await app.call(contract.updateOwnProfile, { Version: 1, PreferredName: 'A' }, session)
    const stale = await app.call(contract.updateOwnProfile, { Version: 1, PreferredName: 'B' }, session)
    expect(stale).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { PreferredName: 'A', Version: 2 } },
    })
    expect(JSON.stringify(stale.refusal)).not.toContain('Difficult')
  })

  test('own addresses: customers can change their own addresses, and get 404 for addresses of other customers', async () => {
    const { session } = await customerWithSession()
    const otherCustomer = await customer(app.db)
    const foreign = await app.call(
      addAddress,
      { CustomerId: otherCustomer.CustomerId, AddressType: 'Home', Line1: 'Elsewhere' },
      hq,
    )
    const { body } = await app.call(contract.addOwnAddress, { AddressType: 'Home', Line1: 'Mine' }, session)
    const { AddressId } = body.Addresses[0]!
    expect(
      (await app.call(contract.updateOwnAddress, { AddressId, Version: 1, Line1: 'Mine too' }, session)).body.Addresses,
    ).toMatchObject([{ Line1: 'Mine too' }])
    for (const id of [foreign.body.AddressId, 999_999]) {
      expect(
        (await app.call(contract.updateOwnAddress, { AddressId: id, Version: 1, Line1: 'X' }, session)).status,
      ).toBe(404)
      expect((await app.call(contract.deleteOwnAddress, { AddressId: id }, session)).status).toBe(404)
    }
    expect((await app.call(contract.deleteOwnAddress, { AddressId }, session)).body.Addresses).toEqual([])
  })

  test('profile update: a withdrawn consent leaves the earlier entry, and an answer that is sent again is recorded once', async () => {
    const { record, session } = await customerWithSession()
    const say = (GrantedYN: 'Y' | 'N') =>
      app.call(contract.submitConsents, { Consents: [{ Channel: 'Email', GrantedYN, WordingVersion: '1' }] }, session)
    await say('Y')
    await say('N')
    const { body } = await say('N')
    expect(body.Consents).toContainEqual(
      expect.objectContaining({ Channel: 'Email', GrantedYN: 'N', WordingVersion: '1' }),
    )
    const rows = await app.sql(
      `select granted_yn, source from customer_consent where customer_id = $1 and channel = 'Email' order by consent_id`,
      record.CustomerId,
    )
    expect(rows).toEqual([
      { granted_yn: 'Y', source: 'Self-service' },
      { granted_yn: 'N', source: 'Self-service' },
    ])
  })
})

describe('e-mail address of a customer', () => {
  test('e-mail address: a new address applies at once, is verified only by a code, and the old address is notified', async () => {
    const { record, session } = await customerWithSession({ Email: 'old@mail.example', VerifiedEmailYN: 'Y' })
    const unproved = await app.call(
      contract.updateOwnEmail,
      { Email: 'typed@mail.example', VerifiedEmailYN: 'Y', MemberType: 'Premium Member' },
      session,
    )
    expect(unproved.body).toMatchObject({
      Email: 'typed@mail.example',
      VerifiedEmailYN: 'N',
      ContactHeldUntil: '2026-03-11T02:00:00.000Z',
    })
    await prove(session, 'new@mail.example')
    const { body } = await app.call(contract.updateOwnEmail, { Email: 'new@mail.example' }, session)
    expect(body).toMatchObject({ Email: 'new@mail.example', VerifiedEmailYN: 'Y' })
    const [notification] = await app.sql<{ subject: string }>(
      `select subject from outbox_message where recipient = 'old@mail.example'`,
    )
    expect(notification!.subject).toBe('Your contact details were changed')
    const { body: stored } = await app.call(getCustomer, { CustomerId: record.CustomerId }, hq)
    expect(stored.MemberType).toBe('Non-Premium Member')
  })

  test('e-mail address: a code verifies only the address to which it was sent', async () => {
    const { session } = await customerWithSession()
    await prove(session, 'mine@mail.example')
    const { body } = await app.call(contract.updateOwnEmail, { Email: 'victim@mail.example' }, session)
    expect(body.VerifiedEmailYN).toBe('N')
  })

  test('e-mail verification code: is valid once, in the session that requested it, for five attempts', async () => {
    const { session } = await customerWithSession()
    const otherSession = (await customerWithSession()).session
    const { body } = await app.call(contract.sendEmailVerification, { Email: 'one@mail.example' }, session)
    const { ChallengeId } = body
    const Code = await codeSentTo(app, 'one@mail.example')
    const validate = (code: string, as: CallOptions) =>
      app.call(contract.validateEmailVerification, { ChallengeId, Code: code }, { ...as, ip: anyAddress() })
    expect((await validate(Code, otherSession)).refusal).toMatchObject({ message: 'Invalid verification code' })
    for (let attempt = 0; attempt < 4; attempt++) expect((await validate('x', session)).status).toBe(409)
    expect((await validate(Code, session)).refusal).toMatchObject({ message: 'Invalid verification code' })
  })

  test('e-mail address: staff can verify it with the code that the customer reads out', async () => {
    const record = await customer(app.db, { Email: 'reads@mail.example' })
    const { CustomerId } = record
    const { body } = await app.call(contract.sendEmailVerification, { CustomerId }, hq)
    const Code = await codeSentTo(app, 'reads@mail.example')
    const valid = await app.call(contract.validatePasscode, { ChallengeId: body.ChallengeId, Code }, hq)
    expect(valid).toMatchObject({ status: 200, body: { status: 'valid', Visit: null } })
    expect((await app.call(getCustomer, { CustomerId }, hq)).body.VerifiedEmailYN).toBe('Y')
    expect((await app.call(contract.sendEmailVerification, {}, hq)).status).toBe(400)
  })

  test('e-mail verification code: an address gets one a minute, three an hour and ten a day, a network twenty an hour', async () => {
    const { CustomerId } = await customer(app.db)
    const send = (Email = 'often@mail.example', ip = anyAddress()) =>
      app.call(contract.sendEmailVerification, { CustomerId, Email }, { as: hq, ip })
    const sentAfter: number[] = []
    const begun = app.clock.now().getTime()
    for (let hour = 0; hour < 24; hour++)
      for (const seconds of [59, 1, 60, 60, 3420]) {
        if ((await send()).status === 200) sentAfter.push((app.clock.now().getTime() - begun) / 1000)
        app.clock.advance(seconds)
      }
    expect(sentAfter.slice(0, 4)).toEqual([0, 60, 120, 3600])
    expect(sentAfter).toHaveLength(10)
    const ip = anyAddress()
    const many = []
    for (let attempt = 0; attempt < 21; attempt++) many.push((await send(`n${attempt}@mail.example`, ip)).status)
    expect(many).toEqual([...Array(20).fill(200), 429])
  })

  test('e-mail address: cannot be changed in a session that was opened more than 30 minutes ago', async () => {
    const { session } = await customerWithSession({ Email: 'still@mail.example' })
    app.clock.advance(29 * 60)
    await app.call(contract.getOwnProfile, {}, session)
    app.clock.advance(2 * 60)
    const lateChange = await app.call(contract.updateOwnEmail, { Email: 'thief@mail.example' }, session)
    expect(lateChange).toMatchObject({ status: 403, refusal: { code: 'self-service.sign_in_again' } })
    expect((await app.call(contract.updateOwnProfile, { Version: 1, ContactNo: '019-3334444' }, session)).status).toBe(
      403,
    )
    expect((await app.call(contract.getOwnProfile, {}, session)).body).toMatchObject({
      Version: 1,
      Email: 'still@mail.example',
    })
  })
})
