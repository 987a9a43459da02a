import { describe, expect, test } from 'vitest'
import { confirmUpgrade, prepareUpgrade } from '#areas/memberships/contract/upgrade.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { approver, levelCompany } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { line } from '#tests/factories/sales.ts'
import { hq, outletStaff } from '#tests/harness.ts'
import { addLevelHistory, approveLevelHistory, rejectLevelHistory } from '../contract/level-histories.ts'

const { app, nightly, set, historyOf, statusOf, cardOf, buy, cancelSale } = levelCompany()

describe('effect of cancelled sales on card levels', () => {
  const upgraded = async (amounts: string[]) => {
    await set('takeEffect', 'At once')
    await set('upgradeAfterSale', 'Y')
    const member = await premium(app.db, 'BRONZE')
    const invoices: string[] = []
    for (const amount of amounts) invoices.push(await buy(member, amount))
    expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('SILVER')
    return { ...member, invoices }
  }

  test('cancelled sale: if the sale caused an upgrade, a downgrade is requested and never made automatically', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    await cancelSale(invoices[0]!)
    expect((await cardOf(MembershipNo)).CardCategoryCode).toBe('SILVER')
    const [change, upgrade] = await historyOf(MembershipNo)
    expect(change).toMatchObject({
      Action: 'Downgrade',
      FromCategory: 'SILVER',
      ToCategory: 'BRONZE',
      Reason: 'Sale cancelled',
      Status: 'Pending',
      BasisAmount: '2000.00',
      RequiredAmount: '5000.00',
      RequestedBy: null,
    })
    expect(upgrade).toMatchObject({ Action: 'Upgrade', Status: 'Approved' })
    const { LevelHistoryId } = change!
    await app.call(approveLevelHistory, { LevelHistoryId, DecisionRemark: 'An exception' }, approver)
    expect((await cardOf(MembershipNo)).CardCategoryCode).toBe('BRONZE')
  })

  test('cancelled sale: no downgrade is requested if later purchases reach the required spend', async () => {
    const member = await upgraded(['3000', '2000'])
    await buy(member, '3000')
    await cancelSale(member.invoices[0]!)
    expect((await historyOf(member.MembershipNo)).map(({ Action }) => Action)).toEqual(['Upgrade'])
  })

  test('cancelled sale: a later upgrade by staff does not prevent the request for a downgrade', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    const { body } = await app.call(
      addLevelHistory,
      { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD' },
      outletStaff,
    )
    await app.call(
      approveLevelHistory,
      { LevelHistoryId: body.LevelHistoryId, DecisionRemark: 'An exception' },
      approver,
    )
    expect((await cardOf(MembershipNo)).CardCategoryCode).toBe('GOLD')
    await cancelSale(invoices[0]!)
    expect((await historyOf(MembershipNo))[0]).toMatchObject({
      Action: 'Downgrade',
      FromCategory: 'GOLD',
      ToCategory: 'BRONZE',
      Reason: 'Sale cancelled',
      Status: 'Pending',
    })
    expect((await cardOf(MembershipNo)).CardCategoryCode).toBe('GOLD')
  })

  test('cancelled sale: a rejected downgrade is not requested again for the same upgrade, even after another return', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    await cancelSale(invoices[0]!)
    const { LevelHistoryId } = (await historyOf(MembershipNo))[0]!
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'Exchanged next week' }, approver)
    await cancelSale(invoices[1]!)
    await nightly('2026-11-21')
    expect(await historyOf(MembershipNo)).toHaveLength(2)
  })

  test('cancelled sale: the nightly batch requests the downgrade if the sale was cancelled by import or during another change', async () => {
    const { MembershipNo, invoices } = await upgraded(['3000', '2000'])
    const otherChange = await app.call(
      addLevelHistory,
      { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD' },
      outletStaff,
    )
    await cancelSale(invoices[0]!)
    expect((await historyOf(MembershipNo)).filter(({ Action }) => Action === 'Downgrade')).toEqual([])
    const { LevelHistoryId } = otherChange.body
    await app.call(rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'No' }, approver)
    await nightly('2026-11-21')
    expect((await historyOf(MembershipNo)).find(({ Action }) => Action === 'Downgrade')).toMatchObject({
      Reason: 'Sale cancelled',
      Status: 'Pending',
    })
  })

  test.each([
    ['whole', undefined, null, 'Non-Premium Member'],
    ['part', '4', 'BRONZE', 'Premium Member'],
  ])(
    'cancelled sale: if the sale made the member premium, cancelling it in %s requests a downgrade',
    async (_, quantity, target, memberType) => {
      await set('takeEffect', 'At once')
      const member = await registered(app.db, { DateOfBirth: '1990-01-01', Gender: 'Female' })
      await address(app.db, member.CustomerId)
      const { MembershipNo } = member
      const InvoiceNo = await buy(member, '0', { Details: [line('1000', { Quantity: '5' })] })
      const { body } = await app.call(prepareUpgrade, { MembershipNo, InvoiceNo }, outletStaff)
      expect(body.CardCategoryCode).toBe('SILVER')
      await app.call(confirmUpgrade, { MembershipNo, Version: body.Version }, outletStaff)
      await app.call(
        addTransaction,
        {
          TransactionType: 'C',
          OriginalInvoiceNo: InvoiceNo,
          ...(quantity && { Details: [{ OldSequenceNo: 1, Quantity: quantity }] }),
        } as never,
        hq,
      )
      const [change] = await historyOf(MembershipNo)
      expect(change).toMatchObject({
        Action: 'Downgrade',
        FromCategory: 'SILVER',
        ToCategory: target,
        Reason: 'Sale cancelled',
      })
      const { LevelHistoryId } = change!
      expect(
        (await app.call(approveLevelHistory, { LevelHistoryId, DecisionRemark: 'An exception' }, approver)).status,
      ).toBe(200)
      expect(await cardOf(MembershipNo)).toMatchObject({ CardCategoryCode: target, MemberType: memberType })
      expect(await app.sql('select member_type from customer where customer_id = $1', member.CustomerId)).toEqual([
        { member_type: memberType },
      ])
    },
  )
})

test('level change: an approved change lapses if the member has another category when it becomes due', async () => {
  const member = await premium(app.db, 'BRONZE')
  await buy(member, '5000')
  await nightly('2026-11-21')
  await app.sql(`update membership set card_category_code = 'GOLD' where membership_no = $1`, member.MembershipNo)
  await nightly('2026-11-22')
  expect((await cardOf(member.MembershipNo)).CardCategoryCode).toBe('GOLD')
  expect(await historyOf(member.MembershipNo)).toMatchObject([{ AppliedAt: null, LapsedAt: expect.any(String) }])
})

test('level changes: concurrent sales, cancellations, decisions and the nightly batch leave one consistent level', async () => {
  await set('upgradeAfterSale', 'Y')
  const member = await premium(app.db, 'BRONZE')
  const { MembershipNo } = member
  const invoices = await Promise.all(['1500', '1500', '1500', '1500', '1500'].map((amount) => buy(member, amount)))
  await Promise.all([
    ...invoices.slice(0, 3).map((invoice) => cancelSale(invoice)),
    buy(member, '500'),
    buy(member, '500'),
    nightly('2026-11-21'),
    nightly('2026-11-21'),
  ])
  const changes = await historyOf(MembershipNo)
  expect(changes.filter(({ Action }) => Action === 'Upgrade')).toHaveLength(1)
  // Three of five purchases were returned, so the remaining spend no longer justifies the upgrade.
  expect(changes.filter(({ Status }) => Status === 'Pending')).toMatchObject([{ Reason: 'Sale cancelled' }])
  expect((await statusOf(MembershipNo)).Spend).toBe('4000.00')
})
