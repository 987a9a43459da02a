import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { settingValueOrDefault } from '#areas/setup/server/index.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { webClientOfRequest } from '#kit/server/call-ctx.ts'
import { businessDate, type Clock } from '#kit/server/clock.ts'
import type { Actor } from '#kit/server/ctx.ts'
import type { Database } from '#kit/server/database.ts'
import { isOpenToSelfService } from '#kit/server/may-call.ts'
import { callsWithoutPasskey, passkeyRefusals } from '../contract/passkeys.ts'
import * as contract from '../contract.ts'
import { isReportsOnlyAccount } from '../roles.ts'
import { refusalOfEndedSession } from './end-reasons.ts'
import { isAddressInNetworks } from './networks.ts'
import { customerCookieName, sessionCookieName } from './open-session.ts'
import { type PasskeyDuty, passkeyDutyOf } from './passkeys/passkey-duty.ts'
import { hashSessionToken } from './tokens.ts'

const CACHE_TTL_MS = 5_000
const CACHE_MAX = 10_000
const TOUCH_EVERY_MS = 60_000
// The time limit is shorter than that of a call, so that lookup and call together take less than 3 s.
const LOOKUP_TIMEOUT_MS = 1_500

type Options = {
  database: Database
  clock: Clock
  publicUrl: string | null
  timeZone: string
}

/** The cache omits ended sessions, because these rarely send calls. */
type EndedSession = { ended: { reason: string | null; at: string; by: string | null } }
type CachedSession = {
  actor: Actor
  lastSeen: number
  expires: number
  idleMs: number
  /** The networks from which a system account may make calls. An empty list allows all networks. */
  networks: readonly string[]
  /** The last day on which a system account may make calls. */
  endsOn: string | null
  passkeyDuty: PasskeyDuty
  loadedAt: number
}

/**
 * Finds the caller of a request by the session. Sessions are cached for at most 5 seconds.
 * Every transaction checks that the session is still valid (access_check), so outdated cache entries have no effect.
 */
export function createSessionActorCache({ database, clock, publicUrl, timeZone }: Options) {
  const sessions = new Map<string, CachedSession>()
  const loading = new Map<string, Promise<CachedSession | EndedSession | undefined>>()
  const cookieNames = { web: sessionCookieName(publicUrl), 'self-service': customerCookieName(publicUrl) }

  async function find(hash: Buffer, bypassCache: boolean): Promise<CachedSession | EndedSession | undefined> {
    const key = hash.toString('base64')
    const cached = sessions.get(key)
    if (!bypassCache && cached && performance.now() - cached.loadedAt < CACHE_TTL_MS) return cached
    sessions.delete(key)
    // The calls of one page arrive together, so they share one query for the session.
    const pendingLoad = bypassCache ? undefined : loading.get(key)
    if (pendingLoad) return pendingLoad
    const loadPromise = load(database, hash).finally(() => loading.delete(key))
    loading.set(key, loadPromise)
    const session = await loadPromise
    if (session && 'actor' in session) {
      if (sessions.size >= CACHE_MAX) sessions.delete(sessions.keys().next().value!)
      sessions.set(key, session)
    }
    return session
  }

  /** Checks idle time, age and last day of a session. Records the use of the session at most once a minute. */
  function isAlive(session: CachedSession) {
    const now = clock().getTime()
    if (now >= session.expires || now - session.lastSeen >= session.idleMs) return false
    if (session.endsOn !== null && session.endsOn < businessDate(new Date(now), timeZone)) return false
    if (now - session.lastSeen >= TOUCH_EVERY_MS) {
      session.lastSeen = now
      touch(database, session.actor.sessionId!, new Date(now))
    }
    return true
  }

  async function actorOf(
    request: FastifyRequest,
    endpoint: Pick<Endpoint, 'access' | 'path'>,
    bypassCache = false,
  ): Promise<Actor | undefined> {
    const bearer = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = bearer ?? request.cookies[cookieNames[webClientOfRequest(request) ?? 'web']]
    const hash = token === undefined ? undefined : hashSessionToken(token)
    if (!hash) return undefined
    if (bearer === undefined && !isSameOrigin(request, publicUrl)) {
      if (endpoint.access === 'public') return undefined
      throw contract.accessRefusals.wrongOrigin()
    }
    const session = await find(hash, bypassCache)
    if (session && 'ended' in session) {
      const why = endpoint.access === 'public' ? undefined : refusalOfEndedSession(session.ended, timeZone)
      if (why) throw why
      return undefined
    }
    if (!session || !isAlive(session)) return undefined
    if (endpoint.access !== 'public') assertPasskeyDutyMet(session.passkeyDuty, endpoint.path)
    if (!isAddressInNetworks(request.ip, session.networks)) throw contract.accessRefusals.otherNetwork()
    // A customer session is valid for self-service only; staff calls treat the session as absent.
    const counts =
      session.actor.kind !== 'customer' || endpoint.access === 'public' || isOpenToSelfService(endpoint.access)
    return counts ? session.actor : undefined
  }

  /** Removes sessions from the cache after this or another process has ended a session or changed an account. */
  function forget(kind: 'session' | 'user', id: string) {
    for (const [key, { actor }] of sessions) {
      if (String(kind === 'session' ? actor.sessionId : actor.userId) === id) sessions.delete(key)
    }
  }

  return { actorOf, forget }
}

/** An approver without the required passkey can only add one. */
function assertPasskeyDutyMet(duty: PasskeyDuty, path: string) {
  if (duty === 'use') throw passkeyRefusals.signInWithPasskey()
  if (duty === 'add' && !callsWithoutPasskey.has(path)) throw passkeyRefusals.passkeyRequired()
}

/** Calls that change data must come from our own pages, because browsers send the cookie with requests of any site. */
function isSameOrigin(request: FastifyRequest, publicUrl: string | null) {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  if (webClientOfRequest(request) === undefined) return false
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function touch(database: Database, sessionId: number, now: Date) {
  const text = 'update session set last_seen_at = $2 where session_id = $1 and last_seen_at < $2 and ended_at is null'
  // A failed update is ignored: the next call within a minute tries again, and the session can only end early.
  const query = { text, values: [sessionId, now], query_timeout: LOOKUP_TIMEOUT_MS } as pg.QueryConfig
  database.pool.query(query).catch(() => {})
}

async function load({ pool }: Database, hash: Buffer): Promise<CachedSession | EndedSession | undefined> {
  const loadedAt = performance.now()
  const { rows } = await pool.query<Row>({
    text: sessionByToken,
    values: [hash],
    query_timeout: LOOKUP_TIMEOUT_MS,
  } as pg.QueryConfig)
  const row = rows[0]
  if (!row) return undefined
  // A user with the token of an ended session learns who ended the session; a program learns nothing and signs in again.
  if (row.ended_at !== null)
    return row.audience === 'system'
      ? undefined
      : { ended: { reason: row.end_reason, at: row.ended_at, by: row.ended_by } }
  const actor: Actor = {
    kind: row.audience,
    userId: row.user_id,
    customerId: row.customer_id,
    staffId: row.staff_id,
    name: row.preferred_name ?? row.username ?? 'customer',
    roles: new Set(row.roles),
    privileges: new Set(row.privileges),
    scopes: new Set(
      row.session_scopes ? row.scopes?.filter((scope) => row.session_scopes!.includes(scope)) : row.scopes,
    ),
    outletCode: row.outlet_codes.length === 1 ? row.outlet_codes[0]! : row.code,
    outletCodes: row.outlet_codes,
    buildingId: row.building_id,
    isHQ: row.code === HQ_CODE,
    isReader: row.audience === 'staff' && isReportsOnlyAccount(row.roles),
    sessionId: row.session_id,
    sessionLabel: row.label,
    accessVersion: row.access_version,
    callsPerMinute: row.calls_per_minute,
  }
  // The current settings also apply to sessions that began under earlier settings.
  const hours = settingValueOrDefault('access.sessionHours', row.session_hours) as number
  const longest = row.audience === 'staff' ? Date.parse(row.created_at) + hours * 3_600_000 : Number.POSITIVE_INFINITY
  return {
    actor,
    lastSeen: Date.parse(row.last_seen_at),
    expires: Math.min(Date.parse(row.expires_at), longest),
    idleMs: (row.idle_seconds ?? (settingValueOrDefault('access.idleMinutes', row.idle_minutes) as number) * 60) * 1000,
    networks: row.networks ?? [],
    endsOn: row.ends_on,
    passkeyDuty: passkeyDutyOf({
      isRequired: settingValueOrDefault('access.passkeyForApprovers', row.passkey_required) as boolean,
      privileges: row.audience === 'staff' ? row.privileges : [],
      hasPasskey: row.has_passkey,
      usedPasskey: row.passkey_id !== null,
    }),
    loadedAt,
  }
}

type Row = {
  session_id: number
  audience: 'staff' | 'system' | 'customer'
  label: string
  user_id: number | null
  customer_id: number | null
  idle_seconds: number | null
  created_at: string
  last_seen_at: string
  expires_at: string
  idle_minutes: unknown
  session_hours: unknown
  passkey_required: unknown
  passkey_id: number | null
  has_passkey: boolean
  access_version: number
  ended_at: string | null
  end_reason: string | null
  ended_by: string | null
  calls_per_minute: number | null
  username: string | null
  scopes: string[] | null
  session_scopes: string[] | null
  networks: string[] | null
  ends_on: string | null
  staff_id: number | null
  preferred_name: string | null
  building_id: number | null
  code: string | null
  roles: string[]
  privileges: string[]
  outlet_codes: string[]
}

const sessionByToken = `
  select s.session_id, s.audience, s.label, s.user_id, s.customer_id, s.idle_seconds, s.created_at, s.last_seen_at, s.expires_at,
    (select value from setting where name = 'access.idleMinutes') as idle_minutes,
    (select value from setting where name = 'access.sessionHours') as session_hours,
    (select value from setting where name = 'access.passkeyForApprovers') as passkey_required,
    s.passkey_id, exists (select from passkey where passkey.user_id = s.user_id) as has_passkey, coalesce(u.access_version, 0) as access_version,
    s.ended_at, s.end_reason, coalesce(by_staff.full_name, by_user.username) as ended_by,
    u.calls_per_minute, u.username, u.scopes, s.scopes as session_scopes, u.networks, u.ends_on, st.staff_id, st.preferred_name, b.building_id, b.code,
    array(select role from user_role r where r.user_id = s.user_id) as roles,
    array(select privilege from user_privilege p where p.user_id = s.user_id) as privileges,
    array(select outlet_code from user_outlet o where o.user_id = s.user_id order by outlet_code) as outlet_codes
  from session s
    left join user_account u using (user_id)
    left join staff st using (staff_id)
    left join building b on b.building_id = st.building_id
    left join user_account by_user on by_user.user_id = s.ended_by_id
    left join staff by_staff on by_staff.staff_id = by_user.staff_id
  where s.token_hash = $1 and (s.ended_at is not null or coalesce(u.status, 'Active') = 'Active' and coalesce(st.status, 'Active') = 'Active')`
