import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { buildWeb, isWebBuilt } from '../../scripts/web-build.ts'
import {
  type CallStatistics,
  type Company,
  call,
  PORT,
  runInThread,
  signIn,
  subjectsOf,
  type Tokens,
  withCompany,
  withServer,
} from './company.ts'
import { type Figure, median, percentile } from './figures.ts'
import type { LoadThreadInput } from './till.ts'

// Measures one process that serves many customers on the public pages and a counter at the same time.

const TILLS = 4
const ORIGIN = `http://127.0.0.1:${PORT}`

type Crowd = { customers: number; seconds: number }

const MEMBERS = 5_000

export async function benchCrowd({ customers, seconds }: Crowd): Promise<Figure[]> {
  if (!isWebBuilt()) await buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  try {
    return await withCompany(dataDir, {}, async (baseCompany) => {
      // Each simulated customer has its own IP address.
      const company = { ...baseCompany, env: { ...baseCompany.env, TRUST_PROXY: '127.0.0.1' } }
      const { tokens, Link } = await prepare(company)
      return withServer(company, () => poster(company, tokens, Link.split('#')[1]!, { customers, seconds }))
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepare(company: Company) {
  const server = await startServer(loadConfig(company.env), { dev: false, log: () => {} })
  try {
    await seedLargeCompany(company.client, { customers: MEMBERS, sales: MEMBERS * 2 }, (text) =>
      console.log(`  ${text}`),
    )
    company.subjects.push(...(await subjectsOf(company.client)))
    const tokens = await signIn(company.env)
    const passcode = await call('/passcodes/add', { Purpose: 'New Customer', ManyYN: 'Y' }, { token: tokens.staff })
    return { tokens, Link: passcode.Link as string }
  } finally {
    await server.stop()
  }
}

/** Sends the requests of a phone from the QR code to the form, and returns their durations. */
async function comeIn(Token: string, address: string, times: number[], faults: string[]) {
  const ask = async (path: string, more: RequestInit & { headers?: Record<string, string> } = {}) => {
    const begun = performance.now()
    const reply = await fetch(`${ORIGIN}${path}`, {
      ...more,
      headers: { 'x-forwarded-for': address, ...more.headers },
    })
    const text = await reply.text()
    times.push(performance.now() - begun)
    if (!reply.ok) faults.push(`${path}: ${reply.status}`)
    return text
  }
  const document = await ask('/self-service')
  const files = [...document.matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)].map(([, file]) => `/${file}`)
  await Promise.all(files.map((file) => ask(file)))
  const validated = await ask(`${API_BASE}/passcodes/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Token }),
  })
  const { Visit } = JSON.parse(validated) as { Visit?: { access_token: string } }
  const headers = { authorization: `Bearer ${Visit?.access_token}` }
  await ask(`${API_BASE}/customer/visit`, { headers })
  await ask(`${API_BASE}/customer/self-service/form?LanguageCode=en`, { headers })
}

const lookUps = ({ subjects }: Company, tokens: Tokens, seconds: number) =>
  runInThread<CallStatistics>('till.ts', {
    ...{ call: 'look-up', port: PORT, token: tokens.staff, subjects, connections: TILLS, seconds, run: 'L' },
  } satisfies LoadThreadInput)

async function poster(company: Company, tokens: Tokens, Token: string, { customers, seconds }: Crowd) {
  await lookUps(company, tokens, 3)
  const alone = await lookUps(company, tokens, Math.min(15, seconds))
  const times: number[] = []
  const faults: string[] = []
  const beside = lookUps(company, tokens, seconds)
  const all = Array.from({ length: customers }, async (_, number) => {
    await sleep((number * seconds * 1000) / customers)
    await comeIn(Token, `10.9.${number >> 8}.${number & 255}`, times, faults).catch(
      (error: unknown) => void faults.push(String(error)),
    )
  })
  await Promise.all(all)
  const during = await beside
  for (const fault of new Set(faults)) console.log(`  ${fault}`)
  const wait = (list: number[], share: number) => `${percentile(list, share).toFixed(1)} ms`
  return [
    {
      name: `${customers} customers from as many addresses at one poster within ${seconds} s`,
      value: `${times.length} requests, ${faults.length} errors, p50 ${wait(times, 0.5)}, p95 ${wait(times, 0.95)}, slowest ${Math.max(...times).toFixed(0)} ms`,
      goal: 'no error, p95 under 500 ms',
    },
    {
      name: `Look-ups of ${TILLS} tills beside them`,
      value: `p50 ${wait(during.times, 0.5)}, p95 ${wait(during.times, 0.95)}; alone ${wait(alone.times, 0.5)}, ${wait(alone.times, 0.95)}; ${(median(during.times) / median(alone.times)).toFixed(2)} times`,
      goal: 'at most 1.5 times',
    },
  ]
}
