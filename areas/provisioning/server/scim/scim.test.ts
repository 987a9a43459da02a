import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeUserRights, listUsers } from '#areas/access/contract/accounts.ts'
import { addSystemAccount, disableSystemAccount, issueScimToken } from '#areas/access/contract/system-accounts.ts'
import { signIn } from '#areas/access/contract.ts'
import { createSignInAccount, password, signInAs } from '#tests/factories/sign-in.ts'
import { hq, staffWith, systemAt, systemWith, useApp } from '#tests/harness.ts'
import { listProvisionedGroups, setRolesOfGroup } from '../../contract.ts'

// An administrator exists, because the last one cannot be disabled.
const app = useApp({ prepare: async (testApp) => void (await testApp.token(hq)) })

type Step = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  status: number
  expect?: object
  save?: string
}
const requestsOf = (provider: string): Step[] =>
  JSON.parse(readFileSync(join('tests/factories/scim-requests', `${provider}.json`), 'utf8'))

const program = systemAt(['KLCC'], 'scim')
type Reply = { status: number; headers: Record<string, unknown>; body: Record<string, never> & { id: string } }
async function scim(method: Step['method'], path: string, body?: unknown, token?: string): Promise<Reply> {
  const bearer = token ?? (await app.token(program)).token
  const reply = await app.fastify.inject({
    method,
    url: `/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.payload === '' ? ({} as never) : JSON.parse(reply.payload),
  }
}

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
let count = 0
const addUser = (more: object = {}) =>
  scim('POST', '/Users', { userName: `nadia.${++count}@acme.example`, displayName: `Nadia ${count}`, ...more })
async function groupWithRoles(Roles: string[]) {
  const group = await scim('POST', '/Groups', { displayName: `Advisers ${++count}` })
  const GroupId = Number(group.body.id)
  expect((await app.call(setRolesOfGroup, { GroupId, Version: 1, Roles: Roles as never })).status).toBe(200)
  return GroupId
}
const rolesOf = async (userId: number | string) =>
  (await app.sql<{ role: string }>('select role from user_role where user_id = $1 order by 1', userId)).map(
    ({ role }) => role,
  )
const addMember = (GroupId: number, userId: number | string) =>
  scim('PATCH', `/Groups/${GroupId}`, patch({ op: 'add', path: 'members', value: [{ value: String(userId) }] }))
const removeMember = (GroupId: number, userId: number | string) =>
  scim('PATCH', `/Groups/${GroupId}`, patch({ op: 'remove', path: `members[value eq "${userId}"]` }))
const setActive = (userId: number | string, value: unknown) =>
  scim('PATCH', `/Users/${userId}`, patch({ op: 'Replace', path: 'active', value }))

describe('requests of identity providers', () => {
  test.each(['entra', 'okta'])('SCIM: every request of %s gets the expected reply', async (provider) => {
    const ids: Record<string, string> = {}
    const fill = <Value>(value: Value): Value =>
      JSON.parse(JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => ids[name]!))
    for (const step of requestsOf(provider)) {
      const reply = await scim(step.method, fill(step.path), step.body && fill(step.body))
      const isScim = step.status === 204 || String(reply.headers['content-type']).startsWith('application/scim+json')
      expect([step.name, reply.status, isScim]).toEqual([step.name, step.status, true])
      expect({ step: step.name, ...reply.body }).toMatchObject({ step: step.name, ...fill(step.expect ?? {}) })
      if (step.save) ids[step.save] = reply.body.id
    }
  })
})

describe('users of SCIM', () => {
  test('SCIM user: a new account has neither password nor rights', async () => {
    const { status, headers, body } = await addUser()
    expect(status).toBe(201)
    expect(headers.location).toBe(`http://localhost:3000/scim/v2/Users/${body.id}`)
    const { rows } = (await app.call(listUsers, { Search: { Q: 'Nadia' } })).body
    expect(rows.find(({ UserId }) => UserId === Number(body.id))).toMatchObject({
      BuildingCode: 'KLCC',
      StaffType: 'Outlet Staff',
      RoleCount: 0,
    })
  })

  test('SCIM user: without an outlet, with an unknown outlet or a bad user name nothing is created', async () => {
    const unbound = (await app.token(systemWith('scim'))).token
    const replies = [
      await scim('POST', '/Users', { userName: 'no.outlet@acme.example' }, unbound),
      await addUser({ 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { division: 'NOWHERE' } }),
      await addUser({ userName: 'a b' }),
      await addUser({ emails: [{ value: 'no address' }] }),
    ]
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([400, { status: '400', scimType: 'invalidValue' }])
  })

  test('SCIM user: disabling ends all sessions at once and refuses the sign-in, in every form of false', async () => {
    for (const value of [false, 'False', 'false']) {
      const user = await createSignInAccount(app, { outlet: 'HQ', roles: ['Customer'] })
      const { body } = await signInAs(app, user)
      const bearer = { as: null, headers: { authorization: `Bearer ${body.access_token}` } }
      expect((await setActive(user.userId, value)).body).toMatchObject({ active: false })
      expect((await app.call(listProvisionedGroups, {}, bearer)).status).toBe(401)
      const credentials = { Username: user.username, Password: password }
      expect((await app.call(signIn, credentials, null)).status).toBe(401)
      expect((await setActive(user.userId, 'True')).status).toBe(200)
      expect((await signInAs(app, user)).status).toBe(200)
    }
  })

  test('SCIM user: the last administrator cannot be disabled', async () => {
    const administrators = await app.sql<{ user_id: number }>(
      `select user_id from user_role join user_account using (user_id) where role = 'User Roles' and kind = 'Staff' and status = 'Active'`,
    )
    const before = administrators.map(({ user_id }) => user_id)
    const last = await createSignInAccount(app, { outlet: 'HQ', roles: ['User Roles'] })
    await app.sql(`update user_account set status = 'Disabled' where user_id = any($1)`, before)
    expect(await setActive(last.userId, false)).toMatchObject({
      status: 400,
      body: { detail: 'At least one active account must keep the role User Roles' },
    })
    await app.sql(`update user_account set status = 'Active' where user_id = any($1)`, before)
  })

  test('SCIM user: an account with privileges keeps its user name, e-mail and outlet, but can be disabled', async () => {
    const user = await createSignInAccount(app, { privileges: ['Approve Requests'] })
    const changed = await scim(
      'PATCH',
      `/Users/${user.userId}`,
      patch({
        op: 'replace',
        value: { userName: 'thief@acme.example', emails: [{ value: 'thief@acme.example' }], title: 'Chief' },
      }),
    )
    expect(changed.body).toMatchObject({ userName: user.username, emails: [{ value: user.email }], title: 'Chief' })
    expect((await setActive(user.userId, false)).body).toMatchObject({ active: false })
  })

  test('SCIM user: a changed e-mail voids pending links and is reported to both addresses', async () => {
    const before = `old.${++count}@acme.example`
    const value = `new.${count}@acme.example`
    const { body } = await addUser({ emails: [{ value: before, type: 'work' }] })
    await scim('PATCH', `/Users/${body.id}`, patch({ op: 'Replace', path: 'emails[type eq "work"].value', value }))
    const mails = await app.sql<{ recipient: string }>(
      'select recipient from outbox_message where recipient = any($1) order by 1',
      [value, before],
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual([value, before])
  })

  test('SCIM user: two concurrent creations of one user name create one user', async () => {
    const userName = `twice.${++count}@acme.example`
    const replies = await Promise.all([1, 2].map(() => scim('POST', '/Users', { userName })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('SCIM user: a deleted user cannot sign in, is not found, and is restored by a new creation', async () => {
    const { body } = await addUser({ externalId: `ext-${count}` })
    const { userName } = body as unknown as { userName: string }
    expect((await scim('DELETE', `/Users/${body.id}`)).status).toBe(204)
    expect((await scim('DELETE', `/Users/${body.id}`)).status).toBe(404)
    expect(await app.sql('select status from user_account where user_id = $1', body.id)).toEqual([
      { status: 'Disabled' },
    ])
    expect((await scim('POST', '/Users', { userName })).body).toMatchObject({ id: body.id, active: true })
  })
})

describe('lists of SCIM', () => {
  test('SCIM list: pages by startIndex and count, and count 0 returns only the total', async () => {
    for (let turn = 0; turn < 3; turn++) await addUser()
    const first = await scim('GET', '/Users?startIndex=1&count=2')
    const second = await scim('GET', '/Users?startIndex=3&count=2')
    const idsOf = ({ body }: Reply) =>
      (body as unknown as { Resources: { id: string }[] }).Resources.map(({ id }) => id)
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(4)
    expect((await scim('GET', '/Users?startIndex=-4&count=0')).body).toMatchObject({ startIndex: 1, Resources: [] })
  })

  test('SCIM list: a filter, path or value that is not supported gets an error of SCIM', async () => {
    for (const [method, path, body, scimType] of [
      ['GET', '/Users?filter=userName+sw+%22a%22', undefined, 'invalidFilter'],
      ['GET', '/Users?filter=title+eq+%22a%22', undefined, 'invalidFilter'],
      ['GET', '/Users?count=many', undefined, 'invalidValue'],
      ['POST', '/Groups', {}, 'invalidValue'],
      ['POST', '/Groups', { displayName: 'With stranger', members: [{ value: '999999999' }] }, 'invalidValue'],
    ] as const)
      expect(await scim(method, path, body)).toMatchObject({ status: 400, body: { scimType } })
    const { body } = await addUser()
    expect((await scim('PATCH', `/Users/${body.id}`, patch({ op: 'move', path: 'active' }))).status).toBe(400)
    expect(
      (await scim('PATCH', `/Users/${body.id}`, patch({ op: 'replace', path: 'emails[', value: 'x' }))).body,
    ).toMatchObject({ scimType: 'invalidPath' })
    expect((await setActive(body.id, 'perhaps')).body).toMatchObject({ scimType: 'invalidValue' })
  })

  test('SCIM list: attributes and excludedAttributes choose the attributes of the reply', async () => {
    const { body } = await addUser()
    const only = await scim('GET', `/Users/${body.id}?attributes=userName`)
    expect(Object.keys(only.body).sort()).toEqual(['id', 'meta', 'schemas', 'userName'])
    const without = await scim('GET', `/Users/${body.id}?excludedAttributes=groups,emails`)
    expect(Object.keys(without.body)).not.toContain('groups')
  })
})

describe('groups of SCIM', () => {
  test('SCIM group: members get the roles that head office chose, and lose them with their membership', async () => {
    const GroupId = await groupWithRoles(['Customer', 'Claim Rewards'])
    const { id } = (await addUser()).body
    await addMember(GroupId, id)
    expect(await rolesOf(id)).toEqual(['Claim Rewards', 'Customer'])
    await addMember(GroupId, id)
    await removeMember(GroupId, id)
    expect(await rolesOf(id)).toEqual([])
  })

  test('SCIM group: a group without chosen roles grants nothing', async () => {
    const group = await scim('POST', '/Groups', { displayName: `Administrators ${++count}` })
    const { id } = (await addUser()).body
    await addMember(Number(group.body.id), id)
    expect(await rolesOf(id)).toEqual([])
  })

  test('SCIM group: a role that a person granted or another group grants stays', async () => {
    const first = await groupWithRoles(['Customer', 'Claim Rewards', 'Tasks'])
    const second = await groupWithRoles(['Tasks'])
    const { id } = (await addUser()).body
    await app.call(changeUserRights, { UserIds: [Number(id)], Give: { Roles: ['Customer'] } })
    for (const GroupId of [first, second]) await addMember(GroupId, id)
    await scim('DELETE', `/Groups/${first}`)
    expect(await rolesOf(id)).toEqual(['Customer', 'Tasks'])
  })

  test('SCIM group: changed roles apply to present members, and neither administrator nor missing roles can be chosen', async () => {
    const GroupId = await groupWithRoles(['Customer'])
    const { id } = (await addUser()).body
    await addMember(GroupId, id)
    await app.call(setRolesOfGroup, { GroupId, Version: 2, Roles: ['Tasks'] })
    expect(await rolesOf(id)).toEqual(['Tasks'])
    expect(await app.call(setRolesOfGroup, { GroupId, Version: 3, Roles: ['User Roles'] })).toMatchObject({
      status: 409,
      refusal: { code: 'provisioning.administrator_role' },
    })
    const lesser = staffWith({ outlet: 'HQ', roles: ['User Roles', 'Tasks'] })
    expect(await app.call(setRolesOfGroup, { GroupId, Version: 3, Roles: ['Tasks', 'Rewards'] }, lesser)).toMatchObject(
      {
        status: 403,
        refusal: { code: 'access.not_own_to_give' },
      },
    )
    expect((await app.call(setRolesOfGroup, { GroupId, Version: 1, Roles: [] })).status).toBe(409)
  })

  test('SCIM group: concurrent changes of two groups leave the member with the roles of both', async () => {
    const groups = [await groupWithRoles(['Customer', 'Tasks']), await groupWithRoles(['Customer', 'Rewards'])]
    const { id } = (await addUser()).body
    const replies = await Promise.all(groups.map((GroupId) => addMember(GroupId, id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await rolesOf(id)).toEqual(['Customer', 'Rewards', 'Tasks'])
  })

  test('SCIM group: a deleted user leaves all groups and loses their roles', async () => {
    const GroupId = await groupWithRoles(['Customer'])
    const { id } = (await addUser()).body
    await addMember(GroupId, id)
    await scim('DELETE', `/Users/${id}`)
    expect(await rolesOf(id)).toEqual([])
    expect((await scim('GET', `/Groups/${GroupId}`)).body).toMatchObject({ members: [] })
  })
})

describe('access to SCIM', () => {
  test('SCIM access: without a token 401, without the scope and for staff 403, as errors of SCIM', async () => {
    const wrong = await scim('GET', '/Users', undefined, 'x'.repeat(43))
    expect(wrong).toMatchObject({ status: 401, body: { status: '401' } })
    expect(wrong.headers['www-authenticate']).toContain('Bearer')
    for (const caller of [systemWith('members:read'), staffWith({ outlet: 'HQ', roles: 'all', privileges: 'all' })]) {
      const { token } = await app.token(caller)
      expect(await scim('GET', '/Users', undefined, token)).toMatchObject({ status: 403, body: { status: '403' } })
    }
  })

  test('SCIM access: a malformed body and an unknown id get errors of SCIM', async () => {
    const { token } = await app.token(program)
    const reply = await app.fastify.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: '{',
    })
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { scimType: 'invalidSyntax' }])
    expect((await scim('GET', '/Users/nobody')).status).toBe(404)
    expect((await scim('PATCH', '/Groups/999999', patch())).status).toBe(404)
  })

  test('SCIM access: the server describes its features, kinds and attributes', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 })
    expect((await scim('GET', '/Schemas')).body).toMatchObject({ totalResults: 3 })
  })

  test('SCIM token: works longer than a session, only for SCIM, and ends with the account', async () => {
    const account = { Username: `entra.${++count}`, DisplayName: 'Entra', Scopes: ['scim', 'members:read'] } as const
    const { UserId } = (await app.call(addSystemAccount, { ...account, Scopes: [...account.Scopes] })).body.Account
    const { body } = await app.call(issueScimToken, { UserId, Days: 180 })
    app.clock.advance(24 * 3600)
    expect((await scim('GET', '/Users?count=0', undefined, body.Token)).status).toBe(200)
    await app.call(disableSystemAccount, { UserId })
    expect((await scim('GET', '/Users?count=0', undefined, body.Token)).status).toBe(401)
    const other = (await app.call(addSystemAccount, { ...account, Username: `pos.${count}`, Scopes: ['members:read'] }))
      .body.Account
    expect(await app.call(issueScimToken, { UserId: other.UserId, Days: 1 })).toMatchObject({
      status: 409,
      refusal: { code: 'access.no_scim_scope' },
    })
  })
})
