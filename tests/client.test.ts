import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiDocument } from '#app/server/api-document.ts'
import { releaseInfo } from '#app/server/release.ts'
import { createSandbox } from '#app/server/sandbox/sandbox.ts'
import { CaratClient, CaratError, type Path, type QueuedCall } from '../packages/client/src/index.ts'
import { clientSource } from '../scripts/generate-client.ts'
import { fillPlaceholders, noteIdentifiers, pageRequests, prepareTillDay, tillAccount } from './factories/till-day.ts'
import { useApp } from './harness.ts'

// Tests packages/client against the server, with the faults of a sandbox.

const sandbox = createSandbox(() => new Date('2026-11-21T02:05:00Z'))
const app = useApp({ demo: true, sandbox, apiDocs: true })
const folder = mkdtempSync(join(tmpdir(), 'carat-client-'))
const run = promisify(execFile)
let values: Record<string, string> = {}
let url = ''
/** The waits of the client, which it does not really wait. */
const waits: number[] = []
const createClient = (options: object = {}) =>
  new CaratClient({ url, ...tillAccount, pause: async (wait) => void waits.push(wait), ...options })

beforeAll(async () => {
  values = await prepareTillDay(app)
  url = await app.listen()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const requestsTo = (path: string) => sandbox.takeRequests().filter((request) => request.path === `/api/1.0${path}`)

test('client: the generated types are those of the API document', async () => {
  const document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).body as ApiDocument
  expect(readFileSync('packages/client/src/calls.ts', 'utf8')).toBe(clientSource(document))
})

test('client: package.json has the version of the release and no dependencies', () => {
  const manifest = JSON.parse(readFileSync('packages/client/package.json', 'utf8'))
  expect(manifest).toMatchObject({ name: 'carat-client', version: releaseInfo.version, files: ['dist'] })
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([])
})

describe('client: the day of docs/integration.md', () => {
  test('client: the day is entered once, despite an expired token, 429, 503 and cut connections', async () => {
    const client = createClient()
    const fault = (path: string, more: object) => ({
      Path: `/api/1.0${path}`,
      Requests: 1,
      DelayMs: 0,
      RetryAfter: 2,
      ...more,
    })
    const SALE = '/customer/memberships/transaction-summaries/add'
    sandbox.planFaults([
      { ...fault('', { Status: 503 }), Path: '/oauth/token' },
      fault('/customer/memberships/card', { Status: 429 }),
      fault(SALE, { Cut: 'After' }),
      fault('/till/exchanges/add', { Cut: 'Before' }),
      fault('/point/redemption', { Cut: 'After' }),
      fault('/point/redemption/refund', { Status: 503 }),
      fault('/customer/customers/add', { Cut: 'After' }),
      fault('/till/batch', { Cut: 'After' }),
    ] as never)
    for (const { path, key, body } of pageRequests()) {
      // The token expires between the look-up of the card and the preview.
      if (path.endsWith('/preview')) sandbox.advance(2 * 3_600_000)
      const request = body ? JSON.parse(fillPlaceholders(body, values)) : {}
      const reply = await client.call(path as Path, request as never, key === undefined ? {} : { key })
      noteIdentifiers(reply, values)
    }
    expect(waits.sort((one, other) => one - other)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000, 2_000])
    const requests = sandbox.takeRequests()
    // The second sign-in follows the 401 of the expired token; a 401 is not recorded.
    expect(requests.filter(({ path }) => path === '/oauth/token').map(({ status }) => status)).toEqual([503, 200, 200])
    const attempts = requests.filter(({ path, key }) => path === `/api/1.0${SALE}` && key === 'sale-1')
    expect(attempts.map(({ status }) => status)).toEqual([0, 201])

    const documents = await app.sql('select invoice_no as "No" from transaction_summary order by transaction_id')
    expect(documents).toHaveLength(7)
    const movements = await app.sql<{ type: string; points: number }>(
      `select transaction_type as type, sum(points)::int as points from point_history where transaction_id is null and points <> 500
       group by transaction_type order by transaction_type`,
    )
    expect(movements).toEqual([
      // 50 for an invoice, 100 for a gift, and 50 without a connection; the first two are refunded.
      { type: 'Redeem', points: -200 },
      { type: 'Redeem Refund', points: 150 },
    ])
    expect(
      await app.sql<{ n: number }>(`select count(*)::int as n from customer where contact_no = '+60123456789'`),
    ).toEqual([{ n: 1 }])
  })

  test('client: a refusal is an error with its code, params and request id, and is not repeated', async () => {
    sandbox.takeRequests()
    const error = await createClient()
      .call('/customer/transaction-summaries/normal/find-one', { InvoiceNo: 'ABSENT' })
      .catch((caught: unknown) => caught as CaratError)
    expect(error).toBeInstanceOf(CaratError)
    expect(error).toMatchObject({ status: 404, isTemporary: false, params: expect.any(Object) })
    expect((error as CaratError).code).toMatch(/^sales\.\w+$/)
    expect((error as CaratError).requestId).toMatch(/^\S+$/)
    expect(requestsTo('/customer/transaction-summaries/normal/find-one')).toHaveLength(1)
  })

  test('client: a wrong secret is one sign-in and a temporary error, so that the action stays in the queue', async () => {
    sandbox.takeRequests()
    const client = createClient({ clientSecret: 'wrong' })
    await expect(client.call('/till/reference', {})).rejects.toMatchObject({
      status: 401,
      code: 'invalid_client',
      isTemporary: true,
    })
    expect(sandbox.takeRequests().map(({ path }) => path)).toEqual(['/oauth/token'])
  })

  test('client: an unchanged reference is returned from the stored reply, and the clock follows the server', async () => {
    const client = createClient()
    const first = await client.call('/till/reference', {})
    sandbox.takeRequests()
    expect(await client.call('/till/reference', {})).toEqual(first)
    expect(requestsTo('/till/reference').map(({ status }) => status)).toEqual([304])
    expect(client.serverTime().toISOString().slice(0, 16)).toBe(sandbox.clock().toISOString().slice(0, 16))
  })
})

describe('client: a queue', () => {
  const queued = (number: number): QueuedCall => ({
    Key: `queued-${number}`,
    Path: '/customer/memberships/transaction-summaries/add',
    Body: { TransactionType: 'N', InvoiceNo: `QUEUE-${number}`, Details: [{ Brand: 'Aurelia', UnitPrice: '10.00' }] },
  })
  const invoices = async () =>
    (
      await app.sql<{ n: number }>(`select count(*)::int as n from transaction_summary where invoice_no like 'QUEUE-%'`)
    )[0]!.n
  const send = async (queue: QueuedCall[]) => {
    const results = []
    for await (const result of createClient().sendQueue(queue)) results.push(result)
    return results
  }

  test('client: a queue whose reply is lost is entered once; a refused call does not stop the others', async () => {
    const queue = [queued(1), queued(2), queued(3)]
    queue.splice(1, 0, {
      Key: 'refused',
      Path: '/point/redemption/refund',
      Body: { HistoryId: 999_999_999, Remark: 'Absent' },
    })
    sandbox.planFaults([{ Path: '/api/1.0/till/batch', Requests: 1, DelayMs: 0, RetryAfter: 1, Cut: 'After' }])
    const results = await send(queue)
    expect(results.map(({ call }) => call)).toEqual(queue)
    expect(results.filter(({ error }) => error).map(({ call, error }) => [call.Key, error!.isTemporary])).toEqual([
      ['refused', false],
    ])
    expect(await invoices()).toBe(3)
    await send(queue)
    expect(await invoices()).toBe(3)
  })

  test('client: a queue is sent in its order, in batches of at most 500 calls and 900 kB', async () => {
    const bodies: string[] = []
    const answered: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/oauth/token')) return Response.json({ access_token: 'x', expires_in: 3600 })
      bodies.push(String(init!.body))
      const { Calls } = JSON.parse(String(init!.body)) as { Calls: { Key: string }[] }
      return Response.json({ Results: Calls.map(({ Key }) => ({ Key, Status: 201, Reply: {} })) })
    }
    const long = { Brand: 'Aurelia', UnitPrice: '1.00', Description: '翡翠'.repeat(20) }
    const queue = Array.from({ length: 1_203 }, (_, index): QueuedCall => {
      const call = queued(index)
      return index < 1_003 ? call : ({ ...call, Body: { ...call.Body, Details: Array(40).fill(long) } } as QueuedCall)
    })
    const keys: string[] = []
    for await (const { call } of createClient({ fetch: answered }).sendQueue(queue)) keys.push(call.Key)
    expect(keys).toEqual(queue.map(({ Key }) => Key))
    expect(bodies.slice(0, 2).map((body) => JSON.parse(body).Calls.length)).toEqual([500, 500])
    expect(bodies.length).toBeGreaterThan(3)
    expect(bodies.filter((body) => Buffer.byteLength(body) > 910_000)).toEqual([])
  })

  test('client: after a 503 inside a batch, the calls that were not attempted are sent again, until the attempts are used up', async () => {
    const outcomes = [
      [201, 503, 503],
      [503, 503],
      [201, 201],
    ]
    const sent: string[][] = []
    const scripted = (script: number[][]) => async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).endsWith('/oauth/token')) return Response.json({ access_token: 'x', expires_in: 3600 })
      const { Calls } = JSON.parse(String(init!.body)) as { Calls: { Key: string }[] }
      sent.push(Calls.map(({ Key }) => Key))
      const statuses = script.length > 1 ? script.shift()! : script[0]!
      return Response.json({ Results: Calls.map(({ Key }, index) => ({ Key, Status: statuses[index], Reply: {} })) })
    }
    const keys: string[] = []
    const queue = [queued(1), queued(2), queued(3)]
    for await (const { call } of createClient({ fetch: scripted(outcomes) }).sendQueue(queue)) keys.push(call.Key)
    expect(keys).toEqual(['queued-1', 'queued-2', 'queued-3'])
    expect(sent).toEqual([
      ['queued-1', 'queued-2', 'queued-3'],
      ['queued-2', 'queued-3'],
      ['queued-2', 'queued-3'],
    ])

    sent.length = 0
    const away = createClient({ fetch: scripted([[503, 503, 503]]), attempts: 3 }).sendQueue(queue)
    await expect(away.next()).rejects.toMatchObject({ status: 503, isTemporary: true })
    expect(sent).toHaveLength(3)
  })
})

describe('client: retries', () => {
  type Scripted = number | 'cut' | [status: number, retryAfter: string]
  /** Plays scripted replies after a sign-in and returns the outcome, the waits, and the keys of the requests. */
  async function play(script: Scripted[], options: object = {}) {
    waits.length = 0
    const keys: (string | undefined)[] = []
    const scripted = async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).endsWith('/oauth/token')) return Response.json({ access_token: 'x', expires_in: 3600 })
      keys.push((init!.headers as Record<string, string>)['idempotency-key'])
      const step = script.shift() ?? 201
      if (step === 'cut') throw new TypeError('fetch failed')
      const [status, retryAfter] = Array.isArray(step) ? step : [step, undefined]
      return Response.json(
        { code: `kit.s${status}` },
        { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} },
      )
    }
    const client = createClient({ fetch: scripted, ...options })
    const outcome = await client
      .call('/till/vouchers/use', { VoucherNo: 'V1', SecurityCode: 'x', InvoiceNo: 'I1' })
      .then(
        () => 'done',
        ({ status, code }: CaratError) => `${status} ${code}`,
      )
    return { outcome, waits: [...waits], requests: keys.length, keys: new Set(keys).size }
  }

  test.each<[name: string, script: Scripted[], outcome: string, waits: number[]]>([
    ['a cut connection is repeated with growing pauses', ['cut', 'cut', 'cut'], 'done', [1_000, 2_000, 4_000]],
    [
      '429 and 503 wait for Retry-After',
      [
        [429, '7'],
        [503, '2'],
      ],
      'done',
      [7_000, 2_000],
    ],
    ['502 and 504 of a proxy are repeated', [502, 504], 'done', [1_000, 2_000]],
    ['500 is repeated once', [500, 500], '500 kit.s500', [1_000]],
    ['400 is final', [400], '400 kit.s400', []],
    ['409 is final', [409], '409 kit.s409', []],
    ['401 signs in and repeats at once', [401], 'done', []],
    ['a second 401 ends the call', [401, 401], '401 kit.s401', []],
    ['a wait above the limit ends the call', [[503, '61']], '503 kit.s503', []],
  ])('client: %s', async (_, script, outcome, expectedWaits) => {
    const result = await play(script)
    expect(result).toMatchObject({ outcome, waits: expectedWaits, keys: 1 })
  })

  test('client: after eight attempts a cut connection is an error with status 0', async () => {
    const { outcome, waits, requests, keys } = await play(Array(9).fill('cut'))
    expect({ outcome, requests, keys }).toEqual({ outcome: '0 client.no_reply', requests: 8, keys: 1 })
    expect(waits.at(-1)).toBe(60_000)
  })

  test('client: simultaneous calls share one sign-in, and a token at its end is renewed before the next call', async () => {
    let signIns = 0
    const answered = (seconds: number) => async (input: RequestInfo | URL) => {
      const isSignIn = String(input).endsWith('/oauth/token')
      signIns += isSignIn ? 1 : 0
      return Response.json(isSignIn ? { access_token: 'x', expires_in: seconds } : {})
    }
    const lasting = createClient({ fetch: answered(3600) })
    await Promise.all([lasting.call('/till/reference', {}), lasting.call('/till/reference', {})])
    await lasting.call('/till/reference', {})
    expect(signIns).toBe(1)
    const ending = createClient({ fetch: answered(0) })
    await ending.call('/till/reference', {})
    await ending.call('/till/reference', {})
    expect(signIns).toBe(3)
  })

  test('client: an aborted call throws the reason of its signal, and a request without a reply times out', async () => {
    const silent = (_: RequestInfo | URL, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        const { signal } = init!
        if (signal!.aborted) reject(signal!.reason as Error)
        signal!.addEventListener('abort', () => reject(signal!.reason as Error))
      })
    const signal = AbortSignal.abort(new Error('The cashier cancelled'))
    await expect(
      createClient({ fetch: answeredSignIn(silent) }).call('/till/reference', {}, { signal }),
    ).rejects.toThrow('The cashier cancelled')
    const hasty = createClient({ fetch: answeredSignIn(silent), timeoutMs: 1, attempts: 1 })
    await expect(hasty.call('/till/reference', {})).rejects.toMatchObject({ code: 'client.no_reply' })
  })

  const answeredSignIn =
    (others: typeof fetch): typeof fetch =>
    (input, init) =>
      String(input).endsWith('/oauth/token')
        ? Promise.resolve(Response.json({ access_token: 'x', expires_in: 3600 }))
        : others(input, init)
})

test('client: a strict TypeScript project outside the repository compiles and runs with the built package', async () => {
  const installed = join(folder, 'node_modules', 'carat-client')
  mkdirSync(installed, { recursive: true })
  cpSync('packages/client/package.json', join(installed, 'package.json'))
  const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', 'packages/client', '--outDir', join(installed, 'dist')])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', types: [], lib: ['es2022', 'dom'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['till.ts'] }))
  const program = [
    `import { CaratClient, CaratError, type Reply } from 'carat-client'`,
    `const carat = new CaratClient(${JSON.stringify({ url, ...tillAccount })})`,
    `const card: Reply<'/customer/memberships/card'> = await carat.call('/customer/memberships/card', {`,
    `  MembershipNo: '${values.MembershipNo}',`,
    '})',
    'console.log(card.MembershipNo)',
    '// @ts-expect-error The field is misspelt.',
    `await carat.call('/customer/memberships/card', { Membership: 'x' }).catch((error: CaratError) => console.log(error.code))`,
    '// @ts-expect-error Programs may not make this call.',
    `await carat.call('/customer/customers/delete', {}).catch((error: CaratError) => console.log(error.status))`,
  ]
  writeFileSync(join(folder, 'till.ts'), program.join('\n'))
  const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((failed: { stdout: string }) => failed)
  expect(compiled.stdout).toBe('')
  const { stdout } = await run(process.execPath, [join(folder, 'till.js')])
  expect(stdout.trim().split('\n')).toEqual([values.MembershipNo, 'kit.invalid', '403'])
})
