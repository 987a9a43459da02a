import { expect, test } from 'vitest'
import { CustomerSample } from './sample.ts'

/** Returns customers who differ in all columns. */
const customersFrom = (first: number, count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  return {
    days: Uint16Array.from(numbers),
    lastAt: Uint32Array.from(numbers, (n) => n + 1_000),
    age: Uint32Array.from(numbers, (n) => n + 2_000),
    repeatValue: Float64Array.from(numbers, (n) => n / 4),
  }
}

test('customer sample: up to its maximum it contains all customers', () => {
  const sample = new CustomerSample(6)
  sample.add(customersFrom(0, 4))
  sample.add(customersFrom(4, 2))
  expect(sample.customers()).toEqual(customersFrom(0, 6))
})

test('customer sample: above its maximum it contains every second, fourth or eighth customer, however they arrive', () => {
  const daysOf = (customers: number, chunk: number) => {
    const sample = new CustomerSample(6)
    for (let first = 0; first < customers; first += chunk)
      sample.add(customersFrom(first, Math.min(chunk, customers - first)))
    return [...sample.customers().days]
  }
  for (const chunk of [1, 5, 100]) {
    expect(daysOf(7, chunk), '7 customers').toEqual([0, 2, 4, 6])
    expect(daysOf(12, chunk), '12 customers').toEqual([0, 2, 4, 6, 8, 10])
    expect(daysOf(13, chunk), '13 customers').toEqual([0, 4, 8, 12])
    expect(daysOf(40, chunk), '40 customers').toEqual([0, 8, 16, 24, 32])
  }
  const sample = new CustomerSample(6)
  sample.add(customersFrom(0, 13))
  expect([...sample.customers().repeatValue]).toEqual([0, 1, 2, 3])
})
