// Functions of the area `sales` that other areas use.

export { addTransaction } from './add-transaction.ts'
export * from './events.ts'
export { saleHeadColumns } from './sale-rows.ts'
