import { describe, expect, test } from 'vitest'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'
import { voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { showClaimedCode } from '../contract/claimed-code.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const roles = ['Claim Rewards', 'Cancel Claim Rewards'] as const
const clerk = staffWith({ roles })
const colleague = staffWith({ roles: [...roles, 'Collect Rewards'] })
const elsewhere = staffWith({ roles, outlet: 'PAV' })

/** Issues a reward whose only voucher has the security code C0DE. */
async function issueReward() {
  const { MembershipNo } = await member(app.db)
  const { RewardId, VoucherType } = await voucherReward(app.db, 1)
  const VoucherNo = `${VoucherType}-1`
  await app.db
    .updateTable('Voucher')
    .set(createSecurityCodeSealer(app.services).seal(VoucherNo, 'C0DE'))
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  const { body } = await app.call(contract.issueRewards, { RewardId, MembershipNos: [MembershipNo] }, hq)
  return { MembershipNo, VoucherNo, ReferenceCode: body.rows[0]!.ReferenceCode! }
}
type CustomerReward = Awaited<ReturnType<typeof issueReward>>
const identified = ({ ReferenceCode, MembershipNo }: CustomerReward) =>
  ({ ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }) as const
const claim = (customerReward: CustomerReward, as = clerk) =>
  app.call(contract.claimReward, identified(customerReward), as)
const lookUp = (customerReward: CustomerReward, as = clerk) =>
  app.call(contract.lookupCustomerReward, { ...identified(customerReward), Act: 'claim' }, as)
const readCode = ({ ReferenceCode }: CustomerReward, as = clerk) => app.call(showClaimedCode, { ReferenceCode }, as)
const refusalFor = async (customerReward: CustomerReward, as = clerk) =>
  (await readCode(customerReward, as)).refusal.code
const NOT_SHOWN = 'customer-rewards.code_not_shown'

describe('security code of a claimed voucher', () => {
  test('security code: the till that claimed the reward can print the code, and another till cannot', async () => {
    const till = { ...systemWith('rewards:claim'), outlet: 'KLCC' }
    const customerReward = await issueReward()
    expect((await claim(customerReward, till)).status).toBe(200)
    expect((await readCode(customerReward, till)).body.SecurityCode).toBe('C0DE')
    const otherTill = { ...systemWith('rewards:claim', 'rewards:read'), outlet: 'KLCC' }
    expect(await refusalFor(customerReward, otherTill)).toBe(NOT_SHOWN)
  })

  test('security code: the user who claimed the reward can read the code, and the access is logged', async () => {
    const customerReward = await issueReward()
    expect((await claim(customerReward)).body).toMatchObject({
      VoucherNo: customerReward.VoucherNo,
      SecurityCode: '••••••••',
    })
    expect(await readCode(customerReward)).toMatchObject({
      status: 200,
      body: { ReferenceCode: customerReward.ReferenceCode, VoucherNo: customerReward.VoucherNo, SecurityCode: 'C0DE' },
    })
    const [log] = await app.sql(
      `select log_text from audit_log where object_id = $1 order by logged_at desc, log_text desc limit 1`,
      customerReward.ReferenceCode,
    )
    expect(log).toEqual({
      log_text: `View Security Code in Customer Reward. ReferenceCode - ${customerReward.ReferenceCode}, VoucherNo - ${customerReward.VoucherNo}`,
    })
  })

  test('security code: is readable only within ten minutes after the claim', async () => {
    const customerReward = await issueReward()
    await lookUp(customerReward)
    expect(await refusalFor(customerReward)).toBe(NOT_SHOWN)
    await claim(customerReward)
    app.clock.advance(9 * 60)
    expect((await readCode(customerReward)).status).toBe(200)
    app.clock.advance(61)
    expect(await refusalFor(customerReward)).toBe(NOT_SHOWN)
  })

  test('security code: a colleague, another outlet and head office cannot read the code', async () => {
    const customerReward = await issueReward()
    await claim(customerReward)
    for (const user of [colleague, elsewhere]) {
      await lookUp(customerReward, user)
      expect(await refusalFor(customerReward, user)).toBe(NOT_SHOWN)
    }
    expect(await refusalFor(customerReward, hq)).toBe(NOT_SHOWN)
    expect((await readCode(customerReward, staffWith({ roles: ['Collect Rewards'] }))).status).toBe(403)
  })

  test('security code: after a claim was cancelled, only the user of the next claim can read the code', async () => {
    const customerReward = await issueReward()
    await claim(customerReward)
    await app.call(contract.cancelClaim, { ReferenceCode: customerReward.ReferenceCode, Reason: 'Wrong member' }, clerk)
    expect(await refusalFor(customerReward)).toBe(NOT_SHOWN)
    await claim(customerReward, colleague)
    expect(await refusalFor(customerReward)).toBe(NOT_SHOWN)
    expect((await readCode(customerReward, colleague)).body.SecurityCode).toBe('C0DE')
  })
})
