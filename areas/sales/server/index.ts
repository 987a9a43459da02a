// The exports of this area for other areas.

export { addTransaction } from './add-transaction.ts'
export * from './events.ts'
