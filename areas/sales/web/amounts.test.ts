import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculateSaleTotals,
  divideRounded,
  netCentsOfLine,
  toCents,
  trimQuantityZeros,
  unitsToAmount,
} from './amounts.ts'

const line = { Quantity: '1', UnitPrice: '0', Discount: '0', Tax: '0' }

describe('amounts of a sale form', () => {
  test.each([
    ['0.1', '0.2', '0.02'],
    ['3', '0.335', '1.01'],
    ['1.005', '100', '100.50'],
    ['2.5', '1234567.8901', '3086419.73'],
    ['', '10', '0.00'],
    ['1', '', '0.00'],
    ['1', '.', '0.00'],
  ])('net amount of a line: %s × %s is %s', (Quantity, UnitPrice, net) => {
    expect(unitsToAmount(netCentsOfLine({ ...line, Quantity, UnitPrice }))).toBe(net)
  })

  test('sale form: a discount lowers the line, tax is added, and voucher and trade-in reduce the amount due', () => {
    const lines = [
      { Quantity: '2', UnitPrice: '199.90', Discount: '19.80', Tax: '22.80' },
      { Quantity: '1', UnitPrice: '50', Discount: '', Tax: '' },
    ]

    const { net, discount, tax, total, paid, due } = calculateSaleTotals(lines, {
      TradeIn: '100',
      VoucherAmount: '50.5',
    })

    expect([net, discount, tax, total, paid, due].map((sum) => unitsToAmount(sum))).toEqual([
      '430.00',
      '19.80',
      '22.80',
      '452.80',
      '150.50',
      '302.30',
    ])
  })

  test('sale form: amounts that a floating-point number cannot represent are exact', () => {
    expect(unitsToAmount(toCents('999999999999.99') + toCents('0.01'))).toBe('1000000000000.00')
  })

  test('amounts: a text converted to units and back stays the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (units) => {
        expect(toCents(unitsToAmount(units))).toBe(units)
      }),
    )
  })

  test('amounts: amounts are rounded half away from zero', () => {
    expect([25n, -25n, 24n, -24n].map((dividend) => divideRounded(dividend, 10n))).toEqual([3n, -3n, 2n, -2n])
  })
})

test('quantities: zeros at the end of the decimals are not shown', () => {
  expect(['2.000', '1.250', '10', '0.000', '100.000'].map(trimQuantityZeros)).toEqual(['2', '1.25', '10', '0', '100'])
})
