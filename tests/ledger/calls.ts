import { addAdjustment, awardSalePoints, redeemPoints, refundRedemption, waiveArrears } from '#areas/points/contract.ts'
import { addTransaction, addTransactionDetail, assignSale, unassignSale } from '#areas/sales/contract.ts'
import { hq, staffWith, systemWith, type TestApp } from '#tests/test-app.ts'

// Every call that changes points, as the counter or head office makes it; random tests check refusals too.

export const counter = staffWith({
  roles: ['Customer Transaction', 'Redeem Rewards', 'Cancel Redeem Rewards', 'Customer'],
})

const till = systemWith('sales:write', 'sales:cancel')

export type Line = { cents: number; quantity: number }

export function ledgerCalls(app: Pick<TestApp, 'call'>) {
  const decimal = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return {
    sell: (InvoiceNo: string, MembershipNo: string | null, lines: readonly Line[], day: string) =>
      app.call(
        addTransaction,
        {
          TransactionType: 'N',
          InvoiceNo,
          OutletCode: 'KLCC',
          MembershipNo,
          PerformedAt: `${day}T12:00:00`,
          Details: lines.map(({ cents, quantity }) => ({
            Brand: 'Aurelia',
            UnitPrice: decimal(cents),
            Quantity: String(quantity),
          })),
        } as never,
        till,
      ),
    add: (InvoiceNo: string, { cents, quantity }: Line) =>
      app.call(
        addTransactionDetail,
        { InvoiceNo, Brand: 'Aurelia', UnitPrice: decimal(cents), Quantity: String(quantity) } as never,
        till,
      ),
    cancel: (OriginalInvoiceNo: string, lines: readonly { line: number; quantity: number }[]) =>
      app.call(
        addTransaction,
        {
          TransactionType: 'C',
          OriginalInvoiceNo,
          ...(lines.length > 0 && {
            Details: lines.map(({ line, quantity }) => ({ OldSequenceNo: line, Quantity: String(quantity) })),
          }),
        } as never,
        counter,
      ),
    award: (InvoiceNo: string, MembershipNo: string) => app.call(awardSalePoints, { InvoiceNo, MembershipNo }, counter),
    assign: (InvoiceNo: string, MembershipNo: string) => app.call(assignSale, { InvoiceNo, MembershipNo }, counter),
    unassign: (InvoiceNo: string) => app.call(unassignSale, { InvoiceNo, Remark: 'Another customer' }, hq),
    redeem: (MembershipNo: string, Points: number, ObjectValue: string) =>
      app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue }, counter),
    pay: (MembershipNo: string, Points: number, InvoiceNo: string) =>
      app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Invoice', ObjectValue: InvoiceNo }, counter),
    refund: (HistoryId: number) => app.call(refundRedemption, { HistoryId, Remark: 'Given back' }, counter),
    waive: (MembershipNo: string, Points: number) =>
      app.call(waiveArrears, { MembershipNo, Points, Remark: 'Our mistake' }, hq),
    adjust: (MembershipNo: string, points: number, ExpiryDate?: string) =>
      app.call(
        addAdjustment,
        {
          MembershipNo,
          TransactionType: points > 0 ? 'Adjust In' : 'Adjust Out',
          PointAmount: Math.abs(points),
          ReasonCode: 'Goodwill',
          Remark: 'By hand',
          ...(points > 0 && ExpiryDate && { ExpiryDate }),
        } as never,
        hq,
      ),
  }
}

export type LedgerCalls = ReturnType<typeof ledgerCalls>
