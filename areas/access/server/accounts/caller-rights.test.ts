import { describe, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { addPasscode } from '#areas/self-service/contract/passcodes.ts'
import { deleteStaff, restoreStaff, updateStaff } from '#areas/staff/contract/people.ts'
import { type Endpoint, scopesOfAccessRule } from '#kit/contract/endpoint.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { shapeOf } from '#tests/factories/generated-bodies.ts'
import { account } from '#tests/factories/people.ts'
import { createSignInAccount, signInAs } from '#tests/factories/sign-in.ts'
import { type Caller, hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { addUser, changeUserRights, disableUser, enableUser, updateUser } from '../../contract/accounts.ts'
import {
  addSystemAccount,
  disableSystemAccount,
  enableSystemAccount,
  issueScimToken,
  issueSystemCode,
  rotateSystemAccountSecret,
  updateSystemAccount,
} from '../../contract/system-accounts.ts'
import {
  addIdentity,
  endSession,
  endUserSessions,
  removeIdentity,
  requestPasswordReset,
  unlinkOwnIdentity,
  unlockAccount,
} from '../../contract.ts'
import {
  type Privilege,
  privileges,
  type Role,
  roles,
  rolesRequiredByScope,
  type Scope,
  systemAccountScopes,
} from '../../roles.ts'

// Checks one rule for every call that changes another user's account.
// The test finds these calls by contract fields that name an account, a member of staff, a session or an identity.
// Each call needs a case below.

const sso = { name: 'sso', issuer: 'https://sso.example', clientId: 'carat', clientSecret: 'x' } as const
const app = useApp({ signInProviders: [sso] })

type Target = { userId: number; staffId: number; sessionId: number; identityId: number }
type Case = { of?: 'System'; scope?: Scope; input: (target: Target) => object; prepare?: string }
const setStaffStatus = 'update staff set status = $2, updated_at = now() where staff_id = $1'

const cases = new Map<Endpoint, Case>([
  [requestPasswordReset, { input: ({ userId }) => ({ UserId: userId }) }],
  [unlockAccount, { input: ({ userId }) => ({ UserId: userId }) }],
  [endSession, { input: ({ sessionId }) => ({ SessionId: sessionId }) }],
  [endUserSessions, { input: ({ userId }) => ({ UserId: userId }) }],
  [updateUser, { input: ({ userId }) => ({ UserId: userId, Version: 1, Username: `renamed.${userId}` }) }],
  [disableUser, { input: ({ userId }) => ({ UserId: userId }) }],
  [enableUser, { input: ({ userId }) => ({ UserId: userId }), prepare: 'Disabled' }],
  [changeUserRights, { input: ({ userId }) => ({ UserIds: [userId], Take: { Roles: ['Lead Source'] } }) }],
  [updateSystemAccount, { of: 'System', input: ({ userId }) => ({ UserId: userId, Version: 1, DisplayName: 'Till' }) }],
  [issueSystemCode, { of: 'System', input: ({ userId }) => ({ UserId: userId }) }],
  [issueScimToken, { of: 'System', scope: 'scim', input: ({ userId }) => ({ UserId: userId, Days: 30 }) }],
  [rotateSystemAccountSecret, { of: 'System', input: ({ userId }) => ({ UserId: userId, GraceHours: 1 }) }],
  [disableSystemAccount, { of: 'System', input: ({ userId }) => ({ UserId: userId }) }],
  [enableSystemAccount, { of: 'System', input: ({ userId }) => ({ UserId: userId }), prepare: 'Disabled' }],
  [addIdentity, { input: ({ userId }) => ({ UserId: userId, Provider: 'sso', Subject: `subject ${userId}` }) }],
  [removeIdentity, { input: ({ identityId }) => ({ IdentityId: identityId }) }],
  [updateStaff, { input: ({ staffId }) => ({ StaffId: staffId, Version: 1, Email: `new${staffId}@carat.example` }) }],
  [deleteStaff, { input: ({ staffId }) => ({ StaffId: staffId }) }],
  [restoreStaff, { input: ({ staffId }) => ({ StaffId: staffId }), prepare: 'Deleted' }],
])

/** Calls that name an account but change no other user's account. */
const exempt = new Map<Endpoint, string>([
  [addUser, 'gives a member of staff who has no account one without any right'],
  [unlinkOwnIdentity, 'finds one’s own identities only'],
  [addPasscode, 'names who advises a newcomer, and touches no account'],
])

const targetFields = ['UserId', 'UserIds', 'StaffId', 'SessionId', 'IdentityId', 'Username']
const targetedCalls = jsonRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ kind, access }) => kind === 'change' && access !== 'public')
  .filter((endpoint) => Object.keys(shapeOf(endpoint).properties ?? {}).some((name) => targetFields.includes(name)))

test('rights: every call that refers to an account, staff member, session or identity is tested here', () => {
  const covered = new Set([...cases.keys(), ...exempt.keys(), addSystemAccount])
  expect(targetedCalls.filter((endpoint) => !covered.has(endpoint)).map(({ path }) => path)).toEqual([])
  expect(targetedCalls.length).toBeGreaterThan(cases.size)
})

/** A head office user with only the role and privilege of this call. */
const minimalCaller = ({ access }: Endpoint, extra: Partial<Caller> = {}): Caller => {
  const { role, privilege } = access as { role?: string | string[]; privilege?: string }
  const neededRole = role === undefined ? 'Dashboard' : [role].flat()[0]!
  return staffWith({
    outlet: 'HQ',
    roles: [neededRole as Role, ...((extra.roles as Role[]) ?? [])],
    // Without this privilege the call finds only the caller's own sessions.
    privileges: [(privilege ?? 'Force Logout') as Privilege, ...((extra.privileges as Privilege[]) ?? [])],
  })
}

async function createTarget(rights: Partial<Caller>, of: Case['of'], scope?: Scope): Promise<Target> {
  const scopes: Scope[] = ['sales:write', 'sales:cancel', ...(scope ? [scope] : [])]
  const caller = of === 'System' ? systemWith(...scopes) : staffWith(rights)
  const { userId, staffId } = await account(app.db, caller)
  const [session] = await app.sql<{ session_id: number }>(
    `insert into session (token_hash, audience, user_id, label, created_at, last_seen_at, expires_at)
     values (sha256(convert_to($1::text, 'UTF8')), $2, $1::text::bigint, 'of ' || $1::text, now(), now(), '2199-01-01') returning session_id`,
    userId,
    of === 'System' ? 'system' : 'staff',
  )
  const [identity] = await app.sql<{ identity_id: number }>(
    `insert into user_identity (user_id, provider, issuer, subject, linked_at) values ($1::text::bigint, 'google', 'https://g.example', 'g' || $1::text, now()) returning identity_id`,
    userId,
  )
  return { userId, staffId: staffId!, sessionId: session!.session_id, identityId: identity!.identity_id }
}

async function createPreparedTarget({ of, scope, prepare }: Case, rights: Partial<Caller>) {
  const target = await createTarget(rights, of, scope)
  if (prepare === 'Deleted') await app.sql(setStaffStatus, target.staffId, prepare)
  else if (prepare) await app.sql('update user_account set status = $2 where user_id = $1', target.userId, prepare)
  return target
}

const readState = ({ userId }: Target) =>
  app.sql(
    `select u.username, u.status, u.password_hash, st.status, st.email, (select count(*) from session where user_id = $1 and ended_at is null) as sessions,
       (select count(*) from user_identity where user_id = $1) as identities, (select count(*) from identity_request where user_id = $1) as requests,
       (select count(*) from password_link where user_id = $1) as links
     from user_account u left join staff st using (staff_id) where user_id = $1`,
    userId,
  )

describe('rights that a caller needs to change accounts', () => {
  const waivers: Partial<Caller> = { privileges: ['Waive Arrears'] }
  type TestRow = [
    path: string,
    rightKind: string,
    Endpoint,
    Case,
    rights: Partial<Caller>,
    callerRights: Partial<Caller>,
  ]
  const rightCases = [...cases].flatMap(([endpoint, testCase]): TestRow[] =>
    testCase.of === 'System'
      ? [[endpoint.path, 'program', endpoint, testCase, {}, { roles: rolesRequiredByScope['sales:write'] }]]
      : [
          [endpoint.path, 'role', endpoint, testCase, { roles: ['Archive Member'] }, { roles: ['Archive Member'] }],
          [endpoint.path, 'privilege', endpoint, testCase, waivers, waivers],
        ],
  )

  test.each(rightCases)(
    '%s is refused for an account with a %s that the caller lacks, and works for a caller with the same right',
    async (_, __, endpoint, testCase, rights, callerRights) => {
      const target = await createPreparedTarget(testCase, rights)
      const before = await readState(target)
      expect(await app.call(endpoint, testCase.input(target) as never, minimalCaller(endpoint))).toMatchObject({
        status: 403,
        refusal: { code: 'access.upwards' },
      })
      expect(await readState(target)).toEqual(before)

      const reply = await app.call(endpoint, testCase.input(target) as never, minimalCaller(endpoint, callerRights))
      expect(reply).toMatchObject({ status: endpoint.status })
    },
  )

  test('a user cannot grant a role, a privilege or a scope that they do not have', async () => {
    const { userId } = await createSignInAccount(app)
    const administrator = staffWith({ roles: ['User Roles'], outlet: 'HQ' })
    const give = (Give: object, as = administrator) => app.call(changeUserRights, { UserIds: [userId], Give }, as)
    expect(await give({ Roles: ['Rewards'] })).toMatchObject({
      status: 403,
      refusal: { code: 'access.not_own_to_give', params: { right: 'Rewards' } },
    })
    expect(await give({ Privileges: ['Export Data'] })).toMatchObject({ status: 403 })
    expect(await app.sql('select 1 from user_role where user_id = $1', userId)).toEqual([])
    expect(await give({ Roles: ['User Roles'] })).toMatchObject({ status: 200, body: { Given: 1 } })

    const program = { Username: 'till.of.mine', DisplayName: 'Till', Scopes: ['sales:write' as const] }
    expect(await app.call(addSystemAccount, program, administrator)).toMatchObject({
      status: 403,
      refusal: { code: 'access.not_own_to_give', params: { right: 'sales:write' } },
    })
    const { body } = await app.call(addSystemAccount, program, hq)
    expect(
      await app.call(
        updateSystemAccount,
        { UserId: body.Account.UserId, Version: 1, Scopes: ['points:redeem'] },
        staffWith({ roles: ['User Roles', 'Customer Transaction'], outlet: 'HQ' }),
      ),
    ).toMatchObject({ status: 403, refusal: { params: { right: 'points:redeem' } } })
  })

  test('staff with the roles of a scope can make every call that the scope opens to programs', () => {
    // The calls of SCIM are not in the contract: scim.test.ts tests them.
    for (const scope of systemAccountScopes.filter((name) => name !== 'scim')) {
      const caller = {
        kind: 'staff',
        roles: new Set<string>(rolesRequiredByScope[scope]),
        privileges: new Set<string>(),
      }
      const scopeCalls = jsonRoutes
        .map(({ endpoint }) => endpoint)
        .filter(({ access }) => scopesOfAccessRule(access).includes(scope))
      expect([scope, scopeCalls.length > 0]).toEqual([scope, true])
      const deniedCalls = scopeCalls.filter(
        ({ access }) => 'role' in (access as object) && !mayCall(access, caller as never),
      )
      expect(deniedCalls.map(({ path }) => path)).toEqual([])
    }
    expect(roles.length + privileges.length).toBeGreaterThan(20)
  })
})

describe('address for sign-in codes', () => {
  test('address for sign-in codes: only a colleague can change the address; both addresses are notified, sent links become void', async () => {
    const user = await createSignInAccount(app)
    const [{ staff_id, version }] = (await app.sql<{ staff_id: number; version: number }>(
      'select staff_id, staff.version from user_account join staff using (staff_id) where user_id = $1',
      user.userId,
    )) as [{ staff_id: number; version: number }]
    await app.call(requestPasswordReset, { UserId: user.userId })
    const administrator = staffWith({ roles: ['User Roles'], outlet: 'HQ' })
    const ownAccount = await app.token(administrator)
    expect(
      await app.call(
        updateStaff,
        { StaffId: ownAccount.staffId!, Version: 1, Email: 'own@carat.example' },
        administrator,
      ),
    ).toMatchObject({ status: 409, refusal: { code: 'staff.self' } })

    const changed = await app.call(
      updateStaff,
      { StaffId: staff_id, Version: version, Email: 'elsewhere@carat.example' },
      administrator,
    )

    expect(changed.status).toBe(200)
    const reported = await app.sql<{ recipient: string }>(
      `select recipient from outbox_message where body like $1 order by recipient`,
      `% of your account ${user.username}. Codes and links now go to %`,
    )
    expect(reported.map(({ recipient }) => recipient)).toEqual(['elsewhere@carat.example', user.email].sort())
    expect(await app.sql('select 1 from password_link where user_id = $1 and used_at is null', user.userId)).toEqual([])
    expect((await signInAs(app, { ...user, email: 'elsewhere@carat.example' })).status).toBe(200)
  })
})
