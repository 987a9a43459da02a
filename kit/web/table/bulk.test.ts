import { expect, test } from 'vitest'
import { CallError } from '../call.ts'
import { type CallOutcome, callWithRetry, firstRowPerSubject, runForEachRow } from './bulk.ts'

const refusal = (statusCode: number) => new CallError(statusCode, { code: 'kit.x', message: 'No' }, undefined, 0.001)

test('bulk action: every row is processed once, at most four at a time, and a failed row has its reason', async () => {
  let running = 0
  let maxRunning = 0
  const results = new Map<number, CallOutcome>()
  const each = async (row: number): Promise<CallOutcome> => {
    maxRunning = Math.max(maxRunning, ++running)
    const outcome = await callWithRetry(
      async () => {
        await new Promise(setImmediate)
        if (row % 10 === 0) throw refusal(409)
        return row
      },
      'done',
      'refused',
    )
    running--
    return outcome
  }
  const rows = Array.from({ length: 60 }, (_, index) => index + 1)

  await runForEachRow(rows, each, (row, outcome) => results.set(row, outcome))

  expect([...results.keys()].sort((left, right) => left - right)).toEqual(rows)
  expect([...results.values()].filter(({ state }) => state === 'refused')).toHaveLength(6)
  expect(results.get(10)?.reason).toMatchObject({ statusCode: 409 })
  expect(results.get(11)).toEqual({ state: 'done', reply: 11 })
  expect(maxRunning).toBeLessThanOrEqual(4)
})

test('bulk action: when the user stops the action, the remaining rows are not processed', async () => {
  const results: number[] = []
  await runForEachRow(
    Array.from({ length: 60 }, (_, index) => index),
    async () => ({ state: 'done' }),
    (row) => results.push(row),
    () => results.length >= 8,
  )
  expect(results.length).toBeLessThan(16)
})

test('bulk action: a call refused with 429 is retried after the time in the reply', async () => {
  let attempts = 0
  const outcome = await callWithRetry(
    async () => {
      if (++attempts < 3) throw refusal(429)
      return 'at last'
    },
    'done',
    'refused',
  )
  expect(outcome).toEqual({ state: 'done', reply: 'at last' })
})

test('bulk action: of several rows about the same customer only the first is processed', () => {
  const rows = [
    { Key: '1/May', CustomerId: 1 },
    { Key: '2/May', CustomerId: 2 },
    { Key: '1/June', CustomerId: 1 },
  ]
  expect(firstRowPerSubject(rows, ({ CustomerId }) => CustomerId).map(({ Key }) => Key)).toEqual(['1/May', '2/May'])
  expect(firstRowPerSubject(rows, undefined)).toEqual(rows)
})
