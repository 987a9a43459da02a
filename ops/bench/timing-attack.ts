import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Company, call, PORT, signIn, withCompany, withServer } from './company.ts'
import { type Figure, median, percentile } from './figures.ts'

// Tests for timing attacks: response times of public calls must not reveal whether a number, address or name is known.
// Known and unknown values alternate, each from its own IP address.

const ORIGIN = `http://127.0.0.1:${PORT}`
const WARM_UP = 50
/** The share of samples for slow calls, which are password checks and registrations. */
const SLOW_SHARE = 0.2

type Subject = { customer: number; member: string; identity: string }
type TimingTest = { name: string; samples: number; known: PrepareRequest; unknown: PrepareRequest }
/** Prepares the unmeasured part and returns the request to measure. */
type PrepareRequest = (round: number) => Promise<Request> | Request
type Request = { path: string; body: object; token?: string }

export async function benchTimingAttack(samples: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  try {
    return await withCompany(dataDir, {}, async (baseCompany) => {
      // Each request has its own IP address.
      const company = { ...baseCompany, env: { ...baseCompany.env, TRUST_PROXY: '127.0.0.1' } }
      const Link = await prepare(company, samples)
      return withServer(company, async () => {
        const figures: Figure[] = []
        for (const asking of await questions(company, Link.split('#')[1]!, samples)) figures.push(await measure(asking))
        return figures
      })
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepare({ env, client }: Company, samples: number) {
  const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
  try {
    const customers = samples + 1_000
    await seedLargeCompany(client, { customers, sales: customers }, (text) => console.log(`  ${text}`))
    // Create enough staff accounts for all password resets.
    await client.query(
      `with person as (
         insert into staff (full_name, preferred_name, email, staff_type, building_id)
         select 'Staff ' || n, 'Staff ' || n, 'b' || n || '@staff.example', 'HQ', (select building_id from building where code = 'HQ')
         from generate_series(1, $1::int) n returning staff_id, email)
       insert into user_account (username, kind, staff_id, password_hash)
       select 'staff.' || split_part(email, '@', 1), 'Staff', staff_id, (select password_hash from user_account where username = 'hq') from person`,
      [samples / 2 + WARM_UP],
    )
    const { staff } = await signIn(env)
    return (await call('/passcodes/add', { Purpose: 'New Customer', ManyYN: 'Y' }, { token: staff })).Link as string
  } finally {
    await server.stop()
  }
}

async function questions({ client }: Company, Token: string, samples: number): Promise<TimingTest[]> {
  const { rows } = await client.query<Subject>(
    `select customer_id as customer, membership_no as member, id_no as identity from membership join customer using (customer_id)
     where customer.status = 'Active' and email is not null and id_type = 'Other' order by md5(membership_no) limit $1`,
    [samples],
  )
  // Numbers that are similar to real ones but do not exist.
  const unknownMember = (round: number) => `JC9${String(10_000_000 + round).slice(1)}9`
  const unknownIdNo = (round: number) => `N${String(10_000_000_000 + round).slice(1)}`
  const code = (Identifier: string): Request => ({ path: '/auth/customer/code', body: { Identifier } })
  const wrong = async (Identifier: string): Promise<Request> => {
    const challenge = (await (await send(code(Identifier))).json()) as { ChallengeId: string }
    return { path: '/auth/customer/sign-in', body: { Identifier, ChallengeId: challenge.ChallengeId, Code: '000000' } }
  }
  const forgot = (Username: string): Request => ({ path: '/auth/forgot-password', body: { Username } })
  const password = (Username: string): Request => ({
    path: '/auth/sign-in',
    body: { Username, Password: 'none of theirs' },
  })
  const form = async (round: number, IdNo: string): Promise<Request> => {
    const validated = (await (await send({ path: '/passcodes/validate', body: { Token } })).json()) as {
      Visit: { access_token: string }
    }
    return {
      path: '/customer/customers/self-service',
      token: validated.Visit.access_token,
      body: {
        FullName: `Tan Mei Ling ${round}`,
        IdType: 'Other',
        IdNo,
        ContactNo: `+60129${String(1_000_000 + round)}`,
        Language: 'English',
        IdNotGivenYN: 'N',
        Consents: [{ Channel: 'Service', GrantedYN: 'Y', WordingVersion: '1' }],
      },
    }
  }
  const slowSamples = Math.floor(samples * SLOW_SHARE)
  return [
    {
      name: 'A sign-in code for a known and an unknown member',
      samples,
      known: (turn) => code(rows[turn]!.member),
      unknown: (turn) => code(unknownMember(turn)),
    },
    {
      name: 'A wrong code for a known and an unknown member',
      samples: slowSamples,
      known: (turn) => wrong(rows[rows.length - 1 - turn]!.member),
      unknown: (turn) => wrong(unknownMember(500_000 + turn)),
    },
    {
      name: 'A password reset for a known and an unknown user name',
      samples,
      known: (turn) => forgot(`staff.b${turn + 1}`),
      unknown: (turn) => forgot(`staff.x${turn + 1}`),
    },
    {
      name: 'A wrong password for a known and an unknown user name',
      samples: slowSamples,
      known: (turn) => password(`staff.b${turn + 1}`),
      unknown: (turn) => password(`staff.x${turn + 1}`),
    },
    {
      name: 'A registration with a known and a new identity number',
      samples: slowSamples,
      known: (turn) => form(turn, rows[turn]!.identity),
      unknown: (turn) => form(turn, unknownIdNo(turn)),
    },
  ]
}

let requestCount = 0
function send({ path, body, token }: Request) {
  requestCount++
  return fetch(`${ORIGIN}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${20 + (requestCount >> 16)}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}

async function measure({ name, samples, known, unknown }: TimingTest): Promise<Figure> {
  const times: Times = { known: [], unknown: [] }
  const answers = new Set<string>()
  const ask = async (make: PrepareRequest, round: number, into: number[] | undefined) => {
    const request = await make(round)
    const begun = performance.now()
    const reply = await send(request)
    const body = (await reply.json()) as object
    into?.push(performance.now() - begun)
    answers.add(`${reply.status} ${Object.keys(body).sort().join(' ')}`)
  }
  for (let turn = 0; turn < Math.floor(samples / 2) + WARM_UP; turn++) {
    const isCounted = turn >= WARM_UP
    const requests = [
      () => ask(known, turn, isCounted ? times.known : undefined),
      () => ask(unknown, turn, isCounted ? times.unknown : undefined),
    ]
    // Alternate the order, so that side effects of one request affect both alike.
    for (const one of turn % 2 === 0 ? requests : requests.reverse()) await one()
  }
  const of = (figure: (list: number[]) => number) =>
    `${figure(times.known).toFixed(2)} and ${figure(times.unknown).toFixed(2)} ms`
  const gap = mean(times.known) - mean(times.unknown)
  return {
    name: `${name}, ${times.known.length + times.unknown.length} samples`,
    value: `p50 ${of(median)}, p95 ${of((list) => percentile(list, 0.95))}, mean ${of(mean)}, ${gap.toFixed(3)} ms apart; a guess by the best bound is right ${(100 * guessAccuracy(times)).toFixed(1)} times of 100, by rank ${(100 * slowerProbability(times)).toFixed(1)}; answered ${[...answers].join(', and ')}`,
    goal: 'one answer, 52 of 100',
  }
}

type Times = { known: number[]; unknown: number[] }

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the accuracy of guessing by a time threshold, chosen on one half of the samples and tested on the other. */
function guessAccuracy({ known, unknown }: Times) {
  const half = (list: number[], odd: number) => list.filter((_, index) => index % 2 === odd)
  const share = (list: number[], bound: number) => list.filter((time) => time > bound).length / list.length
  const right = (odd: number, bound: number) =>
    (1 + share(half(known, odd), bound) - share(half(unknown, odd), bound)) / 2
  const all = [...half(known, 0), ...half(unknown, 0)].sort((one, other) => one - other)
  const bounds = Array.from({ length: 199 }, (_, step) => all[Math.floor((all.length * (step + 1)) / 200)]!)
  const best = bounds.reduce((best, bound) =>
    Math.abs(right(0, bound) - 0.5) > Math.abs(right(0, best) - 0.5) ? bound : best,
  )
  return right(0, best) >= 0.5 ? right(1, best) : 1 - right(1, best)
}

/** Returns the probability that the slower of two replies is the known one. With 0.5, times reveal nothing. */
function slowerProbability({ known, unknown }: Times) {
  const all = [...known.map((time) => [time, 1] as const), ...unknown.map((time) => [time, 0] as const)]
  all.sort(([one], [other]) => one - other)
  const ranks = all.reduce((sum, [, isKnown], index) => sum + (isKnown ? index + 1 : 0), 0)
  const share = (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length)
  return Math.max(share, 1 - share)
}
