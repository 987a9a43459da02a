import { describe, expect, test } from 'vitest'
import { inGroups, isWhole } from './passcode.ts'

describe('a passcode that is typed', () => {
  test.each([
    ['k7m', 'K7M'],
    ['k7mq2', 'K7MQ2'],
    ['k7mq2x', 'K7MQ2-X'],
    [' K7MQ2 - X9P4T ', 'K7MQ2-X9P4T'],
    ['Your code: k7mq2', 'YOURC-ODEK7'],
    ['K7MQ2-X9P4T-AND-MORE', 'K7MQ2-X9P4T'],
  ])('%s stands there as %s', (typed, shown) => {
    expect(inGroups(typed)).toBe(shown)
  })

  test('is whole with ten letters', () => {
    expect([isWhole('K7MQ2-X9P4'), isWhole('k7mq2 x9p4t')]).toEqual([false, true])
  })
})
