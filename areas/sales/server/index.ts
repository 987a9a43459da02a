// Exports of sales for other areas.

export { addTransaction } from './add-transaction.ts'
export * from './events.ts'
