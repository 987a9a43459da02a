import { describe, expect, test } from 'vitest'
import { sealingOfCodes } from '#areas/vouchers/server/index.ts'
import { voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { showClaimedCode } from '../contract/claimed-code.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const roles = ['Claim Rewards', 'Cancel Claim Rewards'] as const
const clerk = staffWith({ roles })
const colleague = staffWith({ roles: [...roles, 'Collect Rewards'] })
const elsewhere = staffWith({ roles, outlet: 'PAV' })

/** A reward that a member can claim, whose only voucher has the code C0DE. */
async function issued() {
  const { MembershipNo } = await member(app.db)
  const { RewardId, VoucherType } = await voucherReward(app.db, 1)
  const VoucherNo = `${VoucherType}-1`
  await app.db
    .updateTable('Voucher')
    .set(sealingOfCodes(app.services).seal(VoucherNo, 'C0DE'))
    .where('VoucherNo', '=', VoucherNo)
    .execute()
  const { body } = await app.call(contract.issueRewards, { RewardId, MembershipNos: [MembershipNo] }, hq)
  return { MembershipNo, VoucherNo, ReferenceCode: body.rows[0]!.ReferenceCode! }
}
type Held = Awaited<ReturnType<typeof issued>>
const identified = ({ ReferenceCode, MembershipNo }: Held) =>
  ({ ReferenceCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }) as const
const claim = (held: Held, as = clerk) => app.call(contract.claimReward, identified(held), as)
const lookUp = (held: Held, as = clerk) =>
  app.call(contract.lookupCustomerReward, { ...identified(held), Act: 'claim' }, as)
const code = ({ ReferenceCode }: Held, as = clerk) => app.call(showClaimedCode, { ReferenceCode }, as)
const refusedTo = async (held: Held, as = clerk) => (await code(held, as)).refusal.code
const NOT_SHOWN = 'customer-rewards.code_not_shown'

describe('the security code of a voucher', () => {
  test('is read by the person who has just claimed it, and that is noted', async () => {
    const held = await issued()
    expect((await claim(held)).body).toMatchObject({ VoucherNo: held.VoucherNo, SecurityCode: '••••••••' })
    expect(await code(held)).toMatchObject({
      status: 200,
      body: { ReferenceCode: held.ReferenceCode, VoucherNo: held.VoucherNo, SecurityCode: 'C0DE' },
    })
    const [log] = await app.sql(
      `select log_text from audit_log where object_id = $1 order by logged_at desc, log_text desc limit 1`,
      held.ReferenceCode,
    )
    expect(log).toEqual({
      log_text: `View Security Code in Customer Reward. ReferenceCode - ${held.ReferenceCode}, VoucherNo - ${held.VoucherNo}`,
    })
  })

  test('is read for ten minutes, and not before the claim', async () => {
    const held = await issued()
    await lookUp(held)
    expect(await refusedTo(held)).toBe(NOT_SHOWN)
    await claim(held)
    app.clock.advance(9 * 60)
    expect((await code(held)).status).toBe(200)
    app.clock.advance(61)
    expect(await refusedTo(held)).toBe(NOT_SHOWN)
  })

  test('is nobody else’s to read: no colleague’s, no other outlet’s, and not head office’s by this way', async () => {
    const held = await issued()
    await claim(held)
    for (const other of [colleague, elsewhere]) {
      await lookUp(held, other)
      expect(await refusedTo(held, other)).toBe(NOT_SHOWN)
    }
    expect(await refusedTo(held, hq)).toBe(NOT_SHOWN)
    expect((await code(held, staffWith({ roles: ['Collect Rewards'] }))).status).toBe(403)
  })

  test('is gone with a claim that was cancelled, and belongs to the next one who claims', async () => {
    const held = await issued()
    await claim(held)
    await app.call(contract.cancelClaim, { ReferenceCode: held.ReferenceCode, Reason: 'Wrong member' }, clerk)
    expect(await refusedTo(held)).toBe(NOT_SHOWN)
    await claim(held, colleague)
    expect(await refusedTo(held)).toBe(NOT_SHOWN)
    expect((await code(held, colleague)).body.SecurityCode).toBe('C0DE')
  })
})
