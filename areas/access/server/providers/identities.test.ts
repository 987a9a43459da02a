import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDemoSso } from '#app/server/demo-sso/mount.ts'
import {
  addIdentity,
  confirmIdentity,
  declineIdentity,
  finishIdentityLink,
  getIdentityRequest,
  listIdentities,
  listOwnIdentities,
  removeIdentity,
  signIn,
  startIdentityLink,
  unlinkOwnIdentity,
  verifySignIn,
} from '#areas/access/contract.ts'
import { browser } from '#tests/factories/provider.ts'
import {
  clearCodeInterval,
  codeSentTo,
  createSignInAccount,
  password,
  type SignedUp,
} from '#tests/factories/sign-in.ts'
import { staffWith, useApp } from '#tests/harness.ts'

const accounts = ['aisha@sso', 'mei@sso']
const demo = createDemoSso({ basePath: '', publicUrl: undefined, accounts })
const app = useApp({ demo: true, demoSso: demo })
const administrator = staffWith({ roles: ['User Roles'], outlet: 'HQ' })
let aisha: SignedUp
let mei: SignedUp

beforeAll(async () => {
  aisha = await createSignInAccount(app)
  mei = await createSignInAccount(app)
})
beforeEach(async () => {
  await app.sql('delete from user_identity')
  await clearCodeInterval(app)
})

/** Opens a browser in which the user has signed in with the password. */
async function browserOf(user: SignedUp) {
  const visitor = browser(app)
  await clearCodeInterval(app)
  const { body } = await visitor.call(signIn, { Username: user.username, Password: password })
  await visitor.call(verifySignIn, { ChallengeId: body.ChallengeId, Code: await codeSentTo(app, user.email) })
  return visitor
}

async function link(visitor: ReturnType<typeof browser>, account: string) {
  const { body } = await visitor.call(startIdentityLink, {
    Provider: 'sso',
    CurrentPassword: password,
    From: '/profile',
  })
  return visitor.visit(body.Location, account)
}

describe('link between a user’s own account and a provider', () => {
  test('linking requires the password and a sign-in at the provider; then the owner is notified and can sign in with the provider', async () => {
    const visitor = await browserOf(aisha)

    const linked = await visitor.call(finishIdentityLink, await link(visitor, 'aisha@sso'))

    expect(linked).toMatchObject({ status: 200, body: { From: '/profile' } })
    const { body } = await visitor.call(listOwnIdentities, {})
    expect(body).toMatchObject({
      count: 1,
      rows: [{ Provider: 'sso', Subject: 'aisha@sso', Username: aisha.username }],
    })
    expect(await browser(app).signIn('aisha@sso')).toMatchObject({ body: { user_info: { username: aisha.username } } })
    const [reported] = await app.sql(
      'select subject from outbox_message where recipient = $1 order by created_at desc limit 1',
      aisha.email,
    )
    expect(reported).toEqual({ subject: 'Another way to sign in was added' })
    const audited = await app.sql(
      `select action_type, updated_by_id::int as by from audit_record where object_type = 'UserIdentity' and action_type = 'Add'`,
    )
    expect(audited).toContainEqual({ action_type: 'Add', by: aisha.userId })
  })

  test('linking one’s own account: an open session alone is not enough, the password is required', async () => {
    const visitor = await browserOf(aisha)
    expect(await visitor.call(startIdentityLink, { Provider: 'sso', CurrentPassword: 'not it' })).toMatchObject({
      status: 409,
      refusal: { code: 'access.wrong_password' },
    })
  })

  test('linking one’s own account: another user cannot finish the link, and an unfinished link cannot be used to sign in', async () => {
    const visitor = await browserOf(aisha)
    const back = await link(visitor, 'aisha@sso')
    const otherBrowser = await browserOf(mei)
    otherBrowser.cookies.set('sign-in', visitor.cookies.get('sign-in')!)

    expect(await otherBrowser.call(finishIdentityLink, back)).toMatchObject({
      status: 401,
      refusal: { code: 'access.provider_not_started' },
    })
    expect(await browser(app).signIn('aisha@sso')).toMatchObject({ status: 403 })
    expect(await app.sql('select 1 from user_identity')).toEqual([])
  })

  test('a provider identity that is linked to another account cannot be linked again', async () => {
    const first = await browserOf(aisha)
    await first.call(finishIdentityLink, await link(first, 'aisha@sso'))
    const second = await browserOf(mei)

    expect(await second.call(finishIdentityLink, await link(second, 'aisha@sso'))).toMatchObject({
      status: 409,
      refusal: { code: 'access.identity_taken' },
    })
  })

  test('linking one’s own account: only the owner can remove a link', async () => {
    const visitor = await browserOf(aisha)
    const { body } = await visitor.call(finishIdentityLink, await link(visitor, 'aisha@sso'))
    const otherBrowser = await browserOf(mei)

    const input = { IdentityId: body.IdentityId, CurrentPassword: password }
    expect(await otherBrowser.call(unlinkOwnIdentity, { ...input, From: '/' } as never)).toMatchObject({ status: 400 })
    expect(await otherBrowser.call(unlinkOwnIdentity, input)).toMatchObject({ status: 404 })
    expect(await visitor.call(unlinkOwnIdentity, { ...input, CurrentPassword: 'not it' })).toMatchObject({
      status: 409,
    })
    expect(await otherBrowser.call(listOwnIdentities, {})).toMatchObject({ body: { count: 0 } })
    expect(await visitor.call(unlinkOwnIdentity, input)).toMatchObject({ status: 200 })
    expect(await browser(app).signIn('aisha@sso')).toMatchObject({ status: 403 })
  })
})

/** Returns the latest link sent to this user. */
async function linkTo({ email }: SignedUp) {
  const [message] = await app.sql<{ body: string }>(
    `select body from outbox_message where recipient = $1 and body like '%step=link#%' order by created_at desc limit 1`,
    email,
  )
  return { Token: /step=link#([\w-]{43})/.exec(message!.body)![1]! }
}
const subjectsTo = async (email: string) =>
  (
    await app.sql<{ subject: string }>(
      'select subject from outbox_message where recipient = $1 order by created_at',
      email,
    )
  ).map(({ subject }) => subject)

describe('identity requests by an administrator', () => {
  const input = () => ({ UserId: mei.userId, Provider: 'sso', Subject: 'mei@sso' }) as const

  test('identity request: the account is linked once its owner confirms; both are notified, and the link in the message works once', async () => {
    const requested = await app.call(addIdentity, input(), administrator)
    expect(requested).toMatchObject({
      status: 201,
      body: { SentTo: expect.stringMatching(/^s•••@/), ExpiresIn: 86_400 },
    })
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ status: 403 })

    const link = await linkTo(mei)
    expect(JSON.stringify(requested.body)).not.toContain(link.Token)
    expect(JSON.stringify(await app.sql('select * from identity_request'))).not.toContain(link.Token)
    expect(await app.call(getIdentityRequest, link, null)).toMatchObject({
      body: {
        Username: mei.username,
        Provider: 'sso',
        Subject: 'mei@sso',
        RequestedBy: expect.stringContaining('Aisha'),
      },
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.call(confirmIdentity, link, null)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ refusal }) => refusal.code === 'access.request_expired')).toHaveLength(7)
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ body: { user_info: { username: mei.username } } })
    expect(await subjectsTo(mei.email)).toContain('Another way to sign in was added')
    const { staffId, userId } = await app.token(administrator)
    const [{ email }] = (await app.sql<{ email: string }>('select email from staff where staff_id = $1', staffId)) as [
      { email: string },
    ]
    expect(await subjectsTo(email)).toContain('Your request for another way to sign in')
    expect(await app.sql(`select linked_by_id::int as by from user_identity where subject = 'mei@sso'`)).toEqual([
      { by: userId },
    ])
    const logged = await app.sql<{ action_type: string }>(
      `select action_type from audit_log where object_type in ('IdentityRequest', 'UserIdentity') order by audit_log_id`,
    )
    expect(logged.map(({ action_type }) => action_type)).toEqual(
      expect.arrayContaining(['Request User Identity', 'Add User Identity']),
    )
  })

  test('identity request: no link is made if the owner declines or answers late, or the requester has lost the right', async () => {
    await app.call(addIdentity, input(), administrator)
    const declined = await linkTo(mei)
    expect((await app.call(declineIdentity, declined, null)).body).toEqual({ Username: mei.username })
    expect((await app.call(confirmIdentity, declined, null)).status).toBe(409)

    await clearCodeInterval(app)
    await app.call(addIdentity, input(), administrator)
    await app.sql(`update identity_request set expires_at = now() - interval '1 second' where declined_at is null`)
    expect((await app.call(confirmIdentity, await linkTo(mei), null)).status).toBe(409)
    expect((await app.call(getIdentityRequest, await linkTo(mei), null)).status).toBe(409)

    const leaving = staffWith({ roles: ['User Roles', 'Lead Source'], outlet: 'HQ' })
    await clearCodeInterval(app)
    await app.call(addIdentity, input(), leaving)
    await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, (await app.token(leaving)).userId)
    expect((await app.call(confirmIdentity, await linkTo(mei), null)).status).toBe(409)
    for (const Token of ['', 'x', 'x'.repeat(43)])
      expect((await app.call(confirmIdentity, { Token }, null)).status).toBe(409)
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ status: 403 })
  })

  test('an outlet administrator cannot see or change identities, and no administrator can request a link for their own account', async () => {
    const atOutlet = staffWith({ roles: ['User Roles'] })
    // The reply is the same as for an unknown id.
    for (const reply of [
      await app.call(addIdentity, input(), atOutlet),
      await app.call(removeIdentity, { IdentityId: 1 }, atOutlet),
    ])
      expect(reply).toMatchObject({ status: 404 })
    expect(await app.call(listIdentities, {}, atOutlet)).toMatchObject({
      status: 403,
      refusal: { code: 'staff.head_office_only' },
    })
    const { userId } = await app.token(administrator)
    expect(await app.call(addIdentity, { ...input(), UserId: userId }, administrator)).toMatchObject({
      status: 409,
      refusal: { code: 'access.own_identity' },
    })
  })

  test('identity request: linked subjects and unknown accounts are refused; linked identities are listed and can be removed', async () => {
    await app.call(addIdentity, input(), administrator)
    await app.call(confirmIdentity, await linkTo(mei), null)
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ body: { user_info: { username: mei.username } } })
    expect(await app.call(addIdentity, { ...input(), UserId: aisha.userId }, administrator)).toMatchObject({
      status: 409,
    })
    expect(await app.call(addIdentity, { ...input(), Provider: 'google' }, administrator)).toMatchObject({
      status: 404,
    })
    expect(await app.call(addIdentity, { ...input(), UserId: 999_999, Subject: 'x' }, administrator)).toMatchObject({
      status: 404,
    })
    const listed = await app.call(listIdentities, { Search: { Username: mei.username } }, administrator)
    expect(listed.body).toMatchObject({ count: 1, rows: [{ Subject: 'mei@sso' }] })
    expect(listed.body.rows[0]?.LastUsedAt).not.toBeNull()

    await app.call(removeIdentity, { IdentityId: listed.body.rows[0]!.IdentityId }, administrator)
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ status: 403 })
    expect(await subjectsTo(mei.email)).toContain('A way to sign in was removed')
  })
})
