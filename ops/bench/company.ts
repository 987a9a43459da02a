import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { openClient } from '#kit/server/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { freePort } from '../faults/world.ts'
import type { CallSubject, CounterCall } from './calls.ts'
import { spawnServer } from './spawn-server.ts'

// Provides a company in a separate database, the measured server, and threads that call the server.

export const CONNECTIONS = 32
export const PORT = await freePort()

export type Company = { postgres: EmbeddedPostgres; env: NodeJS.ProcessEnv; client: pg.Client; subjects: CallSubject[] }
export type Tokens = Record<CounterCall['as'], string>
export type CallStatistics = { times: number[]; statuses: Record<string, number> }

export async function withCompany<Result>(
  dataDir: string,
  settings: Record<string, string>,
  work: (company: Company) => Promise<Result>,
) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const client = await openClient(postgres.url, 'carat bench')
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: String(PORT),
    LOG_LEVEL: 'warn',
  }
  try {
    return await work({ postgres, env, client, subjects: await subjectsOf(client).catch(() => []) })
  } finally {
    await client.end()
    await postgres.stop()
  }
}

export async function withServer<Result>(company: Company, work: (server: ChildProcess) => Promise<Result>) {
  const server = spawnServer(company.env)
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    await untilReady()
    return await work(server)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function untilReady() {
  for (let attempts = 0; attempts < 3_000; attempts++) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not start')
}

/** Returns members with a redeemable lot. */
export async function subjectsOf(client: pg.Client) {
  const { rows } = await client.query<CallSubject>(
    `select distinct on (md5(membership_no)) membership_no as member, customer_id::int as customer, full_name as name, history_id::int as lot
     from membership join customer using (customer_id) join point_history using (membership_no)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and point_history.point_amount > 50
       and point_history.point_utilized = 0 and point_history.expiry_date > now() + interval '30 days'
     order by md5(membership_no), point_amount desc limit 20000`,
  )
  return rows
}

export async function signIn(env: NodeJS.ProcessEnv): Promise<Tokens> {
  const ClientSecret = readFileSync(join(env.DATA_DIR!, 'secrets', 'pos'), 'utf8').trim()
  const till = await call('/auth/system/sign-in', { ClientId: 'pos', ClientSecret })
  return { till: till.access_token as string, staff: await signInAs('hq') }
}

/** Signs in a demo user with the code from the mail. */
export async function signInAs(Username: string): Promise<string> {
  const { ChallengeId } = await call('/auth/sign-in', { Username, Password: 'diamond-counter-42' })
  const inbox = (await (await fetch(`http://127.0.0.1:${PORT}${API_BASE}/dev/outbox`)).json()) as { Body: string }[]
  const Code = /\b\d{6}\b/.exec(inbox[0]!.Body)![0]
  return (await call('/auth/sign-in/verify', { ChallengeId, Code })).access_token as string
}

/** Creates accounts with the rights of the head office user. Returns their tokens. */
export async function addColleagues(client: pg.Client, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `bench.${index + 1}`)
  await client.query(
    `with hq as (select a.*, s.full_name, s.staff_type, s.building_id from user_account a join staff s using (staff_id) where a.username = 'hq'),
     new_name as (select name from unnest($1::text[]) name where not exists (select from user_account where username = name)),
     person as (
       insert into staff (full_name, preferred_name, email, staff_type, building_id)
       select name, name, name || '@example.com', staff_type, building_id from new_name, hq returning staff_id, preferred_name
     ),
     account as (
       insert into user_account (kind, username, staff_id, password_hash, password_changed_at)
       select 'Staff', person.preferred_name, person.staff_id, hq.password_hash, now() from person, hq returning user_id
     ),
     roles as (insert into user_role (user_id, role) select account.user_id, role from account, hq join user_role using (user_id))
     insert into user_privilege (user_id, privilege) select account.user_id, privilege from account, hq join user_privilege using (user_id)`,
    [names],
  )
  const tokens: string[] = []
  for (const name of names) tokens.push(await signInAs(name))
  return tokens
}

export async function call(path: string, input: object, { token, key }: { token?: string; key?: string } = {}) {
  const reply = await fetch(`http://127.0.0.1:${PORT}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(input),
  })
  const body = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(body)}`)
  return body
}

export function runInThread<Result>(file: string, workerData: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
