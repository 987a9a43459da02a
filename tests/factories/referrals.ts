import { addCustomer } from '#areas/customers/contract/customers.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { approveReferral, customerReferrals, listReferrals, rejectReferral } from '#areas/referrals/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { type Caller, hq, outletStaff, type TestApp } from '../harness.ts'
import { nextNumber } from './people.ts'
import { checkLedger, line, member } from './sales.ts'

// Registers friends and referrers as staff do at the counter.

export function friends(app: TestApp) {
  const buy = async (MembershipNo: string, amount: string, more: object = {}) => {
    const InvoiceNo = `F${nextNumber()}`
    const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line(amount)], ...more }
    await app.call(lookupMember, { Typed: MembershipNo }, outletStaff)
    const { status } = await app.call(addTransaction, sale as never, outletStaff)
    if (status !== 201) throw new Error(`The sale was answered with ${status}`)
    return InvoiceNo
  }
  const cancelSale = (OriginalInvoiceNo: string, Details?: object[]) =>
    app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, hq)

  /** A premium member with a purchase. */
  const referrer = async (outlet = 'KLCC') => {
    const newMember = await member(app.db, { outlet })
    return { ...newMember, InvoiceNo: await buy(newMember.MembershipNo, '100') }
  }

  const register = (RecommendMembershipNo: string | null, more: object = {}, caller: Caller = outletStaff) => {
    const number = nextNumber()
    return app.call(
      addCustomer,
      {
        FullName: `LIM WEI JIE ${number}`,
        IdType: 'Passport',
        IdNo: `F${30_000_000 + number}`,
        ContactNo: `012-${4_000_000 + number}`,
        Language: 'English',
        RegisteredOutletCode: 'KLCC',
        Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
        ...(RecommendMembershipNo && { RecommendMembershipNo }),
        ...more,
      } as never,
      caller,
    )
  }

  /** A friend of a referrer, registered today; a premium member by default. */
  const friendOf = async (RecommendMembershipNo: string, { premium = true, ...more }: Record<string, unknown> = {}) => {
    const { body } = await register(RecommendMembershipNo, more)
    const { MembershipNo } = body.Memberships[0]!
    if (premium)
      await app.sql(
        `update membership set member_type = 'Premium Member', card_category_code = 'SILVER' where membership_no = $1`,
        MembershipNo,
      )
    return { CustomerId: body.CustomerId, MembershipNo, ReferralId: await referralIdOf(body.CustomerId) }
  }

  /** A friend with a qualifying purchase, the referrer, and the invoice. */
  const qualified = async (more: Record<string, unknown> = {}) => {
    const by = await referrer()
    const friend = await friendOf(by.MembershipNo, more)
    return { by, friend, InvoiceNo: await buy(friend.MembershipNo, '800') }
  }

  const referralIdOf = async (CustomerId: number) => (await referralOf(CustomerId))!.ReferralId
  const referralOf = async (CustomerId: number) =>
    (await app.call(customerReferrals, { CustomerId }, hq)).body.ReferredBy ?? undefined
  const statusOf = async (CustomerId: number) => (await referralOf(CustomerId))?.Status

  const approve = (ReferralId: number, Remark: string | null = null, caller: Caller = hq) =>
    app.call(approveReferral, { ReferralId, Remark }, caller)
  const reject = (ReferralId: number, caller: Caller = hq) =>
    app.call(rejectReferral, { ReferralId, Reason: 'They live together' }, caller)
  const list = async (Search: object, caller: Caller = hq) =>
    (await app.call(listReferrals, { Search, Rows: 200 } as never, caller)).body.rows

  /** Returns the award entries of the ledger in order, after checking that ledger and balance agree. */
  const awardsOf = async (MembershipNo: string) => {
    const { agree } = await checkLedger(app.db, MembershipNo)
    if (!agree) throw new Error(`The books of ${MembershipNo} differ`)
    const rows = await app.sql<{ points: string }>(
      `select points from point_history where membership_no = $1 and object_type = 'Referral' order by sequence_no`,
      MembershipNo,
    )
    return rows.map(({ points }) => Number(points))
  }
  return {
    buy,
    cancelSale,
    referrer,
    register,
    friendOf,
    qualified,
    referralOf,
    statusOf,
    approve,
    reject,
    list,
    awardsOf,
  }
}
