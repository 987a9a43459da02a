import { describe, expect, test } from 'vitest'
import { createSignInAccount, signInAs } from '#tests/factories/sign-in.ts'
import { hq, make, staffWith, useApp } from '#tests/harness.ts'
import { deleteStaff, restoreStaff, updateStaff } from '../../../staff/contract/people.ts'
import { getBuildings } from '../../../staff/contract.ts'
import {
  addUser,
  changeUserRights,
  disableUser,
  enableUser,
  getUser,
  getUsers,
  listRoles,
  listUsers,
  updateUser,
} from '../../contract/accounts.ts'
import { profile } from '../../contract.ts'

const app = useApp()
const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const logOf = (userId: number) =>
  app.sql<{ log_text: string }>(
    `select log_text from audit_log where object_type = 'User' and object_id = $1 order by audit_log_id`,
    String(userId),
  )

describe('user accounts', () => {
  test('a new account has no password and no roles, and a second account of a person or a taken user name is refused', async () => {
    const { StaffId } = await make.staff(app.db)
    const added = await app.call(addUser, { StaffId, Username: 'Nurul.Aida' })

    expect(added).toMatchObject({
      status: 201,
      body: { Username: 'nurul.aida', HasPasswordYN: 'N', Roles: [], Privileges: [], LastSignInAt: null },
    })
    expect(await app.call(addUser, { StaffId, Username: 'another' })).toMatchObject({
      refusal: { code: 'access.has_account' },
    })
    const otherStaff = await make.staff(app.db)
    expect(await app.call(addUser, { StaffId: otherStaff.StaffId, Username: 'nurul.aida' })).toMatchObject({
      status: 409,
      refusal: { message: 'The user name nurul.aida is already in use' },
    })
  })

  test('a disabled account loses its sessions at once and must sign in again after it is enabled', async () => {
    const user = await createSignInAccount(app, { roles: ['Customer'] })
    const { body } = await signInAs(app, user)
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(200)

    expect(await app.call(disableUser, { UserId: user.userId })).toMatchObject({ body: { Status: 'Disabled' } })

    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(401)
    await app.call(enableUser, { UserId: user.userId })
    expect((await app.call(profile, {}, withToken(body.access_token))).status).toBe(401)
    expect((await signInAs(app, user)).status).toBe(200)
  })

  test('renaming an account from an outdated version is refused, and the error contains the current account', async () => {
    const { userId } = await createSignInAccount(app)
    const replies = await Promise.all(
      ['first.name', 'second.name'].map((Username) => app.call(updateUser, { UserId: userId, Version: 1, Username })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal.code).toBe('kit.stale')
  })

  test('accounts can be filtered by outlet, status and role, and staff can look up user ids of their own outlet', async () => {
    const { userId, username } = await createSignInAccount(app, { roles: ['Lead Source'] })
    const { body } = await app.call(listUsers, { Search: { Role: 'Lead Source', BuildingCode: 'klcc' } })
    expect(body.rows.filter(({ UserId }) => UserId === userId)).toMatchObject([
      { Username: username, AccountStatus: 'Active', RoleCount: 1 },
    ])
    const users = await app.call(getUsers, {}, staffWith())
    expect(users.body.rows.find(({ UserId }) => UserId === userId)).toMatchObject({ Username: username })
    const elsewhere = await app.call(getUsers, {}, staffWith({ outlet: 'PAV' }))
    expect(elsewhere.body.rows.map(({ UserId }) => UserId)).not.toContain(userId)
  })
})

describe('rights', () => {
  test('rights are granted and revoked for several accounts, with one audit entry for each real change', async () => {
    const firstUser = await createSignInAccount(app, { roles: ['Customer'] })
    const secondUser = await createSignInAccount(app)
    const reply = await app.call(changeUserRights, {
      UserIds: [firstUser.userId, secondUser.userId],
      Give: { Roles: ['Customer', 'Rewards'], Privileges: ['Export Data'] },
    })

    expect(reply.body).toMatchObject({ Given: 5, Taken: 0 })
    expect(reply.body.Users.map(({ Roles }) => Roles)).toEqual([
      ['Customer', 'Rewards'],
      ['Customer', 'Rewards'],
    ])
    expect(await logOf(firstUser.userId)).toEqual([
      { log_text: `Give Role in User Roles. UserId - ${firstUser.userId}, Role - Rewards` },
      { log_text: `Give Privilege in User Roles. UserId - ${firstUser.userId}, Privilege - Export Data` },
    ])
    const revoked = await app.call(changeUserRights, {
      UserIds: [firstUser.userId],
      Take: { Roles: ['Customer', 'Campaign'] },
    })
    expect(revoked.body).toMatchObject({ Given: 0, Taken: 1, Users: [{ Roles: ['Rewards'] }] })
  })

  test('granted and revoked rights apply from the next call of an open session', async () => {
    const user = await createSignInAccount(app, { roles: ['Customer'] })
    const bearer = withToken((await signInAs(app, user)).body.access_token)
    expect((await app.call(listRoles, {}, bearer)).status).toBe(403)
    await app.call(changeUserRights, { UserIds: [user.userId], Give: { Roles: ['User Roles'] } })
    // Other servers would be notified of the change, but this test has no listener.
    app.fastify.forget('user', String(user.userId))
    // Outlet staff cannot use this role, because it needs head office.
    expect(await app.call(listRoles, {}, bearer)).toMatchObject({
      status: 403,
      refusal: { code: 'staff.head_office_only' },
    })
    await app.call(changeUserRights, { UserIds: [user.userId], Take: { Roles: ['User Roles'] } })
    expect(await app.call(listRoles, {}, bearer)).toMatchObject({
      status: 403,
      refusal: { code: 'access.forbidden' },
    })
  })

  test('a user can neither change their own rights nor disable their own account', async () => {
    const { userId, staffId } = await app.token(hq)
    const ownAccountError = { status: 409, refusal: { code: 'access.own_account' } }
    expect(await app.call(changeUserRights, { UserIds: [userId], Give: { Roles: ['Customer'] } })).toMatchObject(
      ownAccountError,
    )
    const { userId: otherUserId } = await createSignInAccount(app)
    expect(
      await app.call(changeUserRights, { UserIds: [otherUserId, userId], Give: { Roles: ['Rewards'] } }),
    ).toMatchObject(ownAccountError)
    expect((await app.call(getUser, { StaffId: staffId! })).body.Account?.Roles).toContain('User Roles')
    expect(await app.call(disableUser, { UserId: userId })).toMatchObject(ownAccountError)
    expect(await app.call(deleteStaff, { StaffId: staffId! })).toMatchObject({ refusal: { code: 'staff.self' } })
    expect(await app.call(updateStaff, { StaffId: staffId!, Version: 1, Status: 'Inactive' })).toMatchObject({
      refusal: { code: 'staff.self' },
    })
  })

  test('a change of rights with an unknown account in the list leaves all accounts unchanged', async () => {
    const { userId } = await createSignInAccount(app)
    const reply = await app.call(changeUserRights, { UserIds: [userId, 999_999], Give: { Roles: ['Rewards'] } })
    expect(reply).toMatchObject({ status: 404 })
    expect(await logOf(userId)).toEqual([])
  })

  test('the list of roles shows every role with its users', async () => {
    const { userId } = await createSignInAccount(app, { roles: ['Archive Member'] })
    const { body } = await app.call(listRoles, {})
    const archive = body.rows.find(({ Name }) => Name === 'Archive Member')
    expect(archive?.Users.map(({ UserId }) => UserId)).toContain(userId)
    expect(body.rows.filter(({ Kind }) => Kind === 'Privilege').length).toBeGreaterThan(10)
  })
})

describe('protection of the last administrator', () => {
  test('the last administrator: if two administrators revoke each other at the same time, one stays administrator', async () => {
    const clean = `update user_account set status = 'Disabled' where user_id in (select user_id from user_role where role = 'User Roles')`
    await app.sql(clean)
    const pair = [
      await createSignInAccount(app, { roles: ['User Roles'], outlet: 'HQ' }),
      await createSignInAccount(app, { roles: ['User Roles'], outlet: 'HQ' }),
    ] as const
    const bearers = await Promise.all(
      pair.map(async (user) => withToken((await signInAs(app, user)).body.access_token)),
    )
    const replies = await Promise.all([
      app.call(disableUser, { UserId: pair[1].userId }, bearers[0]),
      app.call(disableUser, { UserId: pair[0].userId }, bearers[1]),
    ])

    const [{ active }] = (await app.sql<{ active: number }>(
      `select count(*)::int as active from user_account join user_role using (user_id) where role = 'User Roles' and status = 'Active'`,
    )) as [{ active: number }]
    expect(active).toBe(1)
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    await app.sql(`update user_account set status = 'Active' where status = 'Disabled'`)
  })
})

describe('accounts of deleted staff', () => {
  test('a deleted member of staff is signed out at once and can sign in again after an undo', async () => {
    const user = await createSignInAccount(app)
    const [{ staff_id }] = (await app.sql<{ staff_id: number }>(
      'select staff_id from user_account where user_id = $1',
      user.userId,
    )) as [{ staff_id: number }]
    const bearer = withToken((await signInAs(app, user)).body.access_token)
    expect((await app.call(getBuildings, {}, bearer)).status).toBe(200)

    expect((await app.call(deleteStaff, { StaffId: staff_id })).body.Status).toBe('Deleted')

    expect((await app.call(getBuildings, {}, bearer)).status).toBe(401)
    expect((await app.call(restoreStaff, { StaffId: staff_id })).body.Status).toBe('Active')
    expect((await app.call(getBuildings, {}, bearer)).status).toBe(401)
    expect((await signInAs(app, user)).status).toBe(200)
  })
})
