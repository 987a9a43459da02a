import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signIn } from '#areas/access/contract.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Json } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { type Route, serve } from '#kit/server/serve.ts'
import { hq, outletStaff, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { fileRoutes, jsonRoutes } from './areas.ts'

const anything = read({
  path: '/test/anything',
  access: 'public',
  scope: unnamedRows('shared'),
  summary: 'Takes anything',
  body: Json,
  reply: Json,
})
const slow = read({
  path: '/test/slow',
  access: 'staff',
  scope: unnamedRows('shared'),
  summary: 'Takes its time',
  body: z.strictObject({}),
  reply: Json,
})
const broken = read({
  path: '/test/broken',
  access: 'public',
  scope: unnamedRows('shared'),
  summary: 'Breaks',
  body: z.strictObject({}),
  reply: Json,
})
const bySystem = read({
  path: '/test/till',
  access: { system: 'sales:write' },
  scope: unnamedRows('shared'),
  summary: 'For tills',
  deprecated: { since: '2026-10-01', sunset: '2027-04-01', use: '/test/other' },
  body: z.strictObject({}),
  reply: Json,
})
let letGo: (() => void) | undefined
const released = new Promise<void>((resolve) => (letGo = resolve))
const testRoutes: Route[] = [
  ...jsonRoutes,
  serve(anything, async (_, input) => input),
  serve(slow, async () => {
    await released
    return 'done'
  }),
  serve(broken, async () => {
    throw new Error('the secret inside')
  }),
  serve(bySystem, async () => 'done'),
]

const app = useApp({ routes: testRoutes, apiDocs: true, publicUrl: 'https://carat.example' })
const lines: string[] = []
const logging = useApp({
  routes: testRoutes,
  log: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
})
const limited = useApp({ routes: testRoutes, limits: { perUser: 5, perAddress: 3, parallel: 2 } })
const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/1.0/test/anything') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

describe('accepted request bodies', () => {
  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json, text/plain', 415],
    ['application/jsonp', 415],
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
  ])('request body: content type %s gets status %i', async (type, status) => {
    expect((await post('{"A":1}', { 'content-type': type })).status).toBe(status)
  })

  test.each([
    ['with NUL', '{"A":"a\\u0000b"}'],
    ['with NUL in a key', '{"a\\u0000b":1}'],
    ['with a lone surrogate', '{"A":"\\ud800"}'],
    ['with a lone surrogate deep inside', '{"A":[{"B":["\\udc00"]}]}'],
    ['with the key __proto__', '{"__proto__":{"admin":true}}'],
    ['with the key constructor', '{"constructor":{"prototype":{"a":1}}}'],
    ['nested 33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['nested 100,000 levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['that is not JSON', '{"A":'],
    ['that is not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ])('a request body %s is refused as invalid', async (_, payload) => {
    const reply = await post(payload)
    expect(reply).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request', code: 'kit.invalid' } })
  })

  test('request body: 32 levels of nesting and supplementary Unicode characters are accepted unchanged', async () => {
    for (const value of [`${'['.repeat(32)}${']'.repeat(32)}`, '{"A":"💎 钻石"}'])
      expect((await post(value)).text).toBe(value)
  })

  test('request body: a body of more than 1 MiB is refused', async () => {
    expect(await post(JSON.stringify('x'.repeat(1_048_576)))).toMatchObject({
      status: 413,
      body: { code: 'kit.too_large' },
    })
  })
})

describe('reply', () => {
  test('reply: the request id equals that of the log line, and the reply cannot be cached', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/api/1.0/app/config' })
    expect(headers['x-request-id']).toMatch(/^[\w-]{12}$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('reply: an unexpected error reveals no details', async () => {
    const reply = await post('{}', {}, '/api/1.0/test/broken')
    expect(reply).toMatchObject({
      status: 500,
      body: { code: 'kit.unexpected', error: 'Internal Server Error', message: 'Something went wrong' },
    })
    expect(reply.text).not.toContain('secret')
    expect(Object.keys(reply.body as object).sort()).toEqual([
      'code',
      'error',
      'message',
      'params',
      'requestId',
      'statusCode',
    ])
  })

  test.each(['/api/1.0/nothing', '/api/1.0', '/api/2.0/buildings', '/api', '/assets/gone.js', '/buildings'])(
    'reply: an unknown route at %s gets 404 in JSON',
    async (url) => {
      expect(await app.inject({ method: 'GET', url })).toMatchObject({
        status: 404,
        body: { statusCode: 404, code: 'kit.no_such_call' },
      })
    },
  )

  test('reply: security headers allow only scripts of this server and enforce TLS', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/healthz' })
    expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(
      (await limited.inject({ method: 'GET', url: '/healthz' })).headers['strict-transport-security'],
    ).toBeUndefined()
  })
})

describe('limits of calls per account and address', () => {
  const config = (ip: string) => limited.inject({ method: 'GET', url: '/api/1.0/app/config', remoteAddress: ip })

  test('call limits: after too many calls, an unauthenticated caller gets 429 with Retry-After, and other addresses do not', async () => {
    for (let attempt = 0; attempt < 3; attempt++) expect((await config('10.0.0.1')).status).toBe(200)
    const refused = await config('10.0.0.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 'kit.too_many' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect((await config('10.0.0.2')).status).toBe(200)
  })

  test('call limits: requests to unknown routes count towards the limit', async () => {
    const nothing = () => limited.inject({ method: 'GET', url: '/api/1.0/nothing', remoteAddress: '10.0.0.3' })
    for (let attempt = 0; attempt < 3; attempt++) expect((await nothing()).status).toBe(404)
    expect((await nothing()).status).toBe(429)
  })

  test('call limits: X-Forwarded-For of an untrusted caller is ignored', async () => {
    const from = (forged: string) =>
      limited.inject({
        method: 'GET',
        url: '/api/1.0/app/config',
        remoteAddress: '10.0.0.4',
        headers: { 'x-forwarded-for': forged },
      })
    for (let attempt = 0; attempt < 3; attempt++) await from(`1.1.1.${attempt}`)
    expect((await from('1.1.1.9')).status).toBe(429)
  })

  test('call limits: all sessions of an account share one limit', async () => {
    const account = staffWith({ roles: ['Feedback'] })
    const buildings = (headers = {}) =>
      limited.call({ ...slow, path: '/buildings', method: 'GET' }, {}, { as: account, headers })
    for (let attempt = 0; attempt < 5; attempt++) expect((await buildings()).status).toBe(200)
    expect((await buildings()).status).toBe(429)
    expect((await limited.call({ ...slow, path: '/buildings', method: 'GET' }, {}, outletStaff)).status).toBe(200)
  })

  test('call limits: a system account without a limit of its own has the default limit', async () => {
    const till = systemWith('sales:write', 'sales:cancel')
    for (let attempt = 0; attempt < 5; attempt++) expect((await limited.call(bySystem, {}, till)).status).toBe(200)
    expect((await limited.call(bySystem, {}, till)).status).toBe(429)
    const large = systemWith('sales:write', 'members:read')
    await limited.token(large)
    await limited.sql(
      `update user_account set calls_per_minute = 7 where user_id = (select max(user_id) from user_account where kind = 'System')`,
    )
    for (let attempt = 0; attempt < 7; attempt++) expect((await limited.call(bySystem, {}, large)).status).toBe(200)
    expect((await limited.call(bySystem, {}, large)).status).toBe(429)
  })

  test('call limits: an account can have only a limited number of calls in parallel', async () => {
    const account = staffWith({ roles: ['Campaign'] })
    const running = [limited.call(slow, {}, account), limited.call(slow, {}, account)]
    await expect
      .poll(async () => (await limited.sql(`select from pg_stat_activity where state = 'idle in transaction'`)).length)
      .toBeGreaterThan(1)
    const third = await limited.call(slow, {}, account)
    expect(third).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    letGo!()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200])
    expect((await limited.call(slow, {}, account)).status).toBe(200)
  })
})

test('API: the reply of a deprecated call contains the date on which the call ends', async () => {
  const { status, headers } = await app.call(bySystem, {}, systemWith('sales:write'))
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: { deprecation: '@1790812800', sunset: 'Thu, 01 Apr 2027 00:00:00 GMT' },
  })
})

describe('API documentation', () => {
  test('API documentation: lists every call with its permitted callers', async () => {
    const { status, body } = await app.inject({ method: 'GET', url: '/api/openapi.json' })
    const paths = (body as { paths: Record<string, Record<string, Record<string, unknown>>> }).paths
    expect(status).toBe(200)
    expect(Object.values(paths).flatMap((methods) => Object.keys(methods))).toHaveLength(
      testRoutes.length + fileRoutes.flatMap(({ calls }) => calls).length,
    )
    expect(paths['/test/till']!.post).toMatchObject({
      deprecated: true,
      description:
        'Deprecated since 2026-10-01 and answered until 2027-04-01: use /test/other. For programs with scope sales:write.',
      security: [{ bearer: [] }, { oauth2: ['sales:write'] }],
    })
    expect(paths['/lists/items']!.get!.parameters).toMatchObject([
      { name: 'ListName', in: 'query', required: true },
      { name: 'LanguageCode', in: 'query', required: false },
    ])
    expect(paths['/auth/sign-in']!.post).toMatchObject({
      security: [],
      requestBody: {
        content: {
          'application/json': { schema: { required: ['Username', 'Password'], additionalProperties: false } },
        },
      },
    })
  })

  test('API documentation: is available as a page unless the operator disables the page', async () => {
    const page = await app.inject({ method: 'GET', url: '/api/docs/' })
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect((await limited.inject({ method: 'GET', url: '/api/docs/' })).status).toBe(404)
    expect((await limited.inject({ method: 'GET', url: '/api/openapi.json' })).status).toBe(404)
  })
})

test('message inbox: the page with sent messages exists in the demo only', async () => {
  expect((await app.inject({ method: 'GET', url: '/api/1.0/dev/outbox' })).status).toBe(404)
})

test('slow request body: the server closes the connection, and other callers do not wait', async () => {
  expect(app.fastify.server.requestTimeout).toBe(600_000)
  expect(app.fastify.server.headersTimeout).toBe(10_000)
  const url = new URL(await app.listen())
  const socket = connect(Number(url.port), url.hostname)
  socket.write(
    'POST /api/1.0/test/anything HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
  )
  let isClosed = false
  socket.once('close', () => {
    isClosed = true
  })
  expect((await fetch(`${url.origin}/healthz`)).status).toBe(200)
  expect(isClosed).toBe(false)
  socket.destroy()
})

test('request log: a log line contains the route pattern and the caller, never user input', async () => {
  lines.splice(0)
  const token = (await logging.token(hq)).token
  await logging.call(signIn, { Username: 'canary-name', Password: 'canary-password' }, null)
  await logging.inject({
    method: 'GET',
    url: '/api/1.0/lists/items?ListName=canary-query',
    headers: { authorization: `Bearer ${token}`, cookie: 'sid=canary-cookie' },
  })
  await logging.inject({ method: 'GET', url: '/canary-page' })
  await logging.call(broken, {}, null)
  const text = lines.join('')
  expect(text).toContain('"method":"POST","path":"/api/1.0/auth/sign-in","status":401')
  expect(text).toContain('"path":"/api/1.0/lists/items","status":400')
  expect(text).toContain('the secret inside')
  expect(text).not.toContain('canary')
  expect(text).not.toContain(token)
})
