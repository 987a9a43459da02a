import { beforeAll, describe, expect, test } from 'vitest'
import { addCustomer } from '#areas/customers/contract/customers.ts'
import { addTransaction, listTransactions } from '#areas/sales/contract.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, make, useApp } from '#tests/harness.ts'
import { addSystemAccount, disableSystemAccount, updateSystemAccount } from '../contract/system-accounts.ts'
import { profile } from '../contract.ts'

const app = useApp({ at: '2026-11-21T02:05:00Z', publicUrl: 'https://carat.example', limits: { perAddress: 10_000 } })

beforeAll(async () => {
  await addEarningRules(app.db)
})

/** Adds a system account and returns its client id, secret and account. */
async function addProgram(more: object = {}) {
  const Username = `till${make.nextNumber()}`
  const { body, status } = await app.call(
    addSystemAccount,
    { Username, DisplayName: 'Till', Scopes: ['sales:write', 'sales:read'], ...more } as never,
    hq,
  )
  expect(status).toBe(201)
  return { client_id: Username, client_secret: body.ClientSecret, account: body.Account }
}

const requestToken = (
  form: Record<string, string>,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) =>
  app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
    remoteAddress,
  })

type Token = { access_token: string; token_type: string; expires_in: number; scope: string }
const grant = { grant_type: 'client_credentials' }

async function bearerOf({ client_id, client_secret }: { client_id: string; client_secret: string }, scope = '') {
  const { body } = await requestToken({ ...grant, client_id, client_secret, ...(scope && { scope }) })
  return { as: null, headers: { authorization: `Bearer ${(body as Token).access_token}` } }
}

const sale = async (more: object = {}) =>
  ({
    TransactionType: 'N',
    InvoiceNo: `OA-${make.nextNumber()}`,
    OutletCode: 'KLCC',
    Details: [line('100')],
    ...more,
  }) as never

describe('token endpoint for programs', () => {
  test('token endpoint: client credentials as form fields or as Basic authentication get a token for an hour', async () => {
    const { client_id, client_secret } = await addProgram()
    const inForm = await requestToken({ ...grant, client_id, client_secret })
    expect(inForm).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3600, scope: 'sales:write sales:read' },
      headers: { 'cache-control': 'no-store' },
    })
    const basic = Buffer.from(`${client_id}:${encodeURIComponent(client_secret)}`).toString('base64')
    expect(await requestToken(grant, { authorization: `Basic ${basic}` })).toMatchObject({ status: 200 })
    const bearer = { as: null, headers: { authorization: `Bearer ${(inForm.body as Token).access_token}` } }
    expect((await app.call(addTransaction, await sale(), bearer)).status).toBe(201)
  })

  test('token endpoint: error codes are those of RFC 6749', async () => {
    const { client_id, client_secret } = await addProgram()
    expect(await requestToken({ ...grant, client_id, client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: 'The client id or the client secret is not correct' },
      headers: { 'www-authenticate': 'Basic realm="carat"' },
    })
    const of = async (form: Record<string, string>) => {
      const { status, body } = await requestToken(form)
      return [status, (body as { error: string }).error]
    }
    expect(await of({ grant_type: 'password', client_id, client_secret })).toEqual([400, 'unsupported_grant_type'])
    expect(await of({ ...grant, client_id })).toEqual([401, 'invalid_client'])
    expect(await of({ ...grant, client_id, client_secret, unknown: 'x' })).toEqual([400, 'invalid_request'])
    expect(await of({ ...grant, client_id, client_secret, scope: 'rewards:claim' })).toEqual([400, 'invalid_scope'])
  })

  test('token endpoint: too many wrong secrets are refused with 429 and Retry-After', async () => {
    const { client_id } = await addProgram()
    const attempt = () => requestToken({ ...grant, client_id, client_secret: 'wrong' }, {}, '203.0.113.7')
    const statuses = []
    for (let time = 0; time < 12; time++) statuses.push((await attempt()).status)
    expect(statuses).toContain(429)
    expect((await attempt()).headers).toHaveProperty('retry-after')
  })

  test('token endpoint: the metadata document contains the endpoint, the grant and the scopes', async () => {
    expect(await app.inject({ url: '/.well-known/oauth-authorization-server' })).toMatchObject({
      status: 200,
      body: {
        issuer: 'https://carat.example',
        token_endpoint: 'https://carat.example/oauth/token',
        grant_types_supported: ['client_credentials'],
        scopes_supported: expect.arrayContaining(['sales:write', 'reference:read']),
      },
    })
  })
})

describe('scopes', () => {
  test('a token requested with fewer scopes is limited to these scopes, and a 403 names the missing scope', async () => {
    const bearer = await bearerOf(await addProgram(), 'sales:read')
    expect((await app.call(listTransactions, {}, bearer)).status).toBe(200)
    const refused = await app.call(addTransaction, await sale(), bearer)
    expect(refused).toMatchObject({
      status: 403,
      refusal: { code: 'access.scope_missing', params: { Scope: 'sales:write' } },
      headers: { 'www-authenticate': 'Bearer realm="carat", error="insufficient_scope", scope="sales:write"' },
    })
  })

  test('a till without the scope sales:cancel can post sales but cannot cancel sales', async () => {
    const bearer = await bearerOf(await addProgram())
    const { body } = await app.call(addTransaction, await sale(), bearer)
    const cancel = { TransactionType: 'C', OriginalInvoiceNo: body.InvoiceNo } as never
    expect(await app.call(addTransaction, cancel, bearer)).toMatchObject({
      status: 403,
      refusal: { code: 'access.scope_missing', params: { Scope: 'sales:cancel' } },
    })
  })

  test('an account without the scopes of sales and returns learns the scope that its document needs', async () => {
    const bearer = await bearerOf(await addProgram(), 'sales:read')
    const scopeFor = async (body: object) => {
      const { status, refusal } = await app.call(addTransaction, body as never, bearer)
      return [status, refusal.params.Scope]
    }
    expect(await scopeFor({ TransactionType: 'C', OriginalInvoiceNo: 'A-1' })).toEqual([403, 'sales:cancel'])
    expect(await scopeFor({ TransactionType: 'N', InvoiceNo: 'A-1', Details: [] })).toEqual([403, 'sales:write'])
    expect(await scopeFor({ TransactionType: 'X' })).toEqual([403, 'sales:write'])
  })

  test('a missing or unknown token gets a WWW-Authenticate challenge', async () => {
    const call = (headers: Record<string, string>) => app.call(profile, {}, { as: null, headers })
    expect((await call({})).headers['www-authenticate']).toBe('Bearer realm="carat"')
    expect((await call({ authorization: 'Bearer unknown' })).headers['www-authenticate']).toBe(
      'Bearer realm="carat", error="invalid_token"',
    )
  })
})

describe('replies to programs', () => {
  test('a program whose session was ended by staff gets a challenge, and no name of the staff', async () => {
    const program = await addProgram()
    const bearer = await bearerOf(program)
    expect((await app.call(listTransactions, {}, bearer)).status).toBe(200)
    await app.call(disableSystemAccount, { UserId: program.account.UserId }, hq)
    const ended = await app.call(listTransactions, {}, bearer)
    expect(ended).toMatchObject({
      status: 401,
      refusal: { code: 'access.required', params: {} },
      headers: { 'www-authenticate': 'Bearer realm="carat", error="invalid_token"' },
    })
    expect(ended.refusal.message).not.toContain('Aisha')
  })

  test('a program that registers a known identity number is not told the name of its owner', async () => {
    await cardGroup(app.db)
    const bearer = await bearerOf(await addProgram({ Scopes: ['members:write'], OutletCodes: ['KLCC', 'PAV'] }))
    const customer = {
      FullName: 'TAN MEI LING',
      ContactNo: '+60123456789',
      Language: 'English',
      IdType: 'Passport',
      IdNo: 'A12345678',
      RegisteredOutletCode: 'KLCC',
      Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
    }
    const register = (more: object = {}) => app.call(addCustomer, { ...customer, ...more } as never, bearer)
    expect((await register()).status).toBe(201)
    for (const [outlet, code] of [
      ['KLCC', 'customers.identity_taken'],
      ['PAV', 'customers.identity_elsewhere'],
    ]) {
      const { status, refusal } = await register({ RegisteredOutletCode: outlet })
      expect({ status, code: refusal.code }).toEqual({ status: 409, code })
      expect(JSON.stringify(refusal)).not.toContain('TAN')
    }
  })

  test('a refused call of a program has Retry-After and the error shape of every call', async () => {
    const bearer = await bearerOf(await addProgram({ CallsPerMinute: 1 }))
    await app.call(listTransactions, {}, bearer)
    const { status, headers, refusal } = await app.call(listTransactions, {}, bearer)
    expect({ status, refusal }).toMatchObject({
      status: 429,
      refusal: { statusCode: 429, code: 'kit.too_many', error: 'Too Many Requests', requestId: expect.any(String) },
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['ratelimit-policy']).toBe('"account";q=1;w=60')
  })

  test('a body of the wrong type at the token endpoint gets an OAuth error', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/json' },
      payload: '{"grant_type":"client_credentials"}',
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: expect.stringContaining('x-www-form-urlencoded') },
    })
  })
})

describe('limits of a program’s account', () => {
  test('each reply to a program contains the number of calls that the program has left', async () => {
    const bearer = await bearerOf(await addProgram({ CallsPerMinute: 2 }))
    const first = await app.call(listTransactions, {}, bearer)
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"account";q=2;w=60', ratelimit: '"account";r=1;t=60' })
    await app.call(listTransactions, {}, bearer)
    const third = await app.call(listTransactions, {}, bearer)
    expect(third.status).toBe(429)
    expect(third.headers.ratelimit).toMatch(/^"account";r=0;/)
  })

  test('a till bound to an outlet sells at that outlet by default, and cannot post or read sales elsewhere', async () => {
    const bearer = await bearerOf(await addProgram({ OutletCodes: ['KLCC'] }))
    const elsewhere = await app.call(addTransaction, await sale({ OutletCode: 'PAV' }), hq)
    const { MembershipNo } = await member(app.db)
    const own = await app.call(addTransaction, await sale({ OutletCode: undefined, MembershipNo }), bearer)
    expect(own).toMatchObject({ status: 201, body: { OutletCode: 'KLCC' } })
    expect((await app.call(addTransaction, await sale({ OutletCode: 'PAV' }), bearer)).status).toBe(403)
    const { body } = await app.call(listTransactions, { Search: {} } as never, bearer)
    expect(new Set(body.rows.map(({ OutletCode }) => OutletCode))).toEqual(new Set(['KLCC']))
    expect(elsewhere.status).toBe(201)
  })

  test('a program can sign in and call only from the networks that its account allows', async () => {
    const { client_id, client_secret } = await addProgram({ Networks: ['203.0.113.0/24', '2001:db8::/32'] })
    const from = (address: string) => requestToken({ ...grant, client_id, client_secret }, {}, address)
    expect(await from('198.51.100.4')).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } })
    const { body } = await from('203.0.113.9')
    const bearer = { as: null, headers: { authorization: `Bearer ${(body as Token).access_token}` } }
    expect((await app.call(listTransactions, {}, { ...bearer, ip: '203.0.113.200' })).status).toBe(200)
    expect(await app.call(listTransactions, {}, { ...bearer, ip: '198.51.100.4' })).toMatchObject({
      status: 403,
      refusal: { code: 'access.other_network' },
    })
  })

  test('a system account and its open sessions end after the account’s last day', async () => {
    const program = await addProgram({ EndsOn: '2026-11-21' })
    const bearer = await bearerOf(program)
    expect((await app.call(listTransactions, {}, bearer)).status).toBe(200)
    const { UserId, Version } = program.account
    await app.call(updateSystemAccount, { UserId, Version, EndsOn: '2026-11-20' }, hq)
    expect((await app.call(listTransactions, {}, bearer)).status).toBe(401)
    const { client_id, client_secret } = program
    expect(await requestToken({ ...grant, client_id, client_secret })).toMatchObject({
      status: 400,
      body: { error: 'unauthorized_client' },
    })
  })

  test('a system account needs an outlet if one of its scopes acts at an outlet', async () => {
    const add = (more: object) =>
      app.call(
        addSystemAccount,
        { Username: `till${make.nextNumber()}`, DisplayName: 'Till', Scopes: ['rewards:claim'], ...more } as never,
        hq,
      )
    expect(await add({})).toMatchObject({ status: 409, refusal: { code: 'access.outlet_needed' } })
    for (const outlet of ['NOWHERE', 'HQ'])
      expect(await add({ OutletCodes: ['KLCC', outlet] })).toMatchObject({
        status: 409,
        refusal: { code: 'access.unknown_outlet', params: { OutletCode: outlet } },
      })
    const added = await add({ OutletCodes: ['PAV', 'KLCC', 'PAV'] })
    expect(added).toMatchObject({ status: 201, body: { Account: { OutletCodes: ['KLCC', 'PAV'] } } })
  })

  test('new outlets of a system account apply from the next call, and the audit log names them', async () => {
    const program = await addProgram({ OutletCodes: ['KLCC', 'PAV'] })
    const bearer = await bearerOf(program)
    const sellAt = async (OutletCode: string) =>
      (await app.call(addTransaction, await sale({ OutletCode }), bearer)).status
    expect([await sellAt('KLCC'), await sellAt('PAV')]).toEqual([201, 201])
    const { UserId, Version } = program.account
    const { body } = await app.call(updateSystemAccount, { UserId, Version, OutletCodes: ['PAV'] }, hq)
    expect(body.OutletCodes).toEqual(['PAV'])
    expect([await sellAt('KLCC'), await sellAt('PAV')]).toEqual([403, 201])
    const records = await app.sql<{ action_type: string; object_id: string }>(
      `select action_type, object_id from audit_record where table_name = 'user_outlet' and object_id like $1 order by audited_at, object_id`,
      `${UserId}/%`,
    )
    expect(records.map(({ action_type, object_id }) => [action_type, object_id])).toEqual([
      ['Add', `${UserId}/KLCC`],
      ['Add', `${UserId}/PAV`],
      ['Delete', `${UserId}/KLCC`],
    ])
  })
})
