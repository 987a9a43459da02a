import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Actor, Db } from './ctx.ts'
import { kitRefusals } from './errors.ts'
import type { BeforeCommitCallback } from './transaction.ts'

type IdempotencyKey = { owner: string; key: string; path: string }

/** The Idempotency-Key of a request, or of one call in a batch. Each caller has a separate set of keys. */
export function idempotencyKeyOf(
  request: FastifyRequest,
  actor: Actor,
  endpoint: Endpoint,
  key = request.headers['idempotency-key'],
): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal(400, kitRefusals.invalid.code, 'Idempotency-Key must be 1 to 200 visible characters')
  // Identifies the caller by the session and not by the IP address, because a phone may change networks between attempts.
  const caller = actor.userId ?? (actor.sessionId === null ? request.ip : `session ${actor.sessionId}`)
  return { owner: `${actor.kind}:${caller}`, key, path: endpoint.path }
}

type Answer = { status: number; body: unknown }

/**
 * Runs `work` under an idempotency key. A repeated key returns the first reply, or an error if the body differs.
 * Stores key, effects and reply in one transaction, so that a caller who lost the reply can request it again.
 * Sends the reservation of the key together with the first statement of the work, which saves a round trip.
 * This order is safe, because a key that an earlier request has used rolls everything back.
 */
export async function runWithIdempotencyKey(
  db: Db,
  key: IdempotencyKey,
  input: unknown,
  now: Date,
  work: () => Promise<Answer>,
  atEnd: (add: BeforeCommitCallback) => void,
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
  if (reserved.rows.length === 0) throw new RepeatedCallError(key, hash)
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

/** Thrown to roll back a repeated call. The caller then gets the stored reply. */
export class RepeatedCallError extends Error {
  readonly key: IdempotencyKey
  readonly hash: string

  constructor(key: IdempotencyKey, hash: string) {
    super('replay')
    this.key = key
    this.hash = hash
  }
}

/** Reads the stored reply. Refuses a key that was used with another body or for another call. */
export async function readStoredAnswer(db: Db, { key, hash }: RepeatedCallError): Promise<Answer> {
  const { rows } = await sql<{ Path: string; BodyHash: string; Status: number | null; Reply: unknown }>`
    select path, body_hash, status, reply from idempotency_key where owner = ${key.owner} and key = ${key.key}`.execute(
    db,
  )
  const first = rows[0]
  if (!first || first.Path !== key.path || first.BodyHash !== hash) throw kitRefusals.keyReused()
  return { status: first.Status ?? 200, body: first.Reply }
}
