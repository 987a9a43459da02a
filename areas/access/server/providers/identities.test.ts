import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoSso } from '#app/server/demo-sso/mount.ts'
import {
  addIdentity,
  finishLink,
  listIdentities,
  listOwnIdentities,
  removeIdentity,
  signIn,
  startLink,
  unlinkOwnIdentity,
  verifySignIn,
} from '#areas/access/contract.ts'
import { browser } from '#tests/factories/provider.ts'
import { codeSentTo, password, type SignedUp, signedUp } from '#tests/factories/sign-in.ts'
import { staffWith, useApp } from '#tests/harness.ts'

const accounts = ['aisha@sso', 'mei@sso']
const demo = demoSso({ basePath: '', publicUrl: undefined, accounts })
const app = useApp({ demo: true, demoSso: demo })
const administrator = staffWith({ roles: ['User Roles'] })
let aisha: SignedUp
let mei: SignedUp

beforeAll(async () => {
  aisha = await signedUp(app)
  mei = await signedUp(app)
})
beforeEach(async () => void (await app.sql('delete from user_identity')))

/** A browser in which somebody has signed in with their password. */
async function browserOf(user: SignedUp) {
  const visitor = browser(app)
  const { body } = await visitor.call(signIn, { Username: user.username, Password: password })
  await visitor.call(verifySignIn, { ChallengeId: body.ChallengeId, Code: await codeSentTo(app, user.email) })
  return visitor
}

async function link(visitor: ReturnType<typeof browser>, account: string) {
  const { body } = await visitor.call(startLink, { Provider: 'sso', CurrentPassword: password, From: '/profile' })
  return visitor.visit(body.Location, account)
}

describe('linking one’s own account', () => {
  test('takes the password and a sign-in there; from then on that identity signs in, and its owner is told', async () => {
    const visitor = await browserOf(aisha)

    const linked = await visitor.call(finishLink, await link(visitor, 'aisha@sso'))

    expect(linked).toMatchObject({ status: 200, body: { From: '/profile' } })
    const { body } = await visitor.call(listOwnIdentities, {})
    expect(body).toMatchObject({
      count: 1,
      rows: [{ Provider: 'sso', Subject: 'aisha@sso', Username: aisha.username }],
    })
    expect(await browser(app).signIn('aisha@sso')).toMatchObject({ body: { user_info: { username: aisha.username } } })
    const [told] = await app.sql(
      'select subject from outbox_message where recipient = $1 order by created_at desc limit 1',
      aisha.email,
    )
    expect(told).toEqual({ subject: 'Another way to sign in was added' })
    const audited = await app.sql(
      `select action_type, updated_by_id::int as by from audit_record where object_type = 'UserIdentity' and action_type = 'Add'`,
    )
    expect(audited).toContainEqual({ action_type: 'Add', by: aisha.userId })
  })

  test('needs the password again: an open session is not enough', async () => {
    const visitor = await browserOf(aisha)
    expect(await visitor.call(startLink, { Provider: 'sso', CurrentPassword: 'not it' })).toMatchObject({
      status: 409,
      refusal: { code: 'access.wrong_password' },
    })
  })

  test('works neither for who has signed in there since, nor as a sign-in', async () => {
    const visitor = await browserOf(aisha)
    const back = await link(visitor, 'aisha@sso')
    const other = await browserOf(mei)
    other.cookies.set('sign-in', visitor.cookies.get('sign-in')!)

    expect(await other.call(finishLink, back)).toMatchObject({
      status: 401,
      refusal: { code: 'access.provider_not_started' },
    })
    expect(await browser(app).signIn('aisha@sso')).toMatchObject({ status: 403 })
    expect(await app.sql('select 1 from user_identity')).toEqual([])
  })

  test('does not take an identity that is another’s', async () => {
    const first = await browserOf(aisha)
    await first.call(finishLink, await link(first, 'aisha@sso'))
    const second = await browserOf(mei)

    expect(await second.call(finishLink, await link(second, 'aisha@sso'))).toMatchObject({
      status: 409,
      refusal: { code: 'access.identity_taken' },
    })
  })

  test('can be undone by its owner and by nobody else', async () => {
    const visitor = await browserOf(aisha)
    const { body } = await visitor.call(finishLink, await link(visitor, 'aisha@sso'))
    const other = await browserOf(mei)

    expect(await other.call(unlinkOwnIdentity, body)).toMatchObject({ status: 400 })
    expect(await other.call(unlinkOwnIdentity, { IdentityId: body.IdentityId })).toMatchObject({ status: 404 })
    expect(await other.call(listOwnIdentities, {})).toMatchObject({ body: { count: 0 } })
    expect(await visitor.call(unlinkOwnIdentity, { IdentityId: body.IdentityId })).toMatchObject({ status: 200 })
    expect(await browser(app).signIn('aisha@sso')).toMatchObject({ status: 403 })
  })
})

describe('an administrator', () => {
  test('links an account by its subject, sees who is linked and takes it back', async () => {
    const wish = { UserId: mei.userId, Provider: 'sso', Subject: 'mei@sso' } as const
    const added = await app.call(addIdentity, wish, administrator)
    expect(added).toMatchObject({ status: 201, body: { Username: mei.username, Issuer: demo.settings.issuer } })
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ body: { user_info: { username: mei.username } } })

    expect(await app.call(addIdentity, { ...wish, UserId: aisha.userId }, administrator)).toMatchObject({ status: 409 })
    expect(await app.call(addIdentity, { ...wish, Provider: 'google' }, administrator)).toMatchObject({ status: 404 })
    expect(await app.call(addIdentity, { ...wish, UserId: 999_999, Subject: 'x' }, administrator)).toMatchObject({
      status: 404,
    })
    const listed = await app.call(listIdentities, { Search: { Username: mei.username } }, administrator)
    expect(listed.body).toMatchObject({ count: 1, rows: [{ Subject: 'mei@sso' }] })
    expect(listed.body.rows[0]?.LastUsedAt).not.toBeNull()

    await app.call(removeIdentity, { IdentityId: added.body.IdentityId }, administrator)
    expect(await browser(app).signIn('mei@sso')).toMatchObject({ status: 403 })
  })
})
