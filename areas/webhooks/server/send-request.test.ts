import { beforeEach, expect, test } from 'vitest'
import { webhookReceiver } from '#tests/factories/webhooks.ts'
import { parseAllowedHost } from './allowed-hosts.ts'
import { openConnections, type ResolveHost, sendRequest } from './send-request.ts'

const receiver = webhookReceiver()
const body = JSON.stringify({ data: {} })
const limits = { ms: 5_000, replyBytes: 65_536 }
const resolveTo =
  (...addresses: string[]): ResolveHost =>
  (_, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const allow = (entry: string) => [parseAllowedHost(entry)!]
const send = (path = '/', more: object = {}) =>
  sendRequest(receiver.url(path), body, {}, { allowed: allow(`127.0.0.1:${receiver.port}`), limits, ...more })

beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = () => 204
})

test('webhook request: a status from 200 to 299 is a delivery', async () => {
  receiver.answer = () => 299
  expect(await send()).toMatchObject({ statusCode: 299, error: null })
})

test.each([400, 404, 410, 429, 500, 503])('webhook request: the status %i is a failure', async (status) => {
  receiver.answer = () => status
  expect(await send()).toMatchObject({ statusCode: status, error: 'Status' })
})

test.each([
  ['120', 120_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ['-1', 0],
])('webhook request: a reply with Retry-After %s asks for %i ms', async (seconds, retryAfterMs) => {
  receiver.answer = () => (response) => response.writeHead(429, { 'retry-after': seconds }).end()
  expect(await send()).toMatchObject({ statusCode: 429, retryAfterMs })
})

test.each([301, 302, 307, 308])(
  'webhook request: a redirect with %i is not followed and is a failure',
  async (status) => {
    receiver.answer = () => (response) => response.writeHead(status, { location: receiver.url('/other') }).end()
    expect(await send('/first')).toMatchObject({ statusCode: status, error: 'Redirect' })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/first'])
  },
)

test('webhook request: a host outside the list of the operator gets no request', async () => {
  expect(await send('/', { allowed: [] })).toMatchObject({ statusCode: null, error: 'Host not allowed' })
  expect(receiver.received).toEqual([])
})

test('webhook request: a name that resolves to a private address gets no request', async () => {
  const url = `http://localhost:${receiver.port}/`
  for (const addresses of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['169.254.169.254'], ['::ffff:10.0.0.1']])
    expect(
      await sendRequest(
        url,
        body,
        {},
        {
          allowed: allow(`localhost:${receiver.port}@127.0.0.0/8`),
          limits,
          resolve: resolveTo(...addresses),
        },
      ),
    ).toMatchObject({ statusCode: null, error: 'Address not allowed' })
  const withoutNetwork = { allowed: allow(`localhost:${receiver.port}`), limits, resolve: resolveTo('10.0.0.1') }
  expect(await sendRequest(url, body, {}, withoutNetwork)).toMatchObject({ error: 'Address not allowed' })
  expect(receiver.received).toEqual([])
})

test('webhook request: the connection goes to the checked address, however the name resolves later', async () => {
  let lookups = 0
  const resolve: ResolveHost = (host, done) => {
    lookups++
    return resolveTo(lookups === 1 ? '127.0.0.1' : '10.0.0.1')(host, done)
  }
  const options = { allowed: allow(`localhost:${receiver.port}@127.0.0.0/8`), limits, resolve }
  expect(await sendRequest(`http://localhost:${receiver.port}/`, body, {}, options)).toMatchObject({ statusCode: 204 })
  expect(lookups).toBe(1)
  expect(await sendRequest(`http://localhost:${receiver.port}/`, body, {}, options)).toMatchObject({
    error: 'Address not allowed',
  })
})

test('webhook request: an unknown name is reported as such', async () => {
  const resolve: ResolveHost = (_, done) => done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
  const options = { allowed: allow('hooks.example.com'), limits, resolve }
  expect(await sendRequest('https://hooks.example.com/', body, {}, options)).toMatchObject({ error: 'DNS' })
})

test('webhook request: a receiver without TLS at an https URL is reported as such', async () => {
  const options = { allowed: allow(`127.0.0.1:${receiver.port}`), limits }
  expect(await sendRequest(`https://127.0.0.1:${receiver.port}/`, body, {}, options)).toMatchObject({ error: 'TLS' })
  expect(receiver.received).toEqual([])
})

test('webhook request: a refused connection is a failure', async () => {
  const options = { allowed: allow('127.0.0.1:1'), limits }
  expect(await sendRequest('http://127.0.0.1:1/', body, {}, options)).toMatchObject({
    statusCode: null,
    error: 'Connection',
  })
})

test('webhook request: a receiver that does not answer within the limit is a failure', async () => {
  receiver.answer = () => () => {}
  expect(await send('/', { limits: { ...limits, ms: 50 } })).toMatchObject({ statusCode: null, error: 'Timeout' })
})

test('webhook request: a reply that never ends is cut, and its status counts', async () => {
  receiver.answer = () => (response) => response.writeHead(200).write('begin')
  expect(await send('/', { limits: { ...limits, ms: 200 } })).toMatchObject({ statusCode: 200, error: null })
})

test('webhook request: at most the limit of bytes of a reply is read, and the connection is closed', async () => {
  let sent = 0
  let isClosed = false
  const chunk = Buffer.alloc(16_384)
  receiver.answer = () => (response) => {
    response.on('close', () => {
      isClosed = true
    })
    const write = () => {
      while (!isClosed && sent < 1_000 * chunk.length) {
        sent += chunk.length
        if (!response.write(chunk)) return response.once('drain', write)
      }
      return response
    }
    response.writeHead(200)
    write()
  }
  expect(await send()).toMatchObject({ statusCode: 200, error: null })
  await expect.poll(() => isClosed).toBe(true)
  expect(sent).toBeLessThan(1_000 * chunk.length)
})

test('webhook request: a connection that the receiver has closed is replaced without a failure', async () => {
  const connections = openConnections(1)
  try {
    receiver.answer = () => 204
    expect(await send('/', { connections })).toMatchObject({ error: null })
    receiver.answer = ({ path }) =>
      receiver.received.filter((one) => one.path === path).length === 2
        ? (response) => response.socket!.resetAndDestroy()
        : 204
    expect(await send('/', { connections })).toMatchObject({ statusCode: 204, error: null })
  } finally {
    connections.close()
  }
})

test('webhook request: a stop of the server aborts the attempt without an outcome', async () => {
  const stop = new AbortController()
  receiver.answer = () => () => stop.abort()
  await expect(send('/', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
})
