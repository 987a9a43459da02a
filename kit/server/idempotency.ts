import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Db } from './ctx.ts'
import { refusals } from './errors.ts'
import type { AtEnd } from './transaction.ts'

type IdempotencyKey = { owner: string; key: string; path: string }

/** The Idempotency-Key of a request, or of a part of a batch. Keys of different callers are independent. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  actor: Actor,
  endpoint: Endpoint,
  key = request.headers['idempotency-key'],
): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal(400, refusals.invalid.code, 'Idempotency-Key must be 1 to 200 visible characters')
  // A phone may change networks between two attempts; its session stays.
  const caller = actor.userId ?? (actor.sessionId === null ? request.ip : `session ${actor.sessionId}`)
  return { owner: `${actor.kind}:${caller}`, key, path: endpoint.path }
}

type Answer = { status: number; body: unknown }

/**
 * Runs `work` under a key. The same key with the same body replays the first reply; with another body it is refused. Key,
 * effects and reply are stored in one transaction, so that a lost reply can be requested again.
 *
 * The reservation is sent together with the first statement of the work. That is safe because the work has no effects
 * outside the transaction: if the key was taken, everything is rolled back.
 */
export async function reserveKey(
  db: Db,
  key: IdempotencyKey,
  input: unknown,
  now: Date,
  work: () => Promise<Answer>,
  atEnd: (add: AtEnd) => void,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const { owner, path } = key
  const reservation = sql<{ Taken: boolean }>`
    insert into idempotency_key (owner, key, path, body_hash, created_at) values (${owner}, ${key.key}, ${path}, ${hash}, ${now})
    on conflict (owner, key) do nothing returning false as taken`.execute(db)
  const pendingOutcome = work().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  const reserved = await reservation
  const outcome = await pendingOutcome
  if (reserved.rows.length === 0) throw new Replay(key, hash)
  if ('error' in outcome) throw outcome.error
  const { status, body } = outcome.answer
  atEnd((add) =>
    add('update idempotency_key set status = $3, reply = $4 where owner = $1 and key = $2', [
      owner,
      key.key,
      status,
      JSON.stringify(body),
    ]),
  )
  return outcome.answer
}

/** Thrown to roll back a repeated call; the stored reply is sent instead. */
export class Replay extends Error {
  readonly key: IdempotencyKey
  readonly hash: string

  constructor(key: IdempotencyKey, hash: string) {
    super('replay')
    this.key = key
    this.hash = hash
  }
}

/** Reads the stored reply. Refuses a key that was used with another body or for another call. */
export async function readReplayedAnswer(db: Db, { key, hash }: Replay): Promise<Answer> {
  const { rows } = await sql<{ Path: string; BodyHash: string; Status: number | null; Reply: unknown }>`
    select path, body_hash, status, reply from idempotency_key where owner = ${key.owner} and key = ${key.key}`.execute(
    db,
  )
  const first = rows[0]
  if (!first || first.Path !== key.path || first.BodyHash !== hash) throw refusals.keyReused()
  return { status: first.Status ?? 200, body: first.Reply }
}
