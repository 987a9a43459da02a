import { beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { anyAddress, bearer, generator, passcode } from '#tests/factories/self-service.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { addPasscode, getCustomerSession, listPasscodes, revokePasscode, validatePasscode } from '../contract.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const enter = (Passcode: string, ip = anyAddress()) => app.call(validatePasscode, { Passcode }, { as: null, ip })

describe('passcode for a customer', () => {
  test('passcode: has two groups of five characters, and its link has a secret of 128 bits in the fragment', async () => {
    const { status, body } = await app.call(addPasscode, { Purpose: 'New Customer', Name: 'Entrance' }, generator)
    expect(status).toBe(201)
    expect(body.Passcode).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(body.Link).toMatch(/^http:\/\/localhost:3000\/self-service#[\w-]{22}$/)
    expect(body).toMatchObject({
      OutletCode: 'KLCC',
      ObjectType: 'Outlet',
      ObjectId: 'KLCC',
      Status: 'Active',
      UsesMost: 1,
    })
  })

  test('passcode: neither the passcode nor its token is stored in readable form', async () => {
    const { Passcode, Token } = await passcode(app)
    const stored = JSON.stringify([
      await app.sql('select * from passcode'),
      await app.sql('select * from audit_record'),
    ])
    for (const secret of [Passcode, Passcode.replace('-', ''), Token]) expect(stored).not.toContain(secret)
  })

  test('passcode list: passcodes are masked, and a search by the full passcode finds its row', async () => {
    const { Passcode, PasscodeId } = await passcode(app, { Name: 'Counter 2' })
    await passcode(app)
    const { body } = await app.call(
      listPasscodes,
      { Search: { Passcode: Passcode.toLowerCase().replace('-', ' ') } },
      generator,
    )
    expect(body.rows).toMatchObject([{ PasscodeId, Passcode: '•••••-•••••', Name: 'Counter 2' }])
    const half = await app.call(listPasscodes, { Search: { Passcode: Passcode.slice(0, 5) } }, generator)
    expect(half.body.count).toBe(0)
  })

  test('passcode list: the caller needs the role', async () => {
    for (const [as, status] of [
      [null, 401],
      [staffWith({ roles: ['Customer'] }), 403],
      [hq, 200],
    ] as const)
      expect((await app.call(listPasscodes, {}, as)).status).toBe(status)
  })

  test('passcode: outlet staff can neither see, create nor revoke passcodes of another outlet', async () => {
    const elsewhere = staffWith({ roles: ['Self-Service URL Generator'], outlet: 'PAV' })
    const { PasscodeId } = await passcode(app)
    expect((await app.call(listPasscodes, { Search: { PasscodeId } }, elsewhere)).body.count).toBe(0)
    expect((await app.call(revokePasscode, { PasscodeId }, elsewhere)).status).toBe(404)
    const reply = await app.call(addPasscode, { Purpose: 'New Customer', OutletCode: 'KLCC' }, elsewhere)
    expect(reply).toMatchObject({ status: 403, refusal: { code: 'self-service.own_outlet_only' } })
  })

  test('passcode for an update: is valid for one member, once, for 30 minutes', async () => {
    const { CustomerId } = await customer(app.db)
    const wrong = { Purpose: 'Update', CustomerId, ManyYN: 'Y' } as const
    expect((await app.call(addPasscode, wrong, generator)).status).toBe(400)
    expect((await app.call(addPasscode, { Purpose: 'Update' }, generator)).status).toBe(400)
    const { body } = await app.call(addPasscode, { Purpose: 'Update', CustomerId }, generator)
    expect(body).toMatchObject({
      ObjectType: 'Customer',
      ObjectId: `${CustomerId}`,
      UsesMost: 1,
      ExpiresAt: '2026-03-10T02:30:00.000Z',
    })
  })

  test('passcode: is valid for up to 90 days on a poster, and for one day if it can be used once', async () => {
    const days = (ExpiresInHours: number, ManyYN: 'Y' | 'N') =>
      app.call(addPasscode, { Purpose: 'New Customer', ManyYN, ExpiresInHours }, generator)
    expect((await days(90 * 24, 'Y')).status).toBe(201)
    expect((await days(90 * 24 + 1, 'Y')).status).toBe(400)
    expect((await days(24, 'N')).status).toBe(201)
    expect((await days(25, 'N')).status).toBe(400)
  })
})

describe('entering a passcode', () => {
  test('entering a passcode: hyphens, spaces, lower case and similar-looking characters are accepted', async () => {
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const looksLike = Passcode.toLowerCase().replace('-', '  ').replaceAll('0', 'o').replaceAll('1', 'l')
    for (const typed of [Passcode, looksLike]) {
      const { status, body } = await enter(typed)
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { status: 'valid', Visit: { customer_id: null, Purpose: 'New Customer' } },
      })
      const session = await app.call(getCustomerSession, {}, bearer(body.Visit!.access_token))
      expect(session).toMatchObject({ status: 200, body: { OutletName: expect.any(String), FreshYN: 'Y' } })
    }
  })

  test('entering a passcode: the customer pages use a session cookie with its own name', async () => {
    const { Passcode } = await passcode(app)
    const headers = { 'x-carat-client': 'self-service' }
    const { body, headers: replyHeaders } = await app.call(
      validatePasscode,
      { Passcode },
      { as: null, headers, ip: anyAddress() },
    )
    expect(body.Visit?.access_token).toBe('cookie')
    expect(replyHeaders['set-cookie']).toMatch(/^csid=[\w-]{43}; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = `${replyHeaders['set-cookie']}`.split(';')[0]!
    expect((await app.call(getCustomerSession, {}, { as: null, headers: { ...headers, cookie } })).status).toBe(200)
    // A page of another site cannot send this header.
    expect((await app.call(getCustomerSession, {}, { as: null, headers: { cookie } })).status).toBe(401)
  })

  test('entering a passcode: an invalid passcode gets the message that the specification has for the reason', async () => {
    const used = await passcode(app)
    await enter(used.Passcode)
    expect(await enter(used.Passcode)).toMatchObject({
      status: 409,
      refusal: { message: 'This passcode has been used' },
    })
    const revoked = await passcode(app)
    await app.call(revokePasscode, { PasscodeId: revoked.PasscodeId }, generator)
    for (const code of [revoked.Passcode, '00000-00000', 'ABC', ''])
      expect(await enter(code)).toMatchObject({ status: 404, refusal: { message: 'Please refer to the sales person' } })
    const old = await passcode(app)
    app.clock.advance(24 * 3600)
    expect(await enter(old.Passcode)).toMatchObject({ status: 409, refusal: { message: 'Expired code' } })
  })

  test('entering a passcode: of fifty concurrent attempts with one passcode, one succeeds', async () => {
    const { Passcode } = await passcode(app)
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(Passcode)))
    const statuses = answers.map(({ status, refusal }) => (status === 200 ? 'in' : refusal.message))
    expect(statuses.filter((status) => status === 'in')).toHaveLength(1)
    expect(statuses.filter((status) => status === 'This passcode has been used')).toHaveLength(49)
  })

  test('entering a passcode: ten wrong passcodes within ten minutes block only the network they come from', async () => {
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const ip = anyAddress()
    for (let attempt = 0; attempt < 10; attempt++) expect((await enter('11111-11111', ip)).status).toBe(404)
    const stopped = await enter(Passcode, ip)
    expect(stopped).toMatchObject({ status: 429, refusal: { code: 'self-service.too_many_wrong' } })
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    expect((await enter(Passcode)).status).toBe(200)
    app.clock.advance(600)
    expect((await enter(Passcode, ip)).status).toBe(200)
  })

  test('entering a passcode: correct passcodes are not counted, so that a queue at one poster is not blocked', async () => {
    const { Passcode } = await passcode(app, { ManyYN: 'Y' })
    const ip = anyAddress()
    const answers = await Promise.all(Array.from({ length: 40 }, () => enter(Passcode, ip)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('revoking a passcode: the sessions opened with the passcode end', async () => {
    const { Passcode, PasscodeId } = await passcode(app, { ManyYN: 'Y' })
    const { body } = await enter(Passcode)
    expect((await app.call(getCustomerSession, {}, bearer(body.Visit!.access_token))).status).toBe(200)
    await app.call(revokePasscode, { PasscodeId }, generator)
    expect((await app.call(getCustomerSession, {}, bearer(body.Visit!.access_token))).status).toBe(401)
  })
})
