import { describe, expect, test } from 'vitest'
import { formatTypedPasscode, isCompletePasscode } from './passcode.ts'

describe('input of a passcode', () => {
  test.each([
    ['k7m', 'K7M'],
    ['k7mq2', 'K7MQ2'],
    ['k7mq2x', 'K7MQ2-X'],
    [' K7MQ2 - X9P4T ', 'K7MQ2-X9P4T'],
    ['Your code: k7mq2', 'YOURC-ODEK7'],
    ['K7MQ2-X9P4T-AND-MORE', 'K7MQ2-X9P4T'],
  ])('passcode input: %s is shown as %s', (typed, displayed) => {
    expect(formatTypedPasscode(typed)).toBe(displayed)
  })

  test('passcode input: a passcode is complete with ten characters', () => {
    expect([isCompletePasscode('K7MQ2-X9P4'), isCompletePasscode('k7mq2 x9p4t')]).toEqual([false, true])
  })
})
