import { beforeEach, describe, expect, test } from 'vitest'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { addPasskey, beginPasskeySignIn, createSoftwarePasskey, signInWithPasskey } from '#tests/factories/passkeys.ts'
import { createSignInAccount, password, signInAs } from '#tests/factories/sign-in.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { listUsers } from '../../contract/accounts.ts'
import {
  changePassword,
  finishAddingPasskey,
  finishPasskeySignIn,
  listOwnPasskeys,
  listPasskeysOfUser,
  profile,
  removePasskey,
  removePasskeyOfUser,
  renamePasskey,
  startAddingPasskey,
} from '../../contract.ts'
import { passkeySiteOf } from './passkey-site.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } })
const withPassword = { CurrentPassword: password }
/** Signs in a second later than the last time, so that the newest code in the inbox is the right one. */
async function signInByPassword(user: Awaited<ReturnType<typeof createSignInAccount>>) {
  app.clock.advance(1)
  return withToken((await signInAs(app, user)).body.access_token)
}

async function userWithPasskey(rights: Parameters<typeof createSignInAccount>[1] = {}) {
  const user = await createSignInAccount(app, rights)
  const session = await signInByPassword(user)
  return { user, session, ...(await addPasskey(app, session)) }
}
const activitiesOf = async (userId: number) =>
  (
    await app.sql<{ text: string }>(
      `select activity_description as text from login_activity where object_id = $1 order by login_activity_id`,
      String(userId),
    )
  ).map(({ text }) => text)
const mailsTo = (email: string) =>
  app.sql<{ subject: string; body: string }>('select subject, body from outbox_message where recipient = $1', email)

describe('a new passkey', () => {
  test('passkey: added after the password, listed by its name, and reported to its owner by e-mail', async () => {
    const { user, session, added } = await userWithPasskey()
    expect(added).toMatchObject({ status: 201, body: { Name: 'Phone', LastUsedAt: null, SyncedYN: 'N' } })
    expect((await app.call(listOwnPasskeys, {}, session)).body).toMatchObject({ count: 1, rows: [{ Name: 'Phone' }] })
    expect(await mailsTo(user.email)).toContainEqual(expect.objectContaining({ subject: 'A passkey was added' }))
    expect(await activitiesOf(user.userId)).toContain('Passkey added')
  })

  test('passkey: a wrong password, a missing password and a page of another origin add nothing', async () => {
    const session = await signInByPassword(await createSignInAccount(app))
    for (const CurrentPassword of ['not the password', undefined])
      expect(await app.call(startAddingPasskey, { CurrentPassword }, session)).toMatchObject({
        status: 409,
        refusal: { code: 'access.wrong_password' },
      })
    const { body } = await app.call(startAddingPasskey, withPassword, session)
    const Response = createSoftwarePasskey().create(body, { origin: 'https://carat.evil.example' })
    expect(await app.call(finishAddingPasskey, { Name: 'Phone', Response }, session)).toMatchObject({
      refusal: { code: 'access.passkey_invalid' },
    })
    expect((await app.call(listOwnPasskeys, {}, session)).body.count).toBe(0)
  })

  test('passkey: a passkey that the user did not unlock is not added', async () => {
    const session = await signInByPassword(await createSignInAccount(app))
    const { body } = await app.call(startAddingPasskey, withPassword, session)
    const Response = createSoftwarePasskey().create(body, { verified: false })
    expect(await app.call(finishAddingPasskey, { Name: 'Phone', Response }, session)).toMatchObject({ status: 409 })
  })

  test('passkey: the options are valid once, for five minutes, and only in the session that requested them', async () => {
    const user = await createSignInAccount(app)
    const session = await signInByPassword(user)
    const { body } = await app.call(startAddingPasskey, withPassword, session)
    const input = { Name: 'Phone', Response: createSoftwarePasskey().create(body) }
    const elsewhere = await signInByPassword(user)
    expect(await app.call(finishAddingPasskey, input, elsewhere)).toMatchObject({
      refusal: { code: 'access.passkey_add_expired' },
    })
    expect((await app.call(finishAddingPasskey, input, session)).status).toBe(201)
    expect((await app.call(finishAddingPasskey, input, session)).refusal.code).toBe('access.passkey_add_expired')

    const late = await app.call(startAddingPasskey, withPassword, session)
    app.clock.advance(5 * 60)
    const lateInput = { Name: 'Key', Response: createSoftwarePasskey().create(late.body) }
    expect((await app.call(finishAddingPasskey, lateInput, session)).refusal.code).toBe('access.passkey_add_expired')
  })

  test('passkey: an account can have ten passkeys, also with concurrent requests', async () => {
    const session = await signInByPassword(await createSignInAccount(app))
    for (let count = 0; count < 9; count++) await addPasskey(app, session)
    const inputs = []
    for (const Name of ['Phone', 'Key', 'Laptop']) {
      const { body } = await app.call(startAddingPasskey, withPassword, session)
      inputs.push({ Name, Response: createSoftwarePasskey().create(body) })
    }
    const replies = await Promise.all(inputs.map((input) => app.call(finishAddingPasskey, input, session)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('sign-in with a passkey', () => {
  test('passkey sign-in: opens a session without user name, password and code, and cannot be repeated', async () => {
    const { user, passkey } = await userWithPasskey()
    const { options, cookie } = await beginPasskeySignIn(app)
    const input = { Response: passkey.sign(options) }
    const first = await app.call(finishPasskeySignIn, input, { as: null, headers: { cookie } })
    expect(first).toMatchObject({ status: 200, body: { user_info: { username: user.username } } })
    expect((await app.call(profile, {}, withToken(first.body.access_token))).status).toBe(200)
    expect(await app.call(finishPasskeySignIn, input, { as: null, headers: { cookie } })).toMatchObject({
      status: 401,
      refusal: { code: 'access.passkey_expired' },
    })
    expect((await activitiesOf(user.userId)).at(-1)).toBe('Signed in with a passkey')
  })

  test('passkey sign-in: one signature sent twenty times at once opens one session', async () => {
    const { passkey } = await userWithPasskey()
    const { options, cookie } = await beginPasskeySignIn(app)
    const input = { Response: passkey.sign(options) }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call(finishPasskeySignIn, input, { as: null, headers: { cookie } })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('passkey sign-in: the challenge is refused in another browser and after five minutes', async () => {
    const { passkey } = await userWithPasskey()
    const first = await beginPasskeySignIn(app)
    const second = await beginPasskeySignIn(app)
    const input = { Response: passkey.sign(first.options) }
    for (const headers of [{ cookie: '' }, { cookie: second.cookie }])
      expect((await app.call(finishPasskeySignIn, input, { as: null, headers })).status).toBe(401)
    const third = await beginPasskeySignIn(app)
    app.clock.advance(5 * 60)
    const late = { Response: passkey.sign(third.options) }
    expect(
      (await app.call(finishPasskeySignIn, late, { as: null, headers: { cookie: third.cookie } })).refusal.code,
    ).toBe('access.passkey_expired')
  })

  test('passkey sign-in: a signature of another origin, without unlocking, for another user or an old counter is refused', async () => {
    const { user, passkey } = await userWithPasskey()
    expect((await signInWithPasskey(app, passkey, { counter: 7 })).status).toBe(200)
    for (const fault of [
      { origin: 'https://carat.evil.example' },
      { verified: false },
      { userHandle: Buffer.alloc(32).toString('base64url') },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { counter: 7 },
    ])
      expect(await signInWithPasskey(app, passkey, { counter: 8, ...fault })).toMatchObject({
        status: 401,
        refusal: { code: 'access.wrong_passkey' },
      })
    expect((await activitiesOf(user.userId)).filter((text) => text === 'Wrong passkey')).toHaveLength(5)
    expect((await signInWithPasskey(app, passkey, { counter: 8 })).status).toBe(200)
  })

  test('passkey sign-in: a synchronised passkey without a counter works again and again', async () => {
    const session = await signInByPassword(await createSignInAccount(app))
    const passkey = createSoftwarePasskey()
    const { body } = await app.call(startAddingPasskey, withPassword, session)
    const Response = passkey.create(body, { synced: true })
    expect((await app.call(finishAddingPasskey, { Name: 'Phone', Response }, session)).body.SyncedYN).toBe('Y')
    for (let turn = 0; turn < 2; turn++)
      expect((await signInWithPasskey(app, passkey, { synced: true })).status).toBe(200)
  })

  test('passkey sign-in: an unknown passkey and one of a disabled account get the same error', async () => {
    const { user, passkey } = await userWithPasskey()
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, user.userId)
    const disabled = await signInWithPasskey(app, passkey)
    const unknown = await signInWithPasskey(app, createSoftwarePasskey())
    expect([disabled.status, disabled.refusal.message]).toEqual([unknown.status, unknown.refusal.message])
    expect(unknown.status).toBe(401)
  })

  test('passkey sign-in: after ten wrong signatures for an account in one network the next one waits', async () => {
    const { passkey } = await userWithPasskey()
    for (let turn = 0; turn < 10; turn++) await signInWithPasskey(app, passkey, { verified: false })
    expect(await signInWithPasskey(app, passkey)).toMatchObject({
      status: 429,
      refusal: { code: 'access.too_many_tries' },
    })
  })
})

describe('changes of a passkey', () => {
  test('passkey: its owner renames and removes it, and the other sessions that it opened end', async () => {
    const { user, session, passkey, added } = await userWithPasskey()
    const { PasskeyId } = added.body
    expect((await app.call(renamePasskey, { PasskeyId, Name: 'Old phone' }, session)).body.Name).toBe('Old phone')
    const opened = withToken((await signInWithPasskey(app, passkey)).body.access_token)
    expect((await app.call(removePasskey, { PasskeyId }, session)).refusal.code).toBe('access.wrong_password')
    expect((await app.call(removePasskey, { PasskeyId, ...withPassword }, session)).status).toBe(200)

    expect(await app.call(profile, {}, opened)).toMatchObject({
      status: 401,
      refusal: { code: 'access.passkey_removed' },
    })
    expect((await app.call(profile, {}, session)).status).toBe(200)
    expect((await signInWithPasskey(app, passkey)).status).toBe(401)
    expect(await mailsTo(user.email)).toContainEqual(expect.objectContaining({ subject: 'A passkey was removed' }))
  })

  test('passkey: users cannot rename or remove the passkey of another user', async () => {
    const { added } = await userWithPasskey()
    const { PasskeyId } = added.body
    const session = await signInByPassword(await createSignInAccount(app))
    const stolen = [
      await app.call(renamePasskey, { PasskeyId, Name: 'Mine' }, session),
      await app.call(removePasskey, { PasskeyId, ...withPassword }, session),
    ]
    expect(stolen.map(({ status }) => status)).toEqual([404, 404])
  })

  test('lost passkey: an administrator with all rights of the user removes it, with audit entry and e-mail', async () => {
    const { user, passkey, added } = await userWithPasskey({ privileges: ['Export Data'] })
    const { PasskeyId } = added.body
    const opened = withToken((await signInWithPasskey(app, passkey)).body.access_token)
    expect((await app.call(listPasskeysOfUser, { UserId: user.userId })).body.rows).toMatchObject([{ PasskeyId }])
    const lesser = staffWith({ outlet: 'HQ', roles: ['User Roles'] })
    expect(await app.call(removePasskeyOfUser, { PasskeyId }, lesser)).toMatchObject({
      status: 403,
      refusal: { code: 'access.upwards' },
    })
    expect((await app.call(removePasskeyOfUser, { PasskeyId })).status).toBe(200)

    expect((await app.call(profile, {}, opened)).status).toBe(401)
    expect(await mailsTo(user.email)).toContainEqual({
      subject: 'A passkey was removed',
      body: expect.stringContaining('removed the passkey “Phone”'),
    })
    expect(
      await app.sql(
        `select 1 from audit_log where action_type = 'Remove Passkey' and object_type = 'User' and object_id = $1`,
        String(user.userId),
      ),
    ).toHaveLength(1)
    expect((await app.call(removePasskeyOfUser, { PasskeyId })).status).toBe(404)
  })
})

describe('passkeys of approvers', () => {
  const setRequired = async (Value: boolean) => {
    await app.sql(`delete from setting where name = 'access.passkeyForApprovers'`)
    return app.call(updateSetting, { Name: 'access.passkeyForApprovers', Version: 0, Value })
  }
  const approver = { outlet: 'HQ', roles: ['User Roles'], privileges: ['Approve Requests'] } as const

  test('approver without a passkey: can only add one, and works as soon as it is added', async () => {
    const user = await createSignInAccount(app, approver)
    await setRequired(true)
    const session = await signInByPassword(user)
    expect((await app.call(profile, {}, session)).body.session.needs_passkey).toBe(true)
    expect(await app.call(listUsers, {}, session)).toMatchObject({
      status: 403,
      refusal: { code: 'access.passkey_required' },
    })
    expect((await addPasskey(app, session)).added.status).toBe(201)
    app.fastify.forget('user', String(user.userId))
    expect((await app.call(listUsers, {}, session)).status).toBe(200)
    expect((await app.call(profile, {}, session)).body.session.needs_passkey).toBe(false)
    await setRequired(false)
  })

  test('approver with a passkey: a password and a code open no session, a passkey does', async () => {
    const { user, passkey } = await userWithPasskey(approver)
    const before = await signInByPassword(user)
    await setRequired(true)
    app.fastify.forget('user', String(user.userId))
    expect(await app.call(listUsers, {}, before)).toMatchObject({
      status: 401,
      refusal: { code: 'access.use_passkey' },
    })
    app.clock.advance(1)
    expect(await signInAs(app, user)).toMatchObject({ status: 401, refusal: { code: 'access.use_passkey' } })
    const session = withToken((await signInWithPasskey(app, passkey)).body.access_token)
    expect((await app.call(listUsers, {}, session)).status).toBe(200)
    const renewed = await app.call(
      changePassword,
      { ...withPassword, NewPassword: 'seven teapots on a raft', ConfirmPassword: 'seven teapots on a raft' },
      session,
    )
    expect((await app.call(listUsers, {}, withToken(renewed.body.access_token))).status).toBe(200)
    await setRequired(false)
  })

  test('approver who lost the passkey: signs in to add another one after an administrator removed the lost one', async () => {
    const { user, added } = await userWithPasskey(approver)
    await setRequired(true)
    await app.sql('delete from passkey where passkey_id = $1', added.body.PasskeyId)
    const session = await signInByPassword(user)
    expect((await app.call(listUsers, {}, session)).refusal.code).toBe('access.passkey_required')
    await setRequired(false)
  })

  test('user without approvals: keeps password and code while approvers need a passkey', async () => {
    await setRequired(true)
    const session = await signInByPassword(await createSignInAccount(app))
    expect((await app.call(profile, {}, session)).body.session.needs_passkey).toBe(false)
    await setRequired(false)
  })
})

describe('the site of passkeys', () => {
  test.each([
    ['https://crm.example.com', { rpId: 'crm.example.com', origin: 'https://crm.example.com' }],
    ['https://crm.example.com:8443/carat', { rpId: 'crm.example.com', origin: 'https://crm.example.com:8443' }],
    ['http://127.0.0.1:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
    ['http://localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
    ['http://crm.example.com', undefined],
    ['https://10.0.0.5', undefined],
    ['https://[fd00::5]', undefined],
  ])('passkey site: of the server at %s', (webUrl, site) => {
    expect(passkeySiteOf(webUrl)).toEqual(site)
  })
})
