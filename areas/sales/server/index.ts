// Exports of sales for other areas.

export * from './events.ts'
