import { jsonRoutes } from '#app/server/areas.ts'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { JsonSchema } from '#kit/contract/schema.ts'
import { exportInput } from '#tests/factories/exports.ts'
import { bodyFor, plausibleWords, seeded, shapeOf } from '#tests/factories/generated-bodies.ts'
import { API, NoAnswer } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { probeHealth } from './health-probe.ts'
import { atMost, expectNone, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation } from './world.ts'

/** Slightly below the server's body limit, which counts bytes. */
const BODY_BYTES = 1_000_000
const ITEMS_MOST = 500
const LETTERS_MOST = 20_000
const QUIET_MS = 5_000
/** The delay that one call may cause for others, beyond the slowest reply of an idle server. */
const DELAY_MS = 100
const AGAIN = 2
const FORMATS = ['XLSX', 'CSV', 'PDF'] as const
const endsSession = /sign-out|sessions\/|password|authenticator/

/** Scenario S5: sends each call its largest valid body, and exports lists of 2,200 rows, while other users work. */
export async function largestBodies({ short, log }: Options): Promise<Finding[]> {
  const world = await openTestInstallation({ env: { LOG_LEVEL: 'warn', EXPORT_ROWS_AT_ONCE: '5000' } })
  try {
    const people = await signInCrowd(world, 20)
    const quiet = probeHealth(world.server.base())
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    const usual = Math.max(...(await quiet.end()))
    const longest: { path: string; ms: number }[] = []
    const bad: unknown[] = []
    const measureOnce = async (path: string, body: unknown, method?: string) => {
      const probe = probeHealth(world.server.base())
      const answer = await people
        .of(longest.length)
        .call(`${API}${path}`, body, method ? { method } : {})
        .catch((error: unknown) => {
          if (error instanceof NoAnswer) return { status: 0, body: { code: error.message } }
          throw error
        })
      if (answer.status === 0 || (answer.status >= 500 && answer.status !== 503))
        bad.push({ path, status: answer.status, code: answer.body.code })
      return Math.max(...(await probe.end()))
    }
    // Repeat slow calls: a delay that the call causes recurs, while a delay by other load does not.
    const measure = async (path: string, body: unknown, method?: string) => {
      let ms = await measureOnce(path, body, method)
      for (let again = 0; ms > usual + DELAY_MS && again < AGAIN; again++)
        ms = Math.min(ms, await measureOnce(path, body, method))
      longest.push({ path, ms })
    }
    const endpoints = jsonRoutes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, path }) => method !== 'GET' && !endsSession.test(path))
      .filter((_, index) => !short || index % 8 === 0)
    for (const endpoint of endpoints)
      await measure(endpoint.path.replace(/:(\w+)/g, '1'), largestBody(endpoint), endpoint.method)
    await world.sql(
      `insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source)
       select 'MANY ' || n, 'Passport', 'MANY' || n, '+60150' || to_char(n, 'FM000000'), 'KL1', 'CRM' from generate_series(1, 2200) n`,
    )
    for (const Format of FORMATS) {
      await measure(addExport.path, exportInput(listCustomers.path, ['FullName', 'ContactNo', 'Email'], { Format }))
      log(`${Format}: ${Math.round(longest.at(-1)!.ms)} ms`)
    }
    people.close()
    longest.sort((one, other) => other.ms - one.ms)
    for (const { path, ms } of longest.slice(0, 5)) log(`${Math.round(ms)} ms ${path}`)
    return [
      finding('calls with their largest body', 'all', endpoints.length, endpoints.length > 0),
      expectNone('failed calls', bad.length, bad),
      finding('/healthz on an idle server, longest', 'any', `${Math.round(usual)} ms`, true),
      atMost('/healthz meanwhile, longest', Math.ceil(usual) + DELAY_MS, longest[0]?.ms ?? 0),
    ]
  } finally {
    await world.close()
  }
}

/** Builds a body with texts and lists as long as the contract allows, up to the body limit. */
export function largestBody(endpoint: Endpoint): unknown {
  const shape = shapeOf(endpoint)
  const body = bodyFor(endpoint, seeded(1), plausibleWords)
  for (let items = ITEMS_MOST; items > 1; items = Math.floor(items / 2)) {
    const grown = grow(body, shape, shape, items)
    if (JSON.stringify(grown).length <= BODY_BYTES) return grown
  }
  return body
}

function grow(value: unknown, shape: JsonSchema, root: JsonSchema, items: number): unknown {
  const target = shape.$ref ? root.$defs?.[shape.$ref.split('/').at(-1)!] : shape
  if (!target) return value
  if (typeof value === 'string') {
    const isFree = !target.enum && !target.format && !target.pattern && target.const === undefined
    const letters = Math.min(target.maxLength ?? 0, LETTERS_MOST)
    return isFree && letters > value.length ? value.repeat(Math.floor(letters / value.length)) : value
  }
  if (Array.isArray(value)) {
    const grownItems = value.map((item) => grow(item, target.items ?? {}, root, items))
    const count = Math.min(target.maxItems ?? items, items)
    return grownItems.length === 0
      ? grownItems
      : Array.from({ length: count }, (_, place) => grownItems[place % grownItems.length])
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, grow(part, target.properties?.[key] ?? {}, root, items)]),
  )
}
