// What other areas may know of sales.

export * from './events.ts'
