import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeLarge } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { buildWeb, webIsBuilt } from '../../scripts/web-build.ts'
import {
  type Answers,
  type Company,
  call,
  inCompany,
  inThread,
  PORT,
  signIn,
  subjectsOf,
  type Tokens,
  withServer,
} from './company.ts'
import { type Figure, median, percentile } from './figures.ts'
import type { Till } from './till.ts'

// Many customers at once on the public pages of one process, beside a counter that works on; and whether the time of an answer tells
// who is a member.

const TILLS = 4
const ORIGIN = `http://127.0.0.1:${PORT}`

type Crowd = { customers: number; seconds: number; samples: number }

export async function benchCrowd({ customers, seconds, samples }: Crowd): Promise<Figure[]> {
  if (!webIsBuilt()) await buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  try {
    return await inCompany(dataDir, {}, async (made) => {
      // Each customer of the measurement comes from an address of its own.
      const company = { ...made, env: { ...made.env, TRUST_PROXY: '127.0.0.1' } }
      const { tokens, Link } = await prepare(company, samples)
      return withServer(company, async () => [
        ...(await poster(company, tokens, Link.split('#')[1]!, { customers, seconds })),
        ...(await knownAndUnknown(company, samples)),
      ])
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepare(company: Company, samples: number) {
  const server = await startServer(loadConfig(company.env), { dev: false, log: () => {} })
  try {
    const members = Math.max(5_000, samples)
    await writeLarge(company.client, { customers: members, sales: members * 2 }, (text) => console.log(`  ${text}`))
    company.subjects.push(...(await subjectsOf(company.client)))
    const tokens = await signIn(company.env)
    const made = await call('/passcodes/add', { Purpose: 'New Customer', ManyYN: 'Y' }, { token: tokens.staff })
    return { tokens, Link: made.Link as string }
  } finally {
    await server.stop()
  }
}

/** All that a phone asks for from the QR to the form, and how long each answer took. */
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
  const opened = await ask(`${API_BASE}/passcodes/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Token }),
  })
  const { Visit } = JSON.parse(opened) as { Visit?: { access_token: string } }
  const headers = { authorization: `Bearer ${Visit?.access_token}` }
  await ask(`${API_BASE}/customer/visit`, { headers })
  await ask(`${API_BASE}/customer/self-service/form?LanguageCode=en`, { headers })
}

const lookUps = ({ subjects }: Company, tokens: Tokens, seconds: number) =>
  inThread<Answers>('till.ts', {
    ...{ call: 'look-up', port: PORT, token: tokens.staff, subjects, connections: TILLS, seconds, run: 'L' },
  } satisfies Till)

async function poster(company: Company, tokens: Tokens, Token: string, { customers, seconds }: Omit<Crowd, 'samples'>) {
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

/** Codes asked for members and for nobody, in turns, each from an address of its own. */
async function knownAndUnknown({ client }: Company, samples: number): Promise<Figure[]> {
  const { rows } = await client.query<{ no: string }>(
    `select membership_no as no from membership join customer using (customer_id)
     where customer.status = 'Active' and email is not null order by md5(membership_no) limit $1`,
    [Math.floor(samples / 2) + WARM_UP],
  )
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const answers = new Set<string>()
  let asked = 0
  const ask = async (Identifier: string, into: number[] | undefined) => {
    asked++
    const begun = performance.now()
    const reply = await fetch(`${ORIGIN}${API_BASE}/auth/customer/code`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${20 + (asked >> 16)}.${(asked >> 8) & 255}.${asked & 255}`,
      },
      body: JSON.stringify({ Identifier }),
    })
    const body = (await reply.json()) as object
    into?.push(performance.now() - begun)
    answers.add(`${reply.status} ${Object.keys(body).sort().join(' ')}`)
  }
  for (const [turn, { no }] of rows.entries()) {
    const counted = turn >= WARM_UP
    const nobody = `JC9${String(10_000_000 + turn).slice(1)}9`
    const known = () => ask(no, counted ? times.known : undefined)
    const unknown = () => ask(nobody, counted ? times.unknown : undefined)
    // Who comes first changes, so that what the one leaves behind falls on both.
    for (const one of turn % 2 === 0 ? [known, unknown] : [unknown, known]) await one()
  }
  const gap = median(times.known) - median(times.unknown)
  const both = (share: number) =>
    `${percentile(times.known, share).toFixed(2)} and ${percentile(times.unknown, share).toFixed(2)} ms`
  return [
    {
      name: `A code for a member and for nobody, ${times.known.length + times.unknown.length} samples`,
      value: `p50 ${both(0.5)}, p95 ${both(0.95)}, gap ${gap.toFixed(2)} ms; a guess by time is right ${(100 * guessed(times)).toFixed(1)} times of 100; ${answers.size === 1 ? 'one answer' : [...answers].join(', ')}`,
      goal: 'one answer, gap under 15 ms, 50 of 100',
    },
  ]
}

const WARM_UP = 50

/** How often the slower of two answers is the member's: one half where time tells nothing. */
function guessed({ known, unknown }: { known: number[]; unknown: number[] }) {
  const all = [...known.map((time) => [time, 1] as const), ...unknown.map((time) => [time, 0] as const)]
  all.sort(([one], [other]) => one - other)
  const ranks = all.reduce((sum, [, isKnown], place) => sum + (isKnown ? place + 1 : 0), 0)
  const share = (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length)
  return Math.max(share, 1 - share)
}
