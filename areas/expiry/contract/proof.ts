import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

export const reconciliationRoles = ['Point Adjustment', 'Point Expiry', 'Settings'] as const

export const Proof = z.strictObject({
  ProvedAt: Instant,
  Milliseconds: z.int(),
  Members: z.int(),
  LedgerRows: z.int(),
  Lots: z.int(),
  Sales: z.int(),
  Lines: z.int(),
  Differences: z.int(),
})

/** An exact number, without trailing zeros. */
const Figure = z.string().regex(/^-?\d+(\.\d+)?$/)

/** A difference between `Expected`, computed from the detail rows, and `Found`, the stored total. */
export const ProofDifference = z.strictObject({
  Place: z.int(),
  CheckName: z.enum([
    'Balance',
    'Lots',
    'Arrears',
    'Sequence',
    'Lot',
    'Expiry',
    'Debit',
    'Total earned',
    'Total redeemed',
    'Total expired',
    'Total reversed',
    'Total adjusted',
    'Total merged',
    'Points of sale',
    'Reversed points of sale',
    'Bonuses of sale',
    'Reversed bonuses of sale',
    'Points of lines',
    'Amount of lines',
    'Amount of sale',
    'Cancelled quantity',
    'Reversed points of line',
    'Stock on hand',
    'Stock reserved',
    'Stock issued',
    'Reserved for members',
    'Rewards given',
    'Voucher and reward',
    'Purchase day',
    'Days since first purchase',
    'Days since last purchase',
    'Sold line',
    'Amount of sold line',
  ]),
  /** The membership of the difference; null for sales without a member and for stock. */
  MembershipNo: z.string().nullable(),
  HistoryId: Id.nullable(),
  InvoiceNo: z.string().nullable(),
  /** The record with the difference: by CheckName a reward, stock location, voucher, sale line or purchase day. */
  Reference: z.string().nullable(),
  /** The expected value and the stored value: by CheckName points, an amount or a quantity. */
  Expected: Figure,
  Found: Figure,
})
export type ProofDifference = z.infer<typeof ProofDifference>

export const getReconciliation = read({
  path: '/point/proofs/find-one',
  access: { role: reconciliationRoles },
  scope: unnamedRows('HQ'),
  about: ['proof'],
  summary:
    'Returns the latest reconciliation of ledger, lots, allocations, balances, sales, rewards, stock and vouchers; null before the first',
  body: z.strictObject({}),
  reply: z.strictObject({ Proof: Proof.nullable() }),
})

export const listReconciliationDifferences = read({
  path: '/point/proofs/differences/find-all',
  access: { role: reconciliationRoles },
  scope: unnamedRows('HQ'),
  about: ['difference', 'proof'],
  summary: 'Differences found by the latest reconciliation',
  body: pageQuery({ CheckName: ProofDifference.shape.CheckName }, { rows: 20, sort: ['Place'] }),
  reply: pageReply(ProofDifference),
})

export const requestReconciliation = change({
  path: '/point/proofs/run',
  access: { role: reconciliationRoles },
  scope: unnamedRows('HQ'),
  about: ['proof'],
  summary: 'Requests a reconciliation of the ledger, which runs in the background',
  body: z.strictObject({}),
  reply: z.strictObject({ AskedYN: z.literal('Y') }),
})
