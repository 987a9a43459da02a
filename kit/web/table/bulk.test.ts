import { expect, test } from 'vitest'
import { CallError } from '../call.ts'
import { type Outcome, oncePerSubject, outcomeOf, runEach } from './bulk.ts'

const refusal = (statusCode: number) => new CallError(statusCode, { code: 'kit.x', message: 'No' }, undefined, 0.001)

test('every row is tried once, a few at a time, and what is refused keeps its reason', async () => {
  let running = 0
  let most = 0
  const results = new Map<number, Outcome>()
  const each = async (row: number): Promise<Outcome> => {
    most = Math.max(most, ++running)
    const outcome = await outcomeOf(
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
  const rows = Array.from({ length: 60 }, (_, place) => place + 1)

  await runEach(rows, each, (row, outcome) => results.set(row, outcome))

  expect([...results.keys()].sort((one, other) => one - other)).toEqual(rows)
  expect([...results.values()].filter(({ state }) => state === 'refused')).toHaveLength(6)
  expect(results.get(10)?.reason).toMatchObject({ statusCode: 409 })
  expect(results.get(11)).toEqual({ state: 'done', reply: 11 })
  expect(most).toBeLessThanOrEqual(4)
})

test('stopped, it leaves the rest untried', async () => {
  const results: number[] = []
  await runEach(
    Array.from({ length: 60 }, (_, place) => place),
    async () => ({ state: 'done' }),
    (row) => results.push(row),
    () => results.length >= 8,
  )
  expect(results.length).toBeLessThan(16)
})

test('asked to slow down, it waits and tries again', async () => {
  let attempts = 0
  const outcome = await outcomeOf(
    async () => {
      if (++attempts < 3) throw refusal(429)
      return 'at last'
    },
    'done',
    'refused',
  )
  expect(outcome).toEqual({ state: 'done', reply: 'at last' })
})

test('of several rows about the same one the first stands for all', () => {
  const rows = [
    { Key: '1/May', CustomerId: 1 },
    { Key: '2/May', CustomerId: 2 },
    { Key: '1/June', CustomerId: 1 },
  ]
  expect(oncePerSubject(rows, ({ CustomerId }) => CustomerId).map(({ Key }) => Key)).toEqual(['1/May', '2/May'])
  expect(oncePerSubject(rows, undefined)).toEqual(rows)
})
