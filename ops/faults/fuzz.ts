import { jsonRoutes } from '#app/server/areas.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { bodyFor, pick, plausibleWords, type Random, seeded, shapeOf } from '#tests/factories/generated-bodies.ts'
import { nastyValues } from '#tests/factories/nasty-values.ts'
import { API, type Client, NoAnswer } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { exchangeRawBytes } from './exchange.ts'
import { atMost, expectNone, type Finding, finding, type Options, percentile } from './report.ts'
import { openTestInstallation, type TestInstallation } from './world.ts'

// Bodies shorter than their content-length are excluded, because they wait for the server's timeout, measured elsewhere.
const PATIENCE_MS = 300

type FuzzResult = {
  sent: number
  times: number[]
  statuses: Map<number, number>
  /** Forbidden replies: status 5xx, or a body with internal details. */
  bad: unknown[]
  noAnswer: unknown[]
}

const inside = /\bat \w+.* \(|node_modules|select .* from |syntax error at|violates|PostgresError|\.ts:\d+/i

/** Calls that would end the caller's own session. */
const endsSession = /sign-out|sessions\/|password|authenticator/

export async function fuzz({ short, log }: Options): Promise<Finding[]> {
  const goal = short ? 5_000 : 50_000
  const world = await openTestInstallation({ env: { LOG_LEVEL: 'warn' } })
  try {
    const people = await signInCrowd(world, short ? 20 : 120)
    const result: FuzzResult = { sent: 0, times: [], statuses: new Map(), bad: [], noAnswer: [] }
    const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
    const perCall = Math.ceil((goal * 0.9) / endpoints.length)
    const tasks = endpoints.flatMap((endpoint, endpointIndex) =>
      Array.from({ length: perCall }, (_, round) => ({ endpoint, seed: endpointIndex * 100_003 + round })),
    )
    await inParallel(16, tasks, async ({ endpoint, seed }, index) => {
      if (index % 10_000 === 9_999) log(`${index + 1} calls`)
      await sendOne(people.of(index), endpoint, seeded(seed), result, seed)
    })
    const bytes = Math.max(0, goal - result.sent)
    const broken = await sendBytes(world, people.tokens[0]!, endpoints, bytes)
    people.close()
    const bugs = world.server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    return [
      finding('calls sent', `${goal}`, result.sent + bytes, result.sent + bytes >= goal),
      expectNone('5xx, or internals in a reply', result.bad.length, result.bad),
      expectNone('calls without a reply', result.noAnswer.length, result.noAnswer),
      expectNone('5xx for invalid requests', broken.length, broken),
      expectNone(
        'bugs in the log',
        bugs.length,
        bugs.map((line) => line.slice(0, 300)),
      ),
      finding('the process', 'lives', world.server.exited() ? 'ended' : 'lives', !world.server.exited()),
      atMost('answer, 99th of 100', 500, percentile(result.times, 0.99)),
      finding(
        'answers by status',
        'several',
        JSON.stringify(Object.fromEntries(result.statuses)),
        result.statuses.size > 3,
      ),
    ]
  } finally {
    await world.close()
  }
}

async function sendOne(http: Client, endpoint: Endpoint, random: Random, result: FuzzResult, seed: number) {
  const body = bodyFor(endpoint, random, plausibleWords) as Record<string, unknown>
  if (random() < 0.7) spoil(body, random)
  const path = endpoint.path.replace(/:(\w+)/g, () =>
    encodeURIComponent(pick(random, ['1', '2', '999999', '0', '-1', 'x', '1e3', 'JC00000001'])),
  )
  const isGet = endpoint.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(textsOf(body)).toString().slice(0, 7_000)}` : ''
  const withToken = endsSession.test(endpoint.path) ? { authorization: `Bearer ${'x'.repeat(43)}` } : undefined
  const key = random() < 0.3 ? `fuzz-${seed}` : undefined
  try {
    const answer = await http.call(`${API}${path}${query}`, isGet ? undefined : body, {
      method: endpoint.method,
      headers: { ...withToken, 'x-forwarded-for': '10.0.0.1' },
      ...(key && { key }),
    })
    evaluate(result, answer, { path: endpoint.path, seed, body })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    result.noAnswer.push({ path: endpoint.path, seed, error: error.message })
  }
}

function evaluate(
  result: FuzzResult,
  { status, body, ms }: { status: number; body: unknown; ms: number },
  sent: object,
) {
  result.sent++
  result.times.push(ms)
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
  const text = JSON.stringify(body)
  // 503 is a valid reply, while 500 is a bug.
  const isBad = (status >= 500 && status !== 503) || (status >= 400 && inside.test(text))
  if (isBad) result.bad.push({ status, answer: text.slice(0, 200), sent: JSON.stringify(sent).slice(0, 300) })
}

const textsOf = (body: Record<string, unknown>) =>
  Object.entries(body ?? {}).map(([name, value]) => [name, String(value).toWellFormed()] as [string, string])

/** Changes one value to an invalid value, or adds an unknown field. */
function spoil(body: Record<string, unknown>, random: Random) {
  if (typeof body !== 'object' || body === null) return
  const names = Object.keys(body)
  const value = pick(random, nastyValues)
  if (names.length === 0 || random() < 0.1) {
    body[pick(random, ['Unknown', '__proto__', 'constructor', 'Status', 'CreatedById', 'Version'])] = value
    return
  }
  const name = pick(random, names)
  const inner = body[name]
  if (inner && typeof inner === 'object' && !Array.isArray(inner) && random() < 0.7)
    spoil(inner as Record<string, unknown>, random)
  else if (Array.isArray(inner) && inner[0] && typeof inner[0] === 'object' && random() < 0.7)
    spoil(inner[0] as Record<string, unknown>, random)
  else if (random() < 0.15) delete body[name]
  else body[name] = value
}

async function inParallel<Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
) {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** Sends invalid or randomly changed HTTP. Returns the 5xx replies. */
async function sendBytes(world: TestInstallation, token: string, endpoints: readonly Endpoint[], count: number) {
  const bad: string[] = []
  const { port } = new URL(world.server.base())
  const random = seeded(77)
  const sendOneRaw = async () => {
    const endpoint = pick(random, endpoints)
    const body = Buffer.from(JSON.stringify(bodyFor(endpoint, random, plausibleWords)))
    const head = `${endpoint.method} ${API}${endpoint.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
    const bytes = Buffer.concat([Buffer.from(head), body])
    for (let change = 0; change < 1 + random() * 6; change++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    const answer = await exchangeRawBytes(Number(port), bytes, PATIENCE_MS)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
    if (status >= 500 && status !== 503) bad.push(answer.slice(0, 200))
  }
  await inParallel(16, Array.from({ length: count }), sendOneRaw)
  return bad
}

/** Scenario F2: sends every problematic value in every field of every write call. */
export async function sendProblematicValues({ short, log }: Options): Promise<Finding[]> {
  const world = await openTestInstallation({ env: { LOG_LEVEL: 'warn' } })
  try {
    const people = await signInCrowd(world, short ? 20 : 120)
    const result: FuzzResult = { sent: 0, times: [], statuses: new Map(), bad: [], noAnswer: [] }
    const writing = jsonRoutes
      .map(({ endpoint }) => endpoint)
      .filter(({ kind, path }) => kind === 'change' && !endsSession.test(path))
    const tasks = writing.flatMap((endpoint) => {
      const fields = Object.keys(shapeOf(endpoint).properties ?? {})
      const values = short ? nastyValues.filter((_, valueIndex) => valueIndex % 10 === 0) : nastyValues
      return fields.flatMap((field) => values.map((value) => ({ endpoint, field, value })))
    })
    await inParallel(16, tasks, async ({ endpoint, field, value }, index) => {
      if (index % 10_000 === 9_999) log(`${index + 1} of ${tasks.length}`)
      const random = seeded(index)
      const body = { ...(bodyFor(endpoint, random, plausibleWords) as object), [field]: value }
      const path = endpoint.path.replace(/:(\w+)/g, '1')
      try {
        evaluate(result, await people.of(index).call(`${API}${path}`, body, { method: endpoint.method }), {
          path,
          field,
          value,
        })
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        result.noAnswer.push({ path, field, error: error.message })
      }
    })
    people.close()
    return [
      finding(
        'values in fields',
        'all',
        `${result.sent} (${nastyValues.length} values, ${writing.length} calls)`,
        result.sent > 0,
      ),
      expectNone('5xx, or internals in a reply', result.bad.length, result.bad),
      expectNone('calls without a reply', result.noAnswer.length, result.noAnswer),
      finding('the process', 'lives', world.server.exited() ? 'ended' : 'lives', !world.server.exited()),
    ]
  } finally {
    await world.close()
  }
}
