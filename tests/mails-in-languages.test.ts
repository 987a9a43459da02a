import { beforeAll, expect, test } from 'vitest'
import { signIn } from '#areas/access/contract.ts'
import { approveRequest } from '#areas/approvals/contract.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { savePreferences } from '#areas/workspace/contract.ts'
import { addEarningRules, member } from './factories/sales.ts'
import { clearCodeInterval, createSignInAccount, password, type SignedUp } from './factories/sign-in.ts'
import { staffWith, useApp } from './harness.ts'

// Staff get mails in the language that they use in the application.

const app = useApp({ at: '2026-11-21T04:00:00Z' })

beforeAll(() => addEarningRules(app.db))

const sentTo = async (email: string) => {
  const [message] = await app.sql<{ subject: string; body: string }>(
    'select subject, body from outbox_message where recipient = $1 limit 1',
    email,
  )
  return message!
}
const codeFor = async (user: SignedUp) => {
  await clearCodeInterval(app)
  await app.sql('delete from outbox_message')
  await app.call(signIn, { Username: user.username, Password: password }, { as: null })
  return sentTo(user.email)
}
const reads = (user: SignedUp, language: string) =>
  app.sql('insert into user_preference (user_id, language, updated_at) values ($1, $2, now())', user.userId, language)

test('sign-in code: the message is in the language of its recipient', async () => {
  const aisha = await createSignInAccount(app)
  await reads(aisha, 'fr')
  const { subject, body } = await codeFor(aisha)
  expect(subject).toBe('Votre code de connexion')
  expect(body).toMatch(/^Votre code de connexion est \d{6}\./)
})

test('sign-in code: the message is in the company’s first language if the recipient’s is unknown or was removed', async () => {
  const [mei, kenji] = [await createSignInAccount(app), await createSignInAccount(app)]
  await reads(kenji, 'ja')
  expect((await codeFor(mei)).subject).toBe('Your sign-in code')
  expect((await codeFor(kenji)).subject).toBe('サインインコード')

  await app.call(updateSetting, { Name: 'languages', Version: 0, Value: ['zh', 'en'] })

  expect((await codeFor(mei)).subject).toBe('您的登录验证码')
  expect((await codeFor(kenji)).subject).toBe('您的登录验证码')
  await app.call(updateSetting, { Name: 'languages', Version: 1, Value: ['en', 'zh', 'fr', 'ja'] })
})

test('approval request: each approver is notified in their own language', async () => {
  const asks = staffWith({ roles: ['Point Adjustment'], privileges: ['Adjust Points'] })
  const decides = staffWith({ roles: ['Point Adjustment'], privileges: ['Approve Adjustment'], outlet: 'HQ' })
  await app.call(savePreferences, { Language: 'ja' }, asks)
  await app.call(savePreferences, { Language: 'fr' }, decides)
  const { MembershipNo } = await member(app.db)
  await app.sql('delete from outbox_message')

  const { body } = await app.call(
    addAdjustment,
    {
      ...{ MembershipNo, TransactionType: 'Adjust In', PointAmount: 900_000 },
      ...{ ReasonCode: 'Goodwill', Remark: 'For the wait' },
    },
    asks,
  )
  await app.call(approveRequest, { ApprovalId: body.ApprovalId! }, decides)

  const subjects = await app.sql<{ subject: string }>('select subject from outbox_message order by created_at')
  expect(subjects.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'Ajustement de points\u00a0: une demande attend votre décision',
      'ポイント調整：申請が承認されました',
    ]),
  )
})
